// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <libdeflate.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "files/message.h"
#include "io/own_formats.h"
#include "io/png_chunks.h"
#include "io/png_pixels.h"

namespace espy::io {
namespace {

/// libdeflate level: smaller files than level 1, several times the speed of zlib's default.
constexpr int kLevel = 3;
constexpr std::uint64_t kMostOfAChunk = std::uint64_t{1} << 30;

void putBig(std::uint64_t value, std::uint8_t* out) {
  for (int i = 0; i < 4; ++i) out[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

void writeChunk(const char* name, std::span<const std::uint8_t> data, const Sink& sink) {
  std::uint8_t begin[8];
  putBig(data.size(), begin);
  std::memcpy(begin + 4, name, 4);
  std::uint32_t crc = libdeflate_crc32(0, begin + 4, 4);
  if (!data.empty())
    crc = libdeflate_crc32(crc, data.data(), data.size());  // null would reset the checksum
  std::uint8_t end[4];
  putBig(crc, end);
  sink(begin);
  sink(data);
  sink(end);
}

/// Sum of absolute differences, the usual estimate of compressed size: bytes count as signed.
std::uint64_t cost(const std::uint8_t* row, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += static_cast<std::uint64_t>(std::abs(static_cast<std::int8_t>(row[i])));
  }
  return sum;
}

/// Applies the filter (None, Sub or Up) with the least cost to each row.
class RowFilter {
 public:
  RowFilter(std::size_t rowBytes, std::size_t step)
      : step_(step), above_(rowBytes), left_(rowBytes) {}

  /// `row` is big-endian; `out` has one byte more.
  void filter(const std::uint8_t* row, std::uint8_t* out) {
    const std::size_t count = above_.size();
    for (std::size_t i = 0; i < count; ++i) {
      out[1 + i] = static_cast<std::uint8_t>(row[i] - above_[i]);
    }
    std::copy_n(row, std::min(step_, count), left_.begin());
    for (std::size_t i = step_; i < count; ++i) {
      left_[i] = static_cast<std::uint8_t>(row[i] - row[i - step_]);
    }
    const std::uint64_t none = cost(row, count);
    const std::uint64_t left = cost(left_.data(), count);
    const std::uint64_t up = cost(out + 1, count);
    out[0] = 2;
    if (none <= left && none <= up) {
      out[0] = 0;
      std::copy_n(row, count, out + 1);
    } else if (left < up) {
      out[0] = 1;
      std::copy_n(left_.data(), count, out + 1);
    }
    std::copy_n(row, count, above_.begin());
  }

 private:
  std::size_t step_;
  std::vector<std::uint8_t> above_;
  std::vector<std::uint8_t> left_;
};

}  // namespace

void writePng(const ImageView& image, const std::string& name, const Sink& sink) {
  const PixelFormat format = image.format();
  const auto rowBytes = static_cast<std::size_t>(image.rowBytes());
  const std::size_t rasterBytes = (rowBytes + 1) * static_cast<std::size_t>(image.height());
  const auto raster = std::make_unique_for_overwrite<std::uint8_t[]>(rasterBytes);
  RowFilter filter(rowBytes, static_cast<std::size_t>(format.bytesPerPixel()));
  std::vector<std::uint8_t> row(rowBytes);
  for (std::int64_t y = 0; y < image.height(); ++y) {
    std::copy_n(image.row(y), rowBytes, row.begin());
    if (format.depth == Depth::u16) swapPngWords(row.data(), rowBytes);
    filter.filter(row.data(), raster.get() + static_cast<std::size_t>(y) * (rowBytes + 1));
  }

  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> engine(
      libdeflate_alloc_compressor(kLevel), libdeflate_free_compressor);
  if (!engine) files::refuse(ErrorCode::tooLarge, name, phrase("no memory to encode it"));
  const std::size_t most = libdeflate_zlib_compress_bound(engine.get(), rasterBytes);
  const auto packed = std::make_unique_for_overwrite<std::uint8_t[]>(most);
  const std::size_t size =
      libdeflate_zlib_compress(engine.get(), raster.get(), rasterBytes, packed.get(), most);
  if (size == 0) files::refuse(ErrorCode::tooLarge, name, phrase("cannot be encoded as PNG"));

  constexpr std::uint8_t kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  constexpr std::uint8_t kColourTypes[] = {0, 4, 2, 6};
  std::uint8_t header[13] = {};
  putBig(static_cast<std::uint64_t>(image.width()), header);
  putBig(static_cast<std::uint64_t>(image.height()), header + 4);
  header[8] = static_cast<std::uint8_t>(8 * format.bytesPerSample());
  header[9] = kColourTypes[format.channels - 1];
  sink(kSignature);
  writeChunk("IHDR", header, sink);
  const std::span<const std::uint8_t> data(packed.get(), size);
  for (std::size_t at = 0; at < size; at += kMostOfAChunk) {
    writeChunk("IDAT", data.subspan(at, std::min<std::size_t>(kMostOfAChunk, size - at)), sink);
  }
  writeChunk("IEND", {}, sink);
}

}  // namespace espy::io
