// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "signal/files/writers.h"

namespace espy::recordings {
namespace {

constexpr std::uint64_t kLongest = 0xffffffffU;

/// Everything before the samples. RF64 beyond 4 GiB.
std::string headerOf(bool floats, std::uint64_t channels, std::uint64_t rate,
                     std::uint64_t samples) {
  const std::uint64_t sampleBytes = floats ? 4 : 2;
  const std::uint64_t frame = channels * sampleBytes;
  const std::uint64_t data = samples * frame;
  const std::uint64_t before = 4 + 24 + (floats ? 12 : 0) + 8;
  const bool large = before + 36 + data + 1 > kLongest;
  const std::uint64_t riff = before + (large ? 36 : 0) + data + data % 2;
  std::string header = large ? "RF64" : "RIFF";
  putLittle(header, large ? kLongest : riff, 4);
  header += "WAVE";
  if (large) {
    header += "ds64";
    putLittle(header, 28, 4);
    putLittle(header, riff, 8);
    putLittle(header, data, 8);
    putLittle(header, samples, 8);
    putLittle(header, 0, 4);
  }
  header += "fmt ";
  putLittle(header, 16, 4);
  putLittle(header, floats ? 3 : 1, 2);
  putLittle(header, channels, 2);
  putLittle(header, rate, 4);
  putLittle(header, std::min(kLongest, rate * frame), 4);
  putLittle(header, frame, 2);
  putLittle(header, 8 * sampleBytes, 2);
  if (floats) {
    header += "fact";
    putLittle(header, 4, 4);
    putLittle(header, std::min(kLongest, samples), 4);
  }
  header += "data";
  putLittle(header, large ? kLongest : data, 4);
  return header;
}

void putSample(std::string& bytes, double sample, bool floats) {
  if (floats) {
    putLittle(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(sample)), 4);
    return;
  }
  const double step = std::clamp(std::rint(sample * 32768), -32768.0, 32767.0);
  putLittle(bytes, static_cast<std::uint64_t>(static_cast<std::int64_t>(step)), 2);
}

}  // namespace

void writeWav(const Written& written) {
  constexpr double kFastest = 4294967295.0;
  constexpr std::size_t kMostChannels = 16000;  // the frame size is a 16-bit field
  const std::vector<Channel>& channels = written.recording.channels;
  const double rate = written.rate();
  if (!(rate >= 1) || rate != std::rint(rate) || rate > kFastest) {
    refuseWriting(written.path,
                  phrase("WAV needs a whole number of samples a second, not {}", shown(rate)));
  }
  if (channels.size() > kMostChannels) {
    refuseWriting(written.path, phrase("WAV cannot hold {} channels", channels.size()));
  }
  const bool floats = written.type == Samples::Type::float32;
  if (!floats && written.type != Samples::Type::int16) {
    refuseWriting(written.path, phrase("WAV is written in floating point or 16 bits"));
  }
  for (const Channel& channel : channels) {
    if (!floats && rangeOf(channel.samples).gaps) {
      refuseWriting(written.path, phrase("WAV of 16 bits cannot hold gaps"));
    }
  }
  const auto parts = [&](const std::function<void(std::string_view)>& write) {
    write(headerOf(floats, channels.size(), static_cast<std::uint64_t>(rate),
                   static_cast<std::uint64_t>(written.samples())));
    std::string bytes;
    forBlocks(written.recording, [&](std::span<const double> block, std::int64_t count) {
      bytes.clear();
      for (std::int64_t row = 0; row < count; ++row) {
        for (auto at = static_cast<std::size_t>(row); at < block.size();
             at += static_cast<std::size_t>(count)) {
          putSample(bytes, block[at], floats);
        }
      }
      write(bytes);
    });
  };
  writeFileInParts(written.path, parts, {}, written.existing);
}

}  // namespace espy::recordings
