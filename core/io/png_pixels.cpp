// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/png_pixels.h"

#include <bit>
#include <cstring>

#include "io/scale.h"

namespace espy::io {
namespace {

/// Returns sample `index` of a row of 1-, 2-, 4- or 8-bit samples.
std::uint32_t packedSample(const std::uint8_t* row, std::int64_t index, int bits) {
  const std::int64_t bit = index * bits;
  const auto shift = static_cast<int>(8 - bits - bit % 8);
  return row[bit / 8] >> shift & ((1U << bits) - 1U);
}

std::int64_t convertPalette(const PngPixels& png, const std::uint8_t* in, std::int64_t count,
                            std::uint8_t* out) {
  const std::size_t bytes = png.paletteAlpha ? 4 : 3;
  for (std::int64_t x = 0; x < count; ++x, out += bytes) {
    const std::uint32_t entry = png.bits == 8 ? in[x] : packedSample(in, x, png.bits);
    if (entry >= png.palette.size()) return x;
    const std::array<std::uint8_t, 4>& colour = png.palette[entry];
    if (png.paletteAlpha) {
      std::memcpy(out, colour.data(), 4);
    } else {
      std::memcpy(out, colour.data(), 3);
    }
  }
  return count;
}

/// Grey of less than 8 bits, with or without a key.
void convertSmallGrey(const PngPixels& png, const std::uint8_t* in, std::int64_t count,
                      std::uint8_t* out) {
  const std::uint32_t top = (1U << png.bits) - 1U;
  for (std::int64_t x = 0; x < count; ++x) {
    const std::uint32_t value = packedSample(in, x, png.bits);
    *out++ = static_cast<std::uint8_t>(scaled(value, top, 255));
    if (png.key) *out++ = value == (*png.key)[0] ? 0 : 255;
  }
}

/// 8- or 16-bit grey or colour; the key becomes alpha.
template <class Sample, int kColours>
void addKey(const PngPixels& png, const std::uint8_t* in, std::int64_t count, Sample* out) {
  for (std::int64_t x = 0; x < count; ++x) {
    bool same = true;
    for (std::size_t c = 0; c < kColours; ++c) {
      std::uint32_t value = *in++;
      if constexpr (sizeof(Sample) == 2) value = value << 8 | *in++;
      same = same && value == (*png.key)[c];
      *out++ = static_cast<Sample>(value);
    }
    *out++ = same ? Sample{0} : static_cast<Sample>(~Sample{0});
  }
}

}  // namespace

PixelFormat PngPixels::format() const {
  const bool alpha = key || paletteAlpha || colourType >= 4;
  const bool colour = (colourType & 2) != 0;
  return {(colour ? 3 : 1) + (alpha ? 1 : 0), bits == 16 ? Depth::u16 : Depth::u8};
}

void swapPngWords(std::uint8_t* bytes, std::size_t count) {
  if constexpr (std::endian::native == std::endian::little) {
    for (std::size_t i = 0; i + 1 < count; i += 2) {
      std::uint16_t word = 0;
      std::memcpy(&word, bytes + i, 2);
      word = static_cast<std::uint16_t>(word << 8 | word >> 8);
      std::memcpy(bytes + i, &word, 2);
    }
  }
}

std::int64_t convertPngRow(const PngPixels& png, const std::uint8_t* in, std::int64_t count,
                           std::uint8_t* out) {
  if (png.hasPalette()) return convertPalette(png, in, count, out);
  auto* words = reinterpret_cast<std::uint16_t*>(out);  // rows of 16-bit samples are 2-byte aligned
  if (png.bits < 8) {
    convertSmallGrey(png, in, count, out);
  } else if (png.key && png.bits == 8) {
    png.colourType == 0 ? addKey<std::uint8_t, 1>(png, in, count, out)
                        : addKey<std::uint8_t, 3>(png, in, count, out);
  } else if (png.key) {
    png.colourType == 0 ? addKey<std::uint16_t, 1>(png, in, count, words)
                        : addKey<std::uint16_t, 3>(png, in, count, words);
  } else {
    const auto bytes = static_cast<std::size_t>(png.rowBytes(static_cast<std::uint64_t>(count)));
    std::memcpy(out, in, bytes);
    if (png.bits == 16) swapPngWords(out, bytes);
  }
  return count;
}

}  // namespace espy::io
