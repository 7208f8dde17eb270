// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <libdeflate.h>
#ifdef ESPY_WITH_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif

#include <algorithm>
#include <memory>
#include <vector>

#include "files/byte_reader.h"
#include "files/message.h"
#include "files/quotation.h"
#include "io/own_formats.h"
#include "io/picture_memory.h"
#include "io/png_chunks.h"
#include "io/png_pixels.h"

namespace espy::io {
namespace {

/// Bytes that undoPngFilter may read past the last row (png_pixels.h).
constexpr std::uint64_t kSlack = 16;

[[noreturn]] void refusePng(const std::string& name, const Message& why) {
  files::refuse(ErrorCode::badPicture, name,
                phrase("is a PNG picture that cannot be decoded: {}", why));
}

/// An Adam7 pass: the pixels at `x + i * dx`, `y + j * dy`.
struct Pass {
  std::int64_t x, y, dx, dy;

  Size size(Size whole) const {
    return {(whole.width - x + dx - 1) / dx, (whole.height - y + dy - 1) / dy};
  }
};
constexpr Pass kWhole{0, 0, 1, 1};
constexpr Pass kInterlaced[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

/// The contents of a file that affect its pixels.
class PngFile {
 public:
  PngFile(std::span<const std::uint8_t> bytes, const std::string& name) : name_(name) {
    readHeader(bytes);
    bool dataEnded = false;
    for (std::uint64_t at = kPngSignatureBytes;;) {
      const PngChunk chunk = pngChunkAt(bytes, at);
      if (chunk.name == "IEND") break;
      if (chunk.name == "IDAT") {
        if (dataEnded) refusePng(name, phrase("its IDAT chunks do not follow one another"));
        parts_.push_back(chunk.data);
        bytes_ += chunk.data.size();
      } else {
        dataEnded = !parts_.empty();
        take(chunk, at == kPngSignatureBytes, dataEnded);
      }
      at += chunk.size;
    }
    if (pixels_.hasPalette() && pixels_.palette.empty())
      refusePng(name, phrase("it has no palette"));
  }

  const PngPixels& pixels() const { return pixels_; }
  /// The compressed data, in parts, and their total bytes.
  const std::vector<std::span<const std::uint8_t>>& parts() const { return parts_; }
  std::uint64_t dataBytes() const { return bytes_; }
  /// The same, contiguous; owned by this object.
  std::span<const std::uint8_t> joinedData() {
    if (parts_.size() == 1) return parts_.front();
    joined_ = pictureMemory(bytes_, name_);
    std::uint8_t* end = joined_.get();
    for (const auto& part : parts_) end = std::copy(part.begin(), part.end(), end);
    return {joined_.get(), end};
  }

 private:
  void readHeader(std::span<const std::uint8_t> bytes) {
    const files::ByteReader file(bytes, files::ByteReader::Order::big);
    pixels_.size = {file.u32(16), file.u32(20)};
    pixels_.bits = file.u8(24);
    pixels_.colourType = file.u8(25);
    pixels_.interlaced = file.u8(28) == 1;
    if (file.u8(26) != 0 || file.u8(27) != 0 || file.u8(28) > 1) {
      refusePng(name_, phrase("its compression, filter and interlace methods are {}, {} and {}; "
                              "only 0, 0 and 0 or 1 are supported",
                              file.u8(26), file.u8(27), file.u8(28)));
    }
  }

  void take(const PngChunk& chunk, bool first, bool behindData) {
    if (chunk.name == "PLTE") {
      if (pixels_.hasPalette()) takePalette(chunk.data, behindData);
    } else if (chunk.name == "tRNS") {
      takeTransparency(chunk.data, behindData);
    } else if (chunk.name == "IHDR" ? !first : chunk.critical()) {
      refusePng(name_, phrase("it has an unknown critical chunk {}", files::shown(chunk.name)));
    }
  }

  void takePalette(std::span<const std::uint8_t> data, bool behindData) {
    if (behindData || !pixels_.palette.empty() || data.empty() || data.size() % 3 != 0 ||
        data.size() > 768) {
      refusePng(name_,
                phrase("its palette of {} bytes has a wrong length or position", data.size()));
    }
    for (std::size_t i = 0; i < data.size(); i += 3) {
      pixels_.palette.push_back({data[i], data[i + 1], data[i + 2], 255});
    }
  }

  void takeTransparency(std::span<const std::uint8_t> data, bool behindData) {
    if (pixels_.colourType >= 4) return;  // it has alpha, so the chunk has no meaning
    const auto samples = static_cast<std::size_t>(pixels_.fileSamples());
    const bool fits = pixels_.hasPalette() ? !data.empty() && data.size() <= pixels_.palette.size()
                                           : data.size() == 2 * samples;
    if (behindData || pixels_.key || pixels_.paletteAlpha || !fits) {
      refusePng(name_,
                phrase("its tRNS chunk of {} bytes has a wrong length or position", data.size()));
    }
    if (pixels_.hasPalette()) {
      pixels_.paletteAlpha = true;
      for (std::size_t i = 0; i < data.size(); ++i) pixels_.palette[i][3] = data[i];
      return;
    }
    // Only the low `bits` bits count.
    const auto mask = static_cast<std::uint16_t>((1U << pixels_.bits) - 1U);
    pixels_.key.emplace();
    for (std::size_t c = 0; c < samples; ++c) {
      (*pixels_.key)[c] = static_cast<std::uint16_t>((data[2 * c] << 8 | data[2 * c + 1]) & mask);
    }
  }

  const std::string& name_;
  PngPixels pixels_;
  std::vector<std::span<const std::uint8_t>> parts_;
  std::uint64_t bytes_ = 0;
  std::shared_ptr<std::uint8_t> joined_;
};

std::span<const Pass> passesOf(const PngPixels& png) {
  return png.interlaced ? std::span<const Pass>(kInterlaced) : std::span(&kWhole, 1);
}

/// Bytes of all rows, each with its filter byte.
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

/// Refuses data too short for the raster, before allocating it.
void checkEnough(const PngFile& file, std::uint64_t wanted, const std::string& name) {
  // Deflate: two bits yield at most 258 bytes.
  constexpr std::uint64_t kMostOfAByte = 1032;
  const Size size = file.pixels().size;
  if (wanted / kMostOfAByte > file.dataBytes()) {
    refusePng(name, phrase("{} of picture data cannot hold {} x {} pixels",
                           files::countedBytes(file.dataBytes()), size.width, size.height));
  }
}

[[noreturn]] void refuseDamaged(const std::string& name) {
  refusePng(name, phrase("its compressed data are damaged or cut short"));
}

[[noreturn]] void refuseSurplus(const std::string& name, Size size) {
  refusePng(name,
            phrase("its picture data continue after {} x {} pixels", size.width, size.height));
}

void checkMade(std::uint64_t made, std::uint64_t wanted, const std::string& name) {
  if (made == wanted) return;
  refusePng(name, phrase("its picture data end after {} of {} bytes", made, wanted));
}

void addBehind(Message& note, std::uint64_t bytes) {
  if (bytes == 0) return;
  addNote(note, bytes == 1 ? phrase("1 byte after its picture data was not read")
                           : phrase("{} bytes after its picture data were not read", bytes));
}

Memory inflate(PngFile& file, std::uint64_t wanted, const std::string& name, Message& note) {
  checkEnough(file, wanted, name);
  const std::span<const std::uint8_t> data = file.joinedData();
  Memory raster = pictureMemory(wanted + kSlack, name);
  std::fill_n(raster.get() + wanted, kSlack, std::uint8_t{0});
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> engine(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!engine) files::refuse(ErrorCode::tooLarge, name, phrase("no memory to decode it"));
  std::size_t read = 0;
  std::size_t made = 0;
  const libdeflate_result result = libdeflate_zlib_decompress_ex(
      engine.get(), data.data(), data.size(), raster.get(), wanted, &read, &made);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) refuseSurplus(name, file.pixels().size);
  if (result != LIBDEFLATE_SUCCESS) refuseDamaged(name);
  checkMade(made, wanted, name);
  addBehind(note, data.size() - read);
  return raster;
}

[[noreturn]] void refuseFilter(const std::string& name, int filter, std::int64_t y) {
  refusePng(name, phrase("row {} has the unknown filter {}", y, filter));
}

/// Unfilters rows that need no conversion in place: they move together in the inflated memory,
/// which becomes the picture.
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

/// Scatters pixels into a row with stride `dx`.
void spread(const std::uint8_t* in, std::int64_t count, std::int64_t pixelBytes, std::int64_t dx,
            std::uint8_t* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::copy_n(in + i * pixelBytes, pixelBytes, out + i * dx * pixelBytes);
  }
}

void checkColours(const PngPixels& png, const Pass& pass, std::int64_t y, std::int64_t count,
                  std::int64_t converted, const std::string& name) {
  if (converted == count) return;
  refusePng(name, phrase("pixel {},{} has a colour that its palette of {} lacks",
                         pass.x + converted * pass.dx, y, png.palette.size()));
}

Image convertRaster(const PngPixels& png, const Memory& raster, const std::string& name) {
  const PictureMemory memory(png.size, png.format(), name);
  const MutableImageView& target = memory.pixels();
  const std::int64_t pixelBytes = png.format().bytesPerPixel();
  std::vector<std::uint16_t> narrow;  // row of a pass; 16-bit elements for the alignment
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
      checkColours(png, pass, y, size.width, converted, name);
      if (png.interlaced) spread(out, size.width, pixelBytes, pass.dx, target.pixel(pass.x, y));
    }
  }
  return memory.image();
}

#ifdef ESPY_WITH_ZLIB

/// Inflates a picture's data incrementally.
class Inflater {
 public:
  Inflater(const PngFile& file, std::uint64_t wanted, const std::string& name)
      : file_(file), wanted_(wanted), name_(name) {
    if (::inflateInit(&stream_) != Z_OK)
      files::refuse(ErrorCode::tooLarge, name, phrase("no memory to decode it"));
  }
  ~Inflater() { ::inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Fills `out` with the next part of the wanted bytes.
  void read(std::span<std::uint8_t> out) {
    const std::size_t made = next(out);
    made_ += made;
    if (made < out.size()) checkMade(made_, wanted_, name_);
  }

  /// Inflates the rest, and checks that only the checksum follows.
  void end(Message& note) {
    std::vector<std::uint8_t> unread(std::min<std::uint64_t>(wanted_ - made_, 1 << 16));
    while (made_ < wanted_) {
      read(std::span(unread).first(std::min<std::uint64_t>(wanted_ - made_, unread.size())));
    }
    std::uint8_t more = 0;
    if (next({&more, 1}) != 0) refuseSurplus(name_, file_.pixels().size);
    std::uint64_t behind = stream_.avail_in;
    for (std::size_t i = part_; i < file_.parts().size(); ++i) behind += file_.parts()[i].size();
    addBehind(note, behind);
  }

 private:
  /// Returns the number of bytes; fewer than requested only at the end of the data.
  std::size_t next(std::span<std::uint8_t> out) {
    std::size_t made = 0;
    while (made < out.size() && !ended_) {
      if (stream_.avail_in == 0) {
        if (part_ == file_.parts().size()) refuseDamaged(name_);
        const auto part = file_.parts()[part_++];  // a length of 32 bits
        stream_.next_in = part.data();
        stream_.avail_in = static_cast<uInt>(part.size());
        continue;
      }
      stream_.next_out = out.data() + made;
      stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(out.size() - made, 1U << 30U));
      const uInt room = stream_.avail_out;
      const int result = ::inflate(&stream_, Z_NO_FLUSH);
      made += room - stream_.avail_out;
      ended_ = result == Z_STREAM_END;
      if (result != Z_OK && result != Z_BUF_ERROR && !ended_) refuseDamaged(name_);
    }
    return made;
  }

  const PngFile& file_;
  std::uint64_t wanted_;
  const std::string& name_;
  z_stream stream_{};
  std::size_t part_ = 0;
  std::uint64_t made_ = 0;
  bool ended_ = false;
};

/// Streams the rows of one pass, a few at a time.
void handOver(const PngPixels& png, const Pass& pass, Inflater& inflater, const std::string& name,
              RowSink& sink) {
  constexpr std::size_t kBytesAtOnce = std::size_t{1} << 18;
  const Size size = pass.size(png.size);
  if (size.pixels() == 0) return;
  const auto row = static_cast<std::size_t>(png.rowBytes(static_cast<std::uint64_t>(size.width)));
  const auto most = static_cast<std::int64_t>(std::max<std::size_t>(1, kBytesAtOnce / (row + 1)));
  const std::int64_t count = std::min(most, size.height);
  // Its first row is the last unfiltered row of the chunk before.
  std::vector<std::uint8_t> rows((static_cast<std::size_t>(count) + 1) * (row + 1) + kSlack);
  // 16-bit elements for the alignment.
  const std::int64_t pixelBytes = png.format().bytesPerPixel();
  std::vector<std::uint16_t> pixels(static_cast<std::size_t>((size.width * pixelBytes + 1) / 2));
  auto* const out = reinterpret_cast<std::uint8_t*>(pixels.data());
  const ImageView view(out, {size.width, 1}, png.format(), size.width * pixelBytes);
  for (std::int64_t j = 0; j < size.height; j += count) {
    const std::int64_t some = std::min(count, size.height - j);
    std::uint8_t* in = rows.data() + row + 1;
    inflater.read({in, static_cast<std::size_t>(some) * (row + 1)});
    for (std::int64_t k = 0; k < some; ++k, in += row + 1) {
      const std::int64_t y = pass.y + (j + k) * pass.dy;
      const std::uint8_t* above = j + k > 0 ? in - row : nullptr;
      if (!undoPngFilter(in[0], in + 1, above, row, png.step(), in + 1))
        refuseFilter(name, in[0], y);
      const std::int64_t converted = convertPngRow(png, in + 1, size.width, out);
      checkColours(png, pass, y, size.width, converted, name);
      sink.take(y, view, pass.x, pass.dx);
    }
    std::copy_n(in - row - 1, row + 1, rows.data());
  }
}

#endif

}  // namespace

Image readPng(std::span<const std::uint8_t> bytes, const std::string& name, Message& note) {
  PngFile file(bytes, name);
  const PngPixels& png = file.pixels();
  const Memory raster = inflate(file, rasterBytes(png), name, note);
  return png.asKept() && !png.interlaced ? keepRaster(png, raster, name)
                                         : convertRaster(png, raster, name);
}

bool readPngRows(std::span<const std::uint8_t> bytes, const std::string& name, Message& note,
                 RowSink& sink) {
#ifdef ESPY_WITH_ZLIB
  const PngFile file(bytes, name);
  const PngPixels& png = file.pixels();
  const std::uint64_t wanted = rasterBytes(png);
  checkEnough(file, wanted, name);
  if (!sink.begin(png.size, png.format())) return false;
  Inflater inflater(file, wanted, name);
  try {
    for (const Pass& pass : passesOf(png)) handOver(png, pass, inflater, name, sink);
  } catch (const Error& error) {
    // Damaged compressed data takes precedence: it is also the error where everything is inflated
    // before conversion.
    if (error.code() == ErrorCode::badPicture) inflater.end(note);
    throw;
  }
  inflater.end(note);
  return true;
#else
  (void)bytes, (void)name, (void)note, (void)sink;
  return false;
#endif
}

}  // namespace espy::io
