// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/files/wfdb.h"

#include <algorithm>
#include <array>

#include "files/byte_reader.h"
#include "signal/files/formats.h"
#include "signal/files/wfdb_marks.h"

namespace espy::recordings {
namespace {

std::vector<RecordingMark> marksBeside(const std::string& record, const WfdbHeader& header,
                                       const OpenBeside& open, const RecordingOptions& options) {
  if (options.annotator.empty()) return {};
  const std::optional<Source> file = open(record + "." + options.annotator);
  if (!file) return {};
  try {
    return readWfdbMarks(*file, header.rate);
  } catch (const files::Truncated&) {
    refuseFile(*file, phrase("is cut short"));
  }
}

ReadRecording readWhole(const Source& source, const WfdbHeader& header, const OpenBeside& open,
                        const RecordingOptions& options, MemoryOwners& owners) {
  const std::vector<std::size_t> chosen = chosenChannels(namesOf(header), options, source.name);
  checkRates(source, header, chosen);
  const ReadSignals read = readSignals(source, header, chosen, open, options, owners);
  ReadRecording result;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    const WfdbSignal& signal = header.signals[chosen[c]];
    const double rate = header.rate * static_cast<double>(signal.perFrame);
    result.channels.push_back({signal.name, signal.unit, rate, read.samples[c]});
  }
  return result;
}

}  // namespace

ReadRecording readWfdb(const Source& source, const std::string& record, const OpenBeside& open,
                       const RecordingOptions& options) {
  const WfdbHeader header = readWfdbHeader(source);
  MemoryOwners owners;
  ReadRecording result = header.segments.empty()
                             ? readWhole(source, header, open, options, owners)
                             : readWfdbSegments(source, header, open, options, owners);
  result.marks = marksBeside(record, header, open, options);
  result.memory = owners.memory();
  return result;
}

namespace {

struct OpenGroup {
  const WfdbGroup& group;
  Source file;
};

/// Opens the files and determines the number of frames.
std::vector<OpenGroup> openGroups(const Source& source, const WfdbHeader& header,
                                  const std::vector<WfdbGroup>& groups, const OpenBeside& open,
                                  std::int64_t& frames) {
  std::vector<OpenGroup> opened;
  std::optional<std::int64_t> shortest = header.frames;
  for (const WfdbGroup& group : groups) {
    const WfdbSignal& signal = header.signals[group.signals.front()];
    if (signal.file == "~") continue;
    std::optional<Source> file = open(signal.file);
    if (!file) refuseFile(source, phrase("its file {} does not exist", shown(signal.file)));
    const std::int64_t there = framesIn(source, signal, group, file->bytes.size());
    if (header.frames && there < *header.frames) {
      refuseFile(source, phrase("its file {} ends after {} of {} samples", shown(signal.file),
                                there, *header.frames));
    }
    shortest = std::min(there, shortest.value_or(there));
    opened.push_back({group, std::move(*file)});
  }
  frames = shortest.value_or(0);
  return opened;
}

Samples stepsOf(const WfdbNumbers& numbers, const WfdbHeader& header, const WfdbGroup& group,
                std::size_t index, std::int64_t frames) {
  Samples::Layout layout = numbers.layout;
  const std::int64_t perFrame = header.signals[index].perFrame;
  const std::uint8_t* first = numbers.first + group.placeOf(header, index) * layout.stride;
  if (perFrame == 1) {
    layout.stride *= group.frameSamples;
  } else {
    layout.block = perFrame;
    layout.blockStride = layout.stride * group.frameSamples;
  }
  return {first, frames * perFrame, layout};
}

/// Checks the samples against the header's checksum. Writers disagree on gaps, so signals with gaps
/// are not checked.
void checkSum(const Source& source, const WfdbSignal& signal, const Samples& steps,
              const RecordingOptions& options) {
  // 0 means no checksum.
  if (signal.checksum.value_or(0) == 0 || signal.skew > 0) return;
  std::array<double, 4096> part{};
  std::int64_t sum = 0;
  bool gaps = false;
  for (std::int64_t at = 0; at < steps.size(); at += std::ssize(part)) {
    const std::int64_t count = std::min(std::ssize(part), steps.size() - at);
    const auto some = std::span(part).first(static_cast<std::size_t>(count));
    steps.read(at, some);
    for (const double step : some) {
      if (step != step) {
        gaps = true;
      } else {
        sum += static_cast<std::int64_t>(step);
      }
    }
    if (at % (std::int64_t{1} << 20) == 0) checkStop(options);
  }
  if (gaps || ((sum - *signal.checksum) & 0xffff) == 0) return;
  refuseFile(source, phrase("its signal {} has the checksum {}, and its samples have {}",
                            shown(signal.name), *signal.checksum, static_cast<std::int16_t>(sum)));
}

/// In units, with the skew removed.
Samples inUnits(const WfdbNumbers& numbers, const WfdbHeader& header, const WfdbGroup& group,
                std::size_t index, std::int64_t frames, const std::string& name,
                MemoryOwners& owners) {
  const WfdbSignal& signal = header.signals[index];
  WfdbNumbers scaled = numbers;
  scaled.layout.scale = 1 / signal.gain;
  scaled.layout.offset = (numbers.layout.offset - signal.baseline) / signal.gain;
  const Samples all = stepsOf(scaled, header, group, index, frames);
  if (signal.skew == 0) return all;
  const auto moved = numbersFor<double>(all.size(), name);
  std::fill(moved->begin(), moved->end(), std::numeric_limits<double>::quiet_NaN());
  const std::int64_t ahead = std::min(all.size(), signal.skew * signal.perFrame);
  all.read(ahead, std::span(*moved).first(static_cast<std::size_t>(all.size() - ahead)));
  owners.keep(moved);
  return std::span<const double>(*moved);
}

}  // namespace

std::vector<std::string> namesOf(const WfdbHeader& header) {
  std::vector<std::string> names;
  for (const WfdbSignal& signal : header.signals) names.push_back(signal.name);
  return names;
}

void checkRates(const Source& source, const WfdbHeader& header,
                std::span<const std::size_t> chosen) {
  for (const std::size_t index : chosen) {
    const WfdbSignal& first = header.signals[chosen[0]];
    const WfdbSignal& signal = header.signals[index];
    if (first.perFrame == signal.perFrame) continue;
    const auto rate = [&](const WfdbSignal& s) {
      return shown(header.rate * static_cast<double>(s.perFrame));
    };
    files::refuse(ErrorCode::badUse, source.name,
                  phrase("has channels of different rates, {} of {} Hz and {} of {} Hz; select "
                         "channels of one rate",
                         shown(first.name), rate(first), shown(signal.name), rate(signal)));
  }
}

std::int64_t framesOf(const Source& source, const WfdbHeader& header, const OpenBeside& open) {
  std::int64_t frames = 0;
  openGroups(source, header, groupsOf(source, header), open, frames);
  return frames;
}

Samples nowhere(std::int64_t samples, const std::string& name, MemoryOwners& owners) {
  const auto numbers = numbersFor<float>(1, name);
  numbers->front() = std::numeric_limits<float>::quiet_NaN();
  Samples::Layout layout;
  layout.type = Samples::Type::float32;
  layout.stride = 0;
  owners.keep(numbers);
  return {numbers->data(), samples, layout};
}

ReadSignals readSignals(const Source& source, const WfdbHeader& header,
                        std::span<const std::size_t> chosen, const OpenBeside& open,
                        const RecordingOptions& options, MemoryOwners& owners) {
  ReadSignals result;
  const std::vector<WfdbGroup> groups = groupsOf(source, header);
  const std::vector<OpenGroup> opened = openGroups(source, header, groups, open, result.frames);
  const std::int64_t frames = result.frames;
  if (!chosen.empty() && frames == 0) refuseFile(source, phrase("is a record without samples"));
  const std::int64_t perFrame = chosen.empty() ? 1 : header.signals[chosen[0]].perFrame;
  checkSamples(std::ssize(chosen), frames * perFrame, options, source.name);
  std::vector<Samples> found(header.signals.size());
  for (const OpenGroup& one : opened) {
    owners.keep(one.file.owner);
    const WfdbNumbers numbers = numbersOf(one.file, header, one.group, frames, owners);
    for (const std::size_t i : one.group.signals) {
      if (std::find(chosen.begin(), chosen.end(), i) == chosen.end()) continue;
      checkSum(source, header.signals[i], stepsOf(numbers, header, one.group, i, frames), options);
      found[i] = inUnits(numbers, header, one.group, i, frames, source.name, owners);
    }
  }
  for (const std::size_t i : chosen) {
    if (header.signals[i].file == "~") found[i] = nowhere(frames * perFrame, source.name, owners);
    result.samples.push_back(found[i]);
  }
  return result;
}

}  // namespace espy::recordings
