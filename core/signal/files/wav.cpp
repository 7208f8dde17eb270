// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "files/byte_reader.h"
#include "signal/files/formats.h"

// Uncompressed RIFF and RF64.
namespace espy::recordings {
namespace {

using files::ByteReader;

constexpr int kPcm = 1;
constexpr int kFloat = 3;
constexpr int kExtensible = 0xfffe;

/// The format chunk and the position of the data.
struct Wave {
  int kind = 0;
  std::int64_t channels = 0;
  std::uint32_t rate = 0;
  std::int64_t frame = 0;  ///< bytes per frame
  int bits = 0;
  std::uint64_t data = 0;  ///< byte offset of the samples
  std::uint64_t size = 0;  ///< their bytes
  bool cut = false;        ///< the file is truncated
};

void readFormat(const ByteReader& file, std::uint64_t at, std::uint64_t size, Wave& wave) {
  if (size < 16) throw files::Truncated{};
  wave.kind = file.u16(at);
  wave.channels = file.u16(at + 2);
  wave.rate = file.u32(at + 4);
  wave.frame = file.u16(at + 12);
  wave.bits = file.u16(at + 14);
  if (wave.kind == kExtensible && size >= 26) wave.kind = file.u16(at + 24);
}

/// Walks the chunks up to the samples.
Wave findSamples(const Source& source, const ByteReader& file) {
  Wave wave;
  std::uint64_t longSize = 0;
  for (std::uint64_t at = 12;;) {
    const std::uint64_t size = file.u32(at + 4);
    const std::uint64_t begin = at + 8;
    if (file.is(at, "data")) {
      if (wave.channels == 0)
        refuseFile(source, phrase("has samples before their format is defined"));
      const std::uint64_t there = file.size() - begin;
      const std::uint64_t said = size == 0xffffffffU && longSize > 0 ? longSize : size;
      wave.data = begin;
      wave.size = std::min(said, there);
      wave.cut = said > there;
      return wave;
    }
    if (file.is(at, "ds64") && size >= 16) longSize = file.u64(begin + 8);
    if (file.is(at, "fmt ")) readFormat(file, begin, size, wave);
    at = begin + size + size % 2;
  }
}

/// Samples take whole bytes, as many as their bits need.
void checkFrame(const Source& source, const Wave& wave) {
  if (wave.bits > 0 && wave.frame == wave.channels * ((wave.bits + 7) / 8)) return;
  refuseFile(source, wave.channels == 1
                         ? phrase("has samples of {} bits in {} bytes", wave.bits, wave.frame)
                         : phrase("has {} channels of {} bits in {} bytes", wave.channels,
                                  wave.bits, wave.frame));
}

/// The sample's layout; nothing if this reader does not support it.
std::optional<Samples::Layout> layoutOf(const Wave& wave) {
  Samples::Layout layout;
  layout.stride = wave.frame;
  const bool pcm = wave.kind == kPcm;
  if (pcm && wave.bits == 8) {
    layout.type = Samples::Type::uint8;
    layout.offset = -1;
  } else if (pcm && wave.bits == 16) {
    layout.type = Samples::Type::int16;
  } else if (pcm && wave.bits == 24) {
    layout.type = Samples::Type::int24;
  } else if (pcm && wave.bits == 32) {
    layout.type = Samples::Type::int32;
  } else if (wave.kind == kFloat && wave.bits == 32) {
    layout.type = Samples::Type::float32;
  } else if (wave.kind == kFloat && wave.bits == 64) {
    layout.type = Samples::Type::float64;
  } else {
    return {};
  }
  if (pcm) layout.scale = std::ldexp(1.0, 1 - wave.bits);
  return layout;
}

}  // namespace

bool isWav(const Source& source) {
  const std::string_view text = source.text();
  const bool riff =
      text.starts_with("RIFF") || text.starts_with("RF64") || text.starts_with("BW64");
  return riff && text.size() >= 12 && text.substr(8, 4) == "WAVE";
}

std::optional<ReadRecording> readWav(const Source& source, const RecordingOptions& options) {
  const ByteReader file(source.bytes, ByteReader::Order::little);
  const Wave wave = findSamples(source, file);
  const std::optional<Samples::Layout> layout = layoutOf(wave);
  if (!layout && wave.kind == kFloat) {
    refuseFile(source, phrase("has floating-point samples of {} bits; only 32 and 64 are supported",
                              wave.bits));
  }
  if (layout || wave.kind == kPcm) checkFrame(source, wave);
  if (!layout) return {};
  const std::int64_t bytes = bytesOf(layout->type);
  const auto count = static_cast<std::int64_t>(wave.size) / wave.frame;
  if (count == 0) refuseFile(source, phrase("is sound without samples"));
  const std::vector<std::string> names(static_cast<std::size_t>(wave.channels));
  const std::vector<std::size_t> chosen = chosenChannels(names, options, source.name);
  checkSamples(std::ssize(chosen), count, options, source.name);
  ReadRecording result;
  result.isSound = true;
  for (const std::size_t index : chosen) {
    const std::uint8_t* first =
        source.bytes.data() + wave.data + static_cast<std::int64_t>(index) * bytes;
    const double rate = wave.rate > 0 ? wave.rate : options.rate;
    result.channels.push_back({"", "", rate, Samples(first, count, *layout)});
  }
  result.memory = source.owner;
  if (wave.cut) {
    result.note = phrase("ends before the samples announced in its header; it has {}", count);
  }
  return result;
}

}  // namespace espy::recordings
