// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/csv.h"
#include "files/npy.h"
#include "signal/files/text.h"
#include "signal/files/wfdb_marks.h"
#include "signal/files/writers.h"

namespace espy {
namespace {

using namespace recordings;

/// NPY doubles are little-endian, as every supported machine is.
static_assert(std::endian::native == std::endian::little);
constexpr files::NumberFormat kDoubles{files::NumberFormat::Kind::floating, 8, false};

std::string_view bytesOfNumbers(std::span<const double> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

void writeArray(const Written& written) {
  const auto channels = std::ssize(written.recording.channels);
  std::vector<std::int64_t> shape{written.samples()};
  if (channels > 1) shape.push_back(channels);
  const auto parts = [&](const std::function<void(std::string_view)>& write) {
    write(files::npyHeader(shape, kDoubles, channels > 1));
    std::vector<double> block(1 << 14);
    for (const Channel& channel : written.recording.channels) {
      for (std::int64_t at = 0; at < channel.samples.size(); at += std::ssize(block)) {
        const std::int64_t count = std::min(std::ssize(block), channel.samples.size() - at);
        const auto some = std::span(block).first(static_cast<std::size_t>(count));
        channel.samples.read(at, some);
        write(bytesOfNumbers(some));
      }
    }
  };
  writeFileInParts(written.path, parts, {}, written.existing);
}

/// All formats need channels of one length and rate.
void checkChannels(const std::string& path, const Recording& recording) {
  if (recording.channels.empty()) refuseWriting(path, phrase("must have at least one channel"));
  const Channel& first = recording.channels.front();
  for (const Channel& channel : recording.channels) {
    if (channel.samples.size() != first.samples.size() || channel.rate != first.rate) {
      refuseWriting(path, phrase("cannot hold channels of different lengths or rates"));
    }
  }
  if (first.samples.size() == 0)
    refuseWriting(path, phrase("cannot hold channels without samples"));
}

[[noreturn]] void refuseEnding(const std::string& path, const Message& known) {
  files::refuse(ErrorCode::unsupported, path, phrase("its ending must be one of {}", known));
}

/// For formats whose texts cannot contain a line break.
void checkMarks(const std::string& path, std::span<const RecordingMark> marks) {
  for (const RecordingMark& mark : marks) {
    if (std::isfinite(mark.second) && std::isfinite(mark.duration) && mark.duration >= 0) continue;
    recordings::refuseWriting(
        path, phrase("has a mark '{}' at second {} for {} seconds, which is not a valid range",
                     recordings::shown(mark.text), fmt::format("{}", mark.second),
                     fmt::format("{}", mark.duration)));
  }
}

std::string markLine(const RecordingMark& mark) {
  return fmt::format("{},{},{}\n", mark.second, mark.duration, csvField(mark.text));
}

}  // namespace

namespace recordings {

void refuseWriting(const std::string& path, const Message& fact) {
  files::refuse(ErrorCode::badUse, files::shownOutput(path), fact);
}

void forBlocks(const Recording& recording,
               const std::function<void(std::span<const double>, std::int64_t)>& work) {
  constexpr std::int64_t kNumbers = 1 << 16;
  const auto channels = std::ssize(recording.channels);
  const std::int64_t size = recording.channels.front().samples.size();
  const std::int64_t most = std::max<std::int64_t>(1, kNumbers / channels);
  std::vector<double> block(static_cast<std::size_t>(most * channels));
  for (std::int64_t at = 0; at < size; at += most) {
    const std::int64_t count = std::min(most, size - at);
    for (std::int64_t i = 0; i < channels; ++i) {
      recording.channels[static_cast<std::size_t>(i)].samples.read(
          at, std::span(block).subspan(static_cast<std::size_t>(i * count),
                                       static_cast<std::size_t>(count)));
    }
    work(std::span(block).first(static_cast<std::size_t>(count * channels)), count);
  }
}

Range rangeOf(const Samples& samples) {
  constexpr std::int64_t kBlock = 1 << 14;
  std::vector<double> block(kBlock);
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (std::int64_t at = 0; at < samples.size(); at += kBlock) {
    const std::int64_t count = std::min(kBlock, samples.size() - at);
    const auto some = std::span(block).first(static_cast<std::size_t>(count));
    samples.read(at, some);
    for (const double sample : some) {
      if (!std::isfinite(sample)) {
        range.gaps = true;
        continue;
      }
      range.low = std::min(range.low, sample);
      range.high = std::max(range.high, sample);
      range.whole = range.whole && sample == std::rint(sample);
    }
  }
  if (range.low > range.high) range.low = range.high = 0;  // only gaps
  return range;
}

void putLittle(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> 8 * i & 255);
}

void writeTable(const Written& written, char separator) {
  const auto field = [&](std::string text) {
    // csvField quotes commas only.
    if (separator != ',') std::replace(text.begin(), text.end(), separator, ' ');
    return csvField(text);
  };
  const bool timed = written.rate() > 0;
  std::string head = timed ? "time" : "";
  for (std::size_t i = 0; i < written.recording.channels.size(); ++i) {
    const Channel& channel = written.recording.channels[i];
    std::string name = channel.name.empty() ? "channel " + std::to_string(i) : channel.name;
    if (!channel.unit.empty()) name += " (" + channel.unit + ")";
    if (timed || i > 0) head += separator;
    head += field(name);
  }
  const auto parts = [&](const std::function<void(std::string_view)>& write) {
    write(head + '\n');
    std::int64_t done = 0;
    fmt::memory_buffer text;
    forBlocks(written.recording, [&](std::span<const double> block, std::int64_t count) {
      text.clear();
      for (std::int64_t row = 0; row < count; ++row, ++done) {
        if (timed) {
          fmt::format_to(fmt::appender(text), "{}", static_cast<double>(done) / written.rate());
        }
        for (auto at = static_cast<std::size_t>(row); at < block.size();
             at += static_cast<std::size_t>(count)) {
          if (timed || at != static_cast<std::size_t>(row)) text.push_back(separator);
          if (std::isnan(block[at])) {
            text.append(std::string_view("NaN"));
          } else {
            fmt::format_to(fmt::appender(text), "{}", block[at]);
          }
        }
        text.push_back('\n');
      }
      write({text.data(), text.size()});
    });
  };
  writeFileInParts(written.path, parts, {}, written.existing);
}

}  // namespace recordings

void writeRecording(const std::string& path, const Recording& recording, Samples::Type type,
                    Existing existing) {
  checkChannels(path, recording);
  checkMarks(path, recording.marks);
  const Written written{path, recording, type, existing};
  const std::string ending = files::endingOf(path);
  if (ending == ".csv") return writeTable(written, ',');
  if (ending == ".tsv") return writeTable(written, '\t');
  if (ending == ".npy") return writeArray(written);
  if (ending == ".wav") return writeWav(written);
  if (ending == ".edf") return writeEdf(written);
  if (ending == ".hea" || ending == ".dat") return writeWfdb(written);
  refuseEnding(path, Message(".csv .tsv .npy .wav .edf .hea .dat"));
}

void writeMarks(const std::string& path, std::span<const RecordingMark> marks, double rate,
                Existing existing) {
  checkMarks(path, marks);
  const std::string ending = files::endingOf(path);
  if (ending == ".edf") return writeEdfMarks(path, marks, existing);
  if (ending == ".atr") {
    writeFile(path, wfdbMarks(marks, rate, files::shownOutput(path)), {}, existing);
    return;
  }
  if (ending != ".csv") refuseEnding(path, Message(".edf .atr .csv"));
  std::string text = "second,duration,text\n";
  for (const RecordingMark& mark : marks) text += markLine(mark);
  writeFile(path, text, {}, existing);
}

void writeProfile(const std::string& path, std::span<const double> values, Existing existing) {
  if (files::endingOf(path) != ".npy") refuseEnding(path, Message(".npy"));
  const auto parts = [&](const std::function<void(std::string_view)>& write) {
    write(files::npyHeader({std::ssize(values)}, kDoubles, false));
    write(bytesOfNumbers(values));
  };
  writeFileInParts(path, parts, {}, existing);
}

}  // namespace espy
