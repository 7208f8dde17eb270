// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <libdeflate.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "files/byte_reader.h"
#include "files/message.h"
#include "io/own_formats.h"
#include "io/picture_memory.h"
#include "io/png_chunks.h"
#include "io/png_pixels.h"

namespace espy::io {
namespace {

/// What the filters may read behind the last row (png_pixels.h).
constexpr std::uint64_t kSlack = 16;

[[noreturn]] void refusePng(const std::string& name, const Message& why) {
  files::refuse(ErrorCode::badPicture, name,
                phrase("is a PNG picture that cannot be decoded: {}", why));
}

/// The pixels that one pass of the interlaced order brings: those at `x + i * dx`, `y + j * dy`.
struct Pass {
  std::int64_t x, y, dx, dy;

  Size size(Size whole) const {
    return {(whole.width - x + dx - 1) / dx, (whole.height - y + dy - 1) / dy};
  }
};
constexpr Pass kWhole{0, 0, 1, 1};
constexpr Pass kInterlaced[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

/// Everything in a file that decides its pixels.
class PngFile {
 public:
  PngFile(std::span<const std::uint8_t> bytes, const std::string& name) : name_(name) {
    readHeader(bytes);
    std::vector<std::span<const std::uint8_t>> parts;
    bool dataEnded = false;
    for (std::uint64_t at = kPngSignatureBytes;;) {
      const PngChunk chunk = pngChunkAt(bytes, at);
      if (chunk.name == "IEND") break;
      if (chunk.name == "IDAT") {
        if (dataEnded) refusePng(name, phrase("its IDAT chunks do not follow one another"));
        parts.push_back(chunk.data);
      } else {
        dataEnded = !parts.empty();
        take(chunk, at == kPngSignatureBytes, dataEnded);
      }
      at += chunk.size;
    }
    if (pixels_.hasPalette() && pixels_.palette.empty())
      refusePng(name, phrase("it has no palette"));
    join(parts);
  }

  const PngPixels& pixels() const { return pixels_; }
  std::span<const std::uint8_t> data() const { return data_; }

 private:
  void readHeader(std::span<const std::uint8_t> bytes) {
    const files::ByteReader file(bytes, files::ByteReader::Order::big);
    pixels_.size = {file.u32(16), file.u32(20)};
    pixels_.bits = file.u8(24);
    pixels_.colourType = file.u8(25);
    pixels_.interlaced = file.u8(28) == 1;
    if (file.u8(26) != 0 || file.u8(27) != 0 || file.u8(28) > 1) {
      refusePng(name_, phrase("its compression, filter and interlacing are of the kinds {}, "
                              "{} and {}; 0, 0 and 0 or 1 are known",
                              file.u8(26), file.u8(27), file.u8(28)));
    }
  }

  void take(const PngChunk& chunk, bool first, bool behindData) {
    if (chunk.name == "PLTE") {
      if (pixels_.hasPalette()) takePalette(chunk.data, behindData);
    } else if (chunk.name == "tRNS") {
      takeTransparency(chunk.data, behindData);
    } else if (chunk.name == "IHDR" ? !first : chunk.critical()) {
      refusePng(name_, phrase("it has a chunk {} that cannot be left out", chunk.name));
    }
  }

  void takePalette(std::span<const std::uint8_t> data, bool behindData) {
    if (behindData || !pixels_.palette.empty() || data.empty() || data.size() % 3 != 0 ||
        data.size() > 768) {
      refusePng(name_, phrase("its palette of {} bytes has a wrong length or place", data.size()));
    }
    for (std::size_t i = 0; i < data.size(); i += 3) {
      pixels_.palette.push_back({data[i], data[i + 1], data[i + 2], 255});
    }
  }

  void takeTransparency(std::span<const std::uint8_t> data, bool behindData) {
    if (pixels_.colourType >= 4) return;  // it has alpha, and the chunk no meaning
    const auto samples = static_cast<std::size_t>(pixels_.fileSamples());
    const bool fits = pixels_.hasPalette() ? !data.empty() && data.size() <= pixels_.palette.size()
                                           : data.size() == 2 * samples;
    if (behindData || pixels_.key || pixels_.paletteAlpha || !fits) {
      refusePng(name_,
                phrase("its tRNS chunk of {} bytes has a wrong length or place", data.size()));
    }
    if (pixels_.hasPalette()) {
      pixels_.paletteAlpha = true;
      for (std::size_t i = 0; i < data.size(); ++i) pixels_.palette[i][3] = data[i];
      return;
    }
    // Only as many bits count as a sample has.
    const auto mask = static_cast<std::uint16_t>((1U << pixels_.bits) - 1U);
    pixels_.key.emplace();
    for (std::size_t c = 0; c < samples; ++c) {
      (*pixels_.key)[c] = static_cast<std::uint16_t>((data[2 * c] << 8 | data[2 * c + 1]) & mask);
    }
  }

  void join(const std::vector<std::span<const std::uint8_t>>& parts) {
    if (parts.size() == 1) {
      data_ = parts.front();
      return;
    }
    std::uint64_t bytes = 0;
    for (const auto& part : parts) bytes += part.size();
    joined_ = pictureMemory(bytes, name_);
    std::uint8_t* end = joined_.get();
    for (const auto& part : parts) end = std::copy(part.begin(), part.end(), end);
    data_ = {joined_.get(), end};
  }

  const std::string& name_;
  PngPixels pixels_;
  std::shared_ptr<std::uint8_t> joined_;
  std::span<const std::uint8_t> data_;
};

std::span<const Pass> passesOf(const PngPixels& png) {
  return png.interlaced ? std::span<const Pass>(kInterlaced) : std::span(&kWhole, 1);
}

/// Bytes of all rows, each behind its filter's byte.
std::uint64_t rasterBytes(const PngPixels& png) {
  std::uint64_t bytes = 0;
  for (const Pass& pass : passesOf(png)) {
    const Size size = pass.size(png.size);
    if (size.pixels() == 0) continue;
    const auto row = png.rowBytes(static_cast<std::uint64_t>(size.width)) + 1;
    bytes += row * static_cast<std::uint64_t>(size.height);
  }
  return bytes;
}

using Memory = std::shared_ptr<std::uint8_t>;

Memory inflate(const PngFile& file, std::uint64_t wanted, const std::string& name, Message& note) {
  // No two bits of deflated data say more than 258 bytes.
  constexpr std::uint64_t kMostOfAByte = 1032;
  const std::span<const std::uint8_t> data = file.data();
  const Size size = file.pixels().size;
  if (wanted / kMostOfAByte > data.size()) {
    refusePng(name, phrase("{} of picture data cannot hold {} x {} pixels",
                           files::countedBytes(data.size()), size.width, size.height));
  }
  Memory raster = pictureMemory(wanted + kSlack, name);
  std::fill_n(raster.get() + wanted, kSlack, std::uint8_t{0});
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> engine(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!engine) files::refuse(ErrorCode::tooLarge, name, phrase("no memory to decode it"));
  std::size_t read = 0;
  std::size_t made = 0;
  const libdeflate_result result = libdeflate_zlib_decompress_ex(
      engine.get(), data.data(), data.size(), raster.get(), wanted, &read, &made);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
    refusePng(name,
              phrase("its picture data go on behind {} x {} pixels", size.width, size.height));
  }
  if (result != LIBDEFLATE_SUCCESS)
    refusePng(name, phrase("its compressed data are damaged or cut short"));
  if (made != wanted) {
    refusePng(name, phrase("its picture data end after {} of {} bytes", made, wanted));
  }
  if (read < data.size()) {
    const std::uint64_t behind = data.size() - read;
    addNote(note, behind == 1 ? phrase("1 byte behind its picture data was not read")
                              : phrase("{} bytes behind its picture data were not read", behind));
  }
  return raster;
}

[[noreturn]] void refuseFilter(const std::string& name, int filter, std::int64_t y) {
  refusePng(name, phrase("row {} has the unknown filter {}", y, filter));
}

/// A picture whose rows are kept as they lie in the file: they move together in the memory to which
/// they were inflated, which is the picture's from then on.
Image keepRaster(const PngPixels& png, const Memory& raster, const std::string& name) {
  const auto row =
      static_cast<std::size_t>(png.rowBytes(static_cast<std::uint64_t>(png.size.width)));
  std::uint8_t* const pixels = raster.get();
  for (std::int64_t y = 0; y < png.size.height; ++y) {
    const auto index = static_cast<std::size_t>(y);
    const std::uint8_t* in = pixels + index * (row + 1);
    std::uint8_t* out = pixels + index * row;
    const int filter = *in;
    if (!undoPngFilter(filter, in + 1, y > 0 ? out - row : nullptr, row, png.step(), out)) {
      refuseFilter(name, filter, y);
    }
  }
  if (png.bits == 16) swapPngWords(pixels, row * static_cast<std::size_t>(png.size.height));
  return {ImageView(pixels, png.size, png.format(), static_cast<std::ptrdiff_t>(row)), raster};
}

/// Puts pixels `dx` apart into a row.
void spread(const std::uint8_t* in, std::int64_t count, std::int64_t pixelBytes, std::int64_t dx,
            std::uint8_t* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::copy_n(in + i * pixelBytes, pixelBytes, out + i * dx * pixelBytes);
  }
}

Image convertRaster(const PngPixels& png, const Memory& raster, const std::string& name) {
  const PictureMemory memory(png.size, png.format(), name);
  const MutableImageView& target = memory.pixels();
  const std::int64_t pixelBytes = png.format().bytesPerPixel();
  std::vector<std::uint16_t> narrow;  // a row of a pass; words, so that samples of 16 bits fit
  if (png.interlaced) {
    narrow.resize(static_cast<std::size_t>((png.size.width * pixelBytes + 1) / 2));
  }
  std::uint8_t* in = raster.get();
  for (const Pass& pass : passesOf(png)) {
    const Size size = pass.size(png.size);
    if (size.pixels() == 0) continue;
    const auto row = static_cast<std::size_t>(png.rowBytes(static_cast<std::uint64_t>(size.width)));
    for (std::int64_t j = 0; j < size.height; ++j, in += row + 1) {
      const std::int64_t y = pass.y + j * pass.dy;
      const std::uint8_t* above = j > 0 ? in - row : nullptr;
      if (!undoPngFilter(in[0], in + 1, above, row, png.step(), in + 1))
        refuseFilter(name, in[0], y);
      std::uint8_t* out =
          png.interlaced ? reinterpret_cast<std::uint8_t*>(narrow.data()) : target.row(y);
      const std::int64_t converted = convertPngRow(png, in + 1, size.width, out);
      if (converted != size.width) {
        refusePng(name, phrase("pixel {},{} has a colour that its palette of {} lacks",
                               pass.x + converted * pass.dx, y, png.palette.size()));
      }
      if (png.interlaced) spread(out, size.width, pixelBytes, pass.dx, target.pixel(pass.x, y));
    }
  }
  return memory.image();
}

}  // namespace

Image readPng(std::span<const std::uint8_t> bytes, const std::string& name, Message& note) {
  const PngFile file(bytes, name);
  const PngPixels& png = file.pixels();
  const Memory raster = inflate(file, rasterBytes(png), name, note);
  return png.asKept() && !png.interlaced ? keepRaster(png, raster, name)
                                         : convertRaster(png, raster, name);
}

}  // namespace espy::io
