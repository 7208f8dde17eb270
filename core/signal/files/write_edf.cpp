// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "signal/files/edf.h"
#include "signal/files/text.h"
#include "signal/files/writers.h"

namespace espy::recordings {
namespace {

constexpr std::int64_t kMostRecordBytes = 61440;  // recommended by EDF's specification
constexpr std::size_t kMostMarkBytes = 8192;      // per record, for annotations
constexpr double kTop = 32767;

/// Conversion of a channel's samples to integers.
struct EdfScale {
  std::string low, high;  ///< as written in the header
  double first = 0;
  double scale = 1;

  std::int64_t of(double sample) const {
    return std::llround(std::clamp((sample - first) / scale - 32768, -32768.0, kTop));
  }
};

/// A number of at most eight characters that is not larger (`down`), or not smaller.
std::string outward(double number, bool down) {
  constexpr std::size_t kMost = 8;
  for (int digits = 7; digits >= 0; --digits) {
    const double unit = std::pow(10.0, digits);
    const double rounded = down ? std::floor(number * unit) : std::ceil(number * unit);
    std::string text = fmt::format("{:.{}f}", rounded / unit, digits);
    if (text.find('.') != std::string::npos) {
      text.resize(text.find_last_not_of('0') + 1);
      if (text.ends_with('.')) text.pop_back();
    }
    if (text == "-0") text = "0";
    if (text.size() <= kMost) return text;
  }
  return {};
}

EdfScale scaleOf(const Written& written, const Channel& channel) {
  const Range range = rangeOf(channel.samples);
  if (range.gaps) {
    refuseWriting(written.path, phrase("EDF cannot hold the gaps of the channel {}", channel.name));
  }
  EdfScale result;
  if (range.whole && range.low >= -32768 && range.high <= kTop) {
    result.low = "-32768";
    result.high = "32767";
  } else {
    // A constant channel still needs distinct limits.
    const double wide = range.high > range.low ? 0 : std::max(1e-3, std::abs(range.low) * 1e-3);
    result.low = outward(range.low - wide, true);
    result.high = outward(range.high + wide, false);
  }
  if (result.low.empty() || result.high.empty()) {
    refuseWriting(written.path, phrase("EDF cannot express the limits of the channel {}, {} and {}",
                                       channel.name, shown(range.low), shown(range.high)));
  }
  result.first = numberIn(result.low).value_or(0);
  result.scale = (numberIn(result.high).value_or(0) - result.first) / 65535;
  // Keeps tiny ranges from being written as "0" and "0".
  if (!(result.scale > 0) || range.high - range.low < result.scale * 256) {
    if (range.high > range.low && result.low != "-32768") {
      refuseWriting(written.path, phrase("the channel {} changes too little for the limits that "
                                         "EDF can express; use a smaller unit",
                                         channel.name));
    }
  }
  return result;
}

/// A record's length, which must fit into eight characters.
struct Record {
  std::int64_t samples = 1;
  std::string seconds = "1";
};

std::string secondsText(double seconds) {
  for (int digits = 0; digits <= 7; ++digits) {
    std::string text = fmt::format("{:.{}f}", seconds, digits);
    if (text.size() > 8) break;
    if (std::abs(numberIn(text).value_or(0) - seconds) <= 1e-12 * seconds) return text;
  }
  return {};
}

/// Of the lengths that divide the recording and can be written, the one nearest to a second; if
/// there is none, a second, and the last record is padded.
Record chooseRecord(std::int64_t samples, double rate, std::int64_t most) {
  Record best{0, ""};
  const auto wanted = static_cast<double>(rate);
  const auto off = [&](std::int64_t size) { return std::abs(std::log(double(size) / wanted)); };
  for (std::int64_t size = 1; size <= std::min(samples, most); ++size) {
    if (samples % size != 0) continue;
    if (best.samples != 0 && off(size) >= off(best.samples)) continue;
    const std::string seconds = secondsText(static_cast<double>(size) / rate);
    if (!seconds.empty()) best = {size, seconds};
  }
  // Tiny records would be mostly annotations.
  constexpr std::int64_t kTiny = 16;
  if (best.samples >= std::min(kTiny, samples)) return best;
  const std::int64_t second = std::clamp<std::int64_t>(std::llround(rate), 1, most);
  std::string seconds = secondsText(static_cast<double>(second) / rate);
  if (seconds.empty()) seconds = fmt::format("{:.6g}", static_cast<double>(second) / rate);
  return {second, seconds.substr(0, 8)};
}

/// The annotations of each record, padded to one length.
std::vector<std::string> markBlocks(std::span<const RecordingMark> marks, std::int64_t records,
                                    double seconds) {
  std::vector<std::string> blocks;
  for (std::int64_t i = 0; i < records; ++i) {
    // "+3" and two terminators: the record's onset.
    blocks.push_back(edfMark(static_cast<double>(i) * seconds, 0, ""));
  }
  auto at = std::size_t{0};
  for (const RecordingMark& mark : marks) {
    const std::string list = edfMark(mark.second, mark.duration, mark.text);
    // Any record will do; the emptiest keeps records short.
    for (std::size_t tries = 0; tries + 1 < blocks.size(); ++tries) {
      if (blocks[at].size() + list.size() <= 128) break;
      at = (at + 1) % blocks.size();
    }
    blocks[at] += list;
    at = (at + 1) % blocks.size();
  }
  return blocks;
}

std::size_t padBlocks(std::vector<std::string>& blocks) {
  std::size_t longest = 0;
  for (const std::string& block : blocks) longest = std::max(longest, block.size());
  longest += longest % 2;
  for (std::string& block : blocks) block.resize(longest, '\0');
  return longest;
}

/// Printable ASCII, truncated or padded to `size` characters.
std::string field(std::string_view text, std::size_t size) {
  std::string result;
  for (const char c : text.substr(0, size)) result += c >= ' ' && c <= '~' ? c : '?';
  result.resize(size, ' ');
  return result;
}

/// EDF writes micro as "u".
std::string unitOf(const std::string& unit) {
  for (const std::string_view micro : {"\xc2\xb5", "\xce\xbc"}) {
    if (unit.starts_with(micro)) return "u" + unit.substr(micro.size());
  }
  return unit;
}

struct HeaderSignal {
  std::string label, unit, low, high;
  std::int64_t samples = 0;
};

std::string headerOf(const std::vector<HeaderSignal>& signals, std::int64_t records,
                     const std::string& seconds) {
  std::string header = field("0", 8);
  header += field("X X X X", 80);
  header += field("Startdate X X X X", 80);
  header +=
      "01.01.85"
      "00.00.00";
  header += field(std::to_string(256 * (signals.size() + 1)), 8);
  header += field("EDF+C", 44);
  header += field(std::to_string(records), 8) + field(seconds, 8);
  header += field(std::to_string(signals.size()), 4);
  const auto all = [&](std::size_t size, const auto& of) {
    for (const HeaderSignal& signal : signals) header += field(of(signal), size);
  };
  all(16, [](const HeaderSignal& s) { return s.label; });
  all(80, [](const HeaderSignal&) { return ""; });
  all(8, [](const HeaderSignal& s) { return s.unit; });
  all(8, [](const HeaderSignal& s) { return s.low; });
  all(8, [](const HeaderSignal& s) { return s.high; });
  all(8, [](const HeaderSignal&) { return "-32768"; });
  all(8, [](const HeaderSignal&) { return "32767"; });
  all(80, [](const HeaderSignal&) { return ""; });
  all(8, [](const HeaderSignal& s) { return std::to_string(s.samples); });
  all(32, [](const HeaderSignal&) { return ""; });
  return header;
}

HeaderSignal annotationSignal(std::size_t bytes) {
  return {"EDF Annotations", "", "-1", "1", static_cast<std::int64_t>(bytes / 2)};
}

/// Appends a channel's samples of one record, padded with the last one.
void putRecord(std::string& bytes, const Samples& samples, const EdfScale& scale, std::int64_t from,
               std::vector<double>& block) {
  const std::int64_t there = std::min(std::ssize(block), samples.size() - from);
  samples.read(from, std::span(block).first(static_cast<std::size_t>(there)));
  std::fill(block.begin() + there, block.end(), block[static_cast<std::size_t>(there - 1)]);
  for (const double sample : block) {
    putLittle(bytes, static_cast<std::uint64_t>(scale.of(sample)), 2);
  }
}

}  // namespace

void writeEdf(const Written& written) {
  const std::vector<Channel>& channels = written.recording.channels;
  constexpr std::size_t kMostChannels = 9998;
  if (channels.size() > kMostChannels) {
    refuseWriting(written.path, phrase("EDF cannot hold {} channels", channels.size()));
  }
  std::vector<EdfScale> scales;
  scales.reserve(channels.size());
  for (const Channel& channel : channels) scales.push_back(scaleOf(written, channel));
  const double rate = written.rate() > 0 ? written.rate() : 1;
  const std::int64_t most = std::max<std::int64_t>(1, kMostRecordBytes / 2 / std::ssize(channels));
  const Record record = chooseRecord(written.samples(), rate, most);
  const std::int64_t records = (written.samples() + record.samples - 1) / record.samples;
  constexpr std::int64_t kMostRecords = 99999999;
  if (records > kMostRecords) {
    refuseWriting(written.path, phrase("EDF cannot hold {} records", records));
  }
  const double seconds = numberIn(record.seconds).value_or(1);
  std::vector<std::string> blocks = markBlocks(written.recording.marks, records, seconds);
  const std::size_t markBytes = padBlocks(blocks);
  std::vector<HeaderSignal> signals;
  signals.reserve(channels.size() + 1);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    signals.push_back({channels[i].name.empty() ? std::to_string(i) : channels[i].name,
                       unitOf(channels[i].unit), scales[i].low, scales[i].high, record.samples});
  }
  signals.push_back(annotationSignal(markBytes));
  const auto parts = [&](const std::function<void(std::string_view)>& write) {
    write(headerOf(signals, records, record.seconds));
    std::vector<double> block(static_cast<std::size_t>(record.samples));
    std::string bytes;
    for (std::int64_t i = 0; i < records; ++i) {
      bytes.clear();
      for (std::size_t c = 0; c < channels.size(); ++c) {
        putRecord(bytes, channels[c].samples, scales[c], i * record.samples, block);
      }
      write(bytes);
      write(blocks[static_cast<std::size_t>(i)]);
    }
  };
  writeFileInParts(written.path, parts, {}, written.existing);
}

void writeEdfMarks(const std::string& path, std::span<const RecordingMark> marks,
                   Existing existing) {
  const std::string begin = edfMark(0, 0, "");
  std::vector<std::string> blocks{begin};
  for (const RecordingMark& mark : marks) {
    const std::string list = edfMark(mark.second, mark.duration, mark.text);
    if (blocks.back().size() + list.size() > kMostMarkBytes) blocks.push_back(begin);
    blocks.back() += list;
  }
  const std::size_t bytes = padBlocks(blocks);
  std::string file = headerOf({annotationSignal(bytes)}, std::ssize(blocks), "0");
  for (const std::string& block : blocks) file += block;
  writeFile(path, file, {}, existing);
}

}  // namespace espy::recordings
