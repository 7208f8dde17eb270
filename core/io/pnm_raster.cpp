// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/pnm_raster.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "files/message.h"
#include "io/scale.h"

namespace espy::io {
namespace {

/// Maps a byte of a P4 row to eight grey samples.
constexpr auto makeBitTable() {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    for (std::size_t bit = 0; bit < 8; ++bit) {
      table[byte][bit] = (byte >> (7 - bit)) & 1 ? 0 : 255;
    }
  }
  return table;
}
constexpr auto kBits = makeBitTable();

void readBitRow(const std::uint8_t* in, std::int64_t width, std::uint8_t* out) {
  std::int64_t x = 0;
  for (; x + 8 <= width; x += 8) std::memcpy(out + x, kBits[*in++].data(), 8);
  // The last byte's remaining bits are padding.
  if (x < width) std::memcpy(out + x, kBits[*in].data(), static_cast<std::size_t>(width - x));
}

/// Keeps the first `channels` of every `depth` samples.
void dropPlanes(const std::uint8_t* in, const PnmHeader& header, std::uint8_t* out) {
  const std::size_t kept = static_cast<std::size_t>(header.channels) * header.fileSampleBytes();
  const std::int64_t step = header.depth * header.fileSampleBytes();
  for (std::int64_t x = 0; x < header.width; ++x, in += step, out += kept) {
    std::memcpy(out, in, kept);
  }
}

std::uint32_t copyByteRow(const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  std::uint8_t most = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    out[i] = in[i];
    most = std::max(most, in[i]);
  }
  return most;
}

/// Copies big-endian samples to native order; returns the largest.
std::uint32_t copyWordRow(const std::uint8_t* in, std::int64_t count, std::uint16_t* out) {
  std::uint16_t most = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<std::uint16_t>(in[2 * i] << 8 | in[2 * i + 1]);
    out[i] = value;
    most = std::max(most, value);
  }
  return most;
}

/// Scales the samples of `row`, or refuses them if the largest, `most`, exceeds maxval.
template <class Sample>
void scaleRow(Sample* row, std::int64_t count, std::uint32_t most, const Scale& scale,
              const PnmHeader& header, std::int64_t y, const std::string& name) {
  if (most > header.maxval) {
    const auto* first = std::find_if(row, row + count, [&](Sample s) { return s > header.maxval; });
    const std::int64_t pixel = y * header.width + (first - row) / header.channels;
    refuseSample(static_cast<std::uint64_t>(pixel * header.depth + (first - row) % header.channels),
                 std::to_string(*first), header, name);
  }
  if (scale.identity()) return;
  for (std::int64_t i = 0; i < count; ++i) row[i] = static_cast<Sample>(scale(row[i]));
}

}  // namespace

void refuseSample(std::uint64_t index, const std::string& value, const PnmHeader& header,
                  const std::string& name) {
  const auto depth = static_cast<std::uint64_t>(header.depth);
  const auto width = static_cast<std::uint64_t>(header.width);
  const std::uint64_t pixel = index / depth;
  files::refuse(ErrorCode::badPicture, name,
                phrase("a sample of pixel {},{} is {}, over maxval {}", pixel % width,
                       pixel / width, value, header.maxval));
}

Raster readRawRaster(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner,
                     const PnmHeader& header, const std::string& name) {
  const std::uint64_t needed = header.rasterBytes();
  const std::uint64_t there = bytes.size() - header.raster;
  if (there < needed) {
    files::refuse(ErrorCode::badPicture, name,
                  phrase("the raster ends after {} of {} bytes", there, needed));
  }
  Raster result;
  result.end = header.raster + static_cast<std::size_t>(needed);
  const std::uint8_t* in = bytes.data() + header.raster;
  const Size size{header.width, header.height};
  const PixelFormat format = header.format();
  const bool allPlanes = header.depth == header.channels;
  const auto rowBytes = static_cast<std::ptrdiff_t>(header.rowBytes());

  if (owner && !header.isBitmap() && header.maxval == 255 && allPlanes) {
    result.image = Image(ImageView(in, size, format, rowBytes), std::move(owner));
    return result;
  }

  result.image = Image(size, format);
  const MutableImageView picture = result.image.pixels();
  const std::int64_t count = header.width * header.channels;
  const Scale scale(header.maxval, static_cast<std::uint64_t>(size.pixels() * header.channels));
  std::vector<std::uint8_t> kept;
  if (!allPlanes) kept.resize(static_cast<std::size_t>(count * header.fileSampleBytes()));

  for (std::int64_t y = 0; y < header.height; ++y, in += rowBytes) {
    if (header.isBitmap()) {
      readBitRow(in, header.width, picture.row(y));
      continue;
    }
    const std::uint8_t* samples = in;
    if (!allPlanes) {
      dropPlanes(in, header, kept.data());
      samples = kept.data();
    }
    if (format.depth == Depth::u8) {
      std::uint8_t* row = picture.row(y);
      scaleRow(row, count, copyByteRow(samples, count, row), scale, header, y, name);
    } else {
      auto* row = reinterpret_cast<std::uint16_t*>(picture.row(y));
      scaleRow(row, count, copyWordRow(samples, count, row), scale, header, y, name);
    }
  }
  return result;
}

}  // namespace espy::io
