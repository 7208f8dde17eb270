// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "io/scale.h"
#include "io/tiff/memory_tiff.h"

namespace espy::io {
namespace {

constexpr std::uint32_t kMostSamples = 32;
constexpr std::uint32_t kMostTileSide = 1U << 16;

using Palette = std::vector<std::array<std::uint16_t, 3>>;

class TiffReader {
 public:
  TiffReader(const std::uint8_t* bytes, std::size_t size) {
    memory_.bytes = bytes;
    memory_.size = size;
    // libtiff's memory is proportional to the file, apart from the decoders' tables.
    const std::uint64_t most = (std::uint64_t{256} << 20) + 16 * std::uint64_t{size};
    tiff_ = openTiff(memory_, talk_, "rc", most);  // c: no strip chopping
    if (talk_.wrong.find("different values") != std::string::npos) {
      throw BadTiff{"its samples differ in bits or format", true};
    }
    if (!tiff_ || !talk_.wrong.empty()) fail("it cannot be opened");
    readFields();
    checkKind();
    if (photometric_ == PHOTOMETRIC_PALETTE) readPalette();
    checkParts();
    sampleBytes_ = floats_ ? 4 : (palette_.empty() ? bits_ > 8 : widePalette_) ? 2 : 1;
    if (palette_.empty() && bits_ != 8 && bits_ != 16 && !floats_) {
      for (std::uint32_t value = 0; value <= top(); ++value) {
        scale_.push_back(static_cast<std::uint16_t>(scaled(value, top(), bits_ > 8 ? 65535 : 255)));
      }
    }
  }

  EspyTiffFacts facts() const {
    return {width_,      height_, samples_, colours(), sampleBytes_, palette_.empty() ? 0 : 1,
            orientation_};
  }

  void read(std::uint8_t* pixels, int channels) {
    if (channels != colours() && (channels != colours() + 1 || channels > samples_)) {
      fail("its header says " + std::to_string(channels) + " channels, libtiff " +
           std::to_string(samples_) + " samples");
    }
    channels_ = channels;
    talk_.decoding = true;
    if (rgba_) return readRgba(pixels);
    const std::uint64_t pixelBytes = static_cast<std::uint64_t>(channels * sampleBytes_);
    const std::uint32_t planes = separate_ ? static_cast<std::uint32_t>(channels) : 1;
    for (std::uint32_t plane = 0; plane < planes; ++plane) {
      for (std::uint64_t y = 0; y < height_; y += partHeight_) {
        for (std::uint64_t x = 0; x < width_; x += partWidth_) {
          readPart(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), plane,
                   pixels + (y * width_ + x) * pixelBytes);
        }
      }
    }
  }

 private:
  [[noreturn]] void fail(const std::string& otherwise) const {
    throw BadTiff{!talk_.wrong.empty() ? talk_.wrong : otherwise};
  }
  template <class Value>
  Value field(std::uint32_t tag, Value missing) const {
    Value value{};
    return TIFFGetField(tiff_.get(), tag, &value) == 1 ? value : missing;
  }

  void readFields() {
    width_ = field<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0);
    height_ = field<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0);
    bits_ = field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
    samples_ = field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1);
    const int format = field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    photometric_ = field<std::uint16_t>(TIFFTAG_PHOTOMETRIC, samples_ >= 3 ? 2 : 1);
    packing_ = field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    separate_ = samples_ > 1 && field<std::uint16_t>(TIFFTAG_PLANARCONFIG, 1) == 2;
    orientation_ = field<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    tiled_ = TIFFIsTiled(tiff_.get()) != 0;
    partWidth_ = tiled_ ? field<std::uint32_t>(TIFFTAG_TILEWIDTH, 0) : width_;
    partHeight_ = tiled_ ? field<std::uint32_t>(TIFFTAG_TILELENGTH, 0)
                         : std::min(field<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, height_), height_);
    if (width_ == 0 || height_ == 0) fail("it has no pixels");
    floats_ = format == SAMPLEFORMAT_IEEEFP && bits_ == 32;
    const bool integers =
        (format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID) && bits_ >= 1 && bits_ <= 16;
    if ((!integers && !floats_) || samples_ < 1 || samples_ > static_cast<int>(kMostSamples)) {
      throw BadTiff{"its samples (" + std::to_string(samples_) + " of " + std::to_string(bits_) +
                        " bits, format " + std::to_string(format) + ") are not supported",
                    true};
    }
    if (photometric_ != PHOTOMETRIC_PALETTE && colours() > samples_)
      fail("it has fewer than three colours");
    if (partWidth_ < 1 || partHeight_ < 1 ||
        (tiled_ && std::max(partWidth_, partHeight_) > kMostTileSide)) {
      fail("its strips or tiles have " + std::to_string(partWidth_) + " x " +
           std::to_string(partHeight_) + " pixels");
    }
  }

  /// YCbCr and old-style JPEG are converted by libtiff's RGBA reader.
  void checkKind() {
    const bool plain = photometric_ <= PHOTOMETRIC_PALETTE &&
                       (photometric_ != PHOTOMETRIC_PALETTE || (samples_ == 1 && bits_ <= 8)) &&
                       !(floats_ && photometric_ == PHOTOMETRIC_MINISWHITE);
    const bool lossless = packing_ == COMPRESSION_NONE || packing_ == COMPRESSION_LZW ||
                          packing_ == COMPRESSION_PACKBITS || deflated();
    const bool luma = photometric_ == PHOTOMETRIC_YCBCR;
    const bool grey = photometric_ <= PHOTOMETRIC_MINISBLACK && samples_ == 1;
    const bool simple = (bits_ == 8 && (grey || (samples_ == 3 && (photometric_ == 2 || luma)))) ||
                        (bits_ == 1 && grey);
    const bool other = lossless ||
                       (packing_ >= COMPRESSION_CCITTRLE && packing_ <= COMPRESSION_JPEG) ||
                       packing_ == COMPRESSION_CCITTRLEW;
    if (!(plain && lossless) && !(simple && other)) {
      throw BadTiff{"photometric interpretation " + std::to_string(photometric_) +
                        " with compression " + std::to_string(packing_) + ", " +
                        std::to_string(samples_) + " samples and " + std::to_string(bits_) +
                        " bits cannot be read exactly; convert it to PNG",
                    true};
    }
    rgba_ = packing_ == COMPRESSION_OJPEG || (luma && (packing_ != COMPRESSION_JPEG || separate_));
    if (luma && !rgba_) TIFFSetField(tiff_.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    if (inflates()) {
      predictor_ = field<std::uint16_t>(TIFFTAG_PREDICTOR, PREDICTOR_NONE);
      if (predictor_ != PREDICTOR_NONE &&
          (predictor_ != PREDICTOR_HORIZONTAL || (bits_ != 8 && bits_ != 16))) {
        throw BadTiff{"its predictor " + std::to_string(predictor_) + " is not supported", true};
      }
    }
    rowBytes_ = (std::uint64_t{partWidth_} * (separate_ ? 1 : samples_) * bits_ + 7) / 8;
  }

  void readPalette() {
    std::uint16_t* planes[3] = {};
    if (TIFFGetField(tiff_.get(), TIFFTAG_COLORMAP, &planes[0], &planes[1], &planes[2]) != 1) {
      fail("it has no palette");
    }
    bool bytes = true;    // 8-bit values in 16-bit entries, as old writers do
    bool doubled = true;  // v * 257
    palette_.resize(std::size_t{1} << bits_);
    for (std::size_t i = 0; i < palette_.size(); ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        palette_[i][c] = planes[c][i];
        bytes = bytes && planes[c][i] < 256;
        doubled = doubled && planes[c][i] % 257 == 0;
      }
    }
    widePalette_ = !bytes && !doubled;
    if (!doubled) return;
    for (auto& colour : palette_) {
      for (std::uint16_t& value : colour) value = static_cast<std::uint16_t>(value / 257);
    }
  }

  /// Before allocating: checks that the parts can hold the picture.
  void checkParts() const {
    const std::uint64_t across = (width_ + std::uint64_t{partWidth_} - 1) / partWidth_;
    const std::uint64_t down = (height_ + std::uint64_t{partHeight_} - 1) / partHeight_;
    const std::uint64_t planes = separate_ ? static_cast<std::uint64_t>(samples_) : 1;
    const std::uint64_t parts = across * down * planes;
    if (parts != (tiled_ ? TIFFNumberOfTiles(tiff_.get()) : TIFFNumberOfStrips(tiff_.get()))) {
      fail("its number of strips or tiles does not match its size");
    }
    const std::uint64_t wanted = height_ * planes * rowBytes_ * across;
    std::uint64_t there = memory_.size;
    if (packing_ != COMPRESSION_NONE && packing_ != COMPRESSION_OJPEG) {
      there = 0;
      for (std::uint64_t i = 0; i < parts; ++i) {
        there += TIFFGetStrileByteCount(tiff_.get(), static_cast<std::uint32_t>(i));
        if (there > memory_.size) fail("its strips or tiles overlap");
      }
    }
    // Chroma may be subsampled.
    if (wanted / (rgba_ ? 3 : 1) / mostOfAByte() > there) {
      fail(std::to_string(there) + " bytes of picture data cannot hold " + std::to_string(width_) +
           " x " + std::to_string(height_) + " pixels");
    }
  }
  /// Maximal output bytes per byte of compressed data.
  std::uint64_t mostOfAByte() const {
    switch (packing_) {
      case COMPRESSION_NONE:
        return 1;
      case COMPRESSION_PACKBITS:
        return 64;
      case COMPRESSION_LZW:
        return 4096;
      case COMPRESSION_OJPEG:
      case COMPRESSION_JPEG:
        return 65536;
      default:
        return deflated() ? 1032 : 8 * rowBytes_;  // fax: a row has at least one bit
    }
  }

  /// Decodes one strip or tile into the picture.
  void readPart(std::uint32_t x, std::uint32_t y, std::uint32_t plane, std::uint8_t* out) {
    const std::uint32_t rows = std::min(partHeight_, height_ - y);
    const std::uint64_t wanted = rows * rowBytes_;
    const auto sample = static_cast<std::uint16_t>(plane);
    const std::uint32_t index = tiled_ ? TIFFComputeTile(tiff_.get(), x, y, 0, sample)
                                       : TIFFComputeStrip(tiff_.get(), y, sample);
    // Tiles extend beyond the picture, and the last strip may.
    const std::uint64_t most =
        inflates() ? std::min(partHeight_ * rowBytes_,
                              mostOfAByte() * TIFFGetStrileByteCount(tiff_.get(), index))
                   : wanted;
    if (most < wanted) fail("strip or tile " + std::to_string(index) + " cannot hold its pixels");
    const bool here = !tiled_ && asKept() && most == wanted;
    if (!here && buffer_.size() < most) buffer_.resize(most);
    std::uint8_t* const room = here ? out : buffer_.data();
    if (inflates()) {
      inflate(index, room, wanted, most);
    } else {
      decode(index, room, wanted);
    }
    if (here) return;
    const std::uint64_t step =
        std::uint64_t{width_} * static_cast<std::uint64_t>(channels_ * sampleBytes_);
    const std::uint32_t width = std::min(partWidth_, width_ - x);
    for (std::uint32_t row = 0; row < rows; ++row, out += step) {
      const std::uint8_t* in = room + row * rowBytes_;
      if (asKept()) {
        std::memcpy(out, in, width * static_cast<std::uint64_t>(channels_ * sampleBytes_));
      } else if (sampleBytes_ == 1) {
        place(in, plane, width, out);
      } else if (sampleBytes_ == 2) {
        place(in, plane, width, reinterpret_cast<std::uint16_t*>(out));
      } else {
        place(in, plane, width, reinterpret_cast<std::uint32_t*>(out));
      }
    }
  }

  void decode(std::uint32_t index, std::uint8_t* room, std::uint64_t wanted) {
    const auto bytes = static_cast<tmsize_t>(wanted);
    talk_.partial = wanted < partHeight_ * rowBytes_;
    const tmsize_t got = tiled_ ? TIFFReadEncodedTile(tiff_.get(), index, room, bytes)
                                : TIFFReadEncodedStrip(tiff_.get(), index, room, bytes);
    if (got != bytes || !talk_.wrong.empty())
      fail("strip or tile " + std::to_string(index) + " ends too early");
  }

  /// Inflates parts here: libtiff accepts surplus data, and then does not check the checksum.
  void inflate(std::uint32_t index, std::uint8_t* room, std::uint64_t wanted, std::uint64_t most) {
    const std::uint64_t at = TIFFGetStrileOffset(tiff_.get(), index);
    const std::uint64_t packed = TIFFGetStrileByteCount(tiff_.get(), index);
    if (at > memory_.size || packed > memory_.size - at) fail("a strip or tile is cut short");
    std::vector<std::uint8_t> turned;
    const std::uint8_t* source = memory_.bytes + at;
    if (field<std::uint16_t>(TIFFTAG_FILLORDER, 1) == FILLORDER_LSB2MSB) {
      turned.assign(source, source + packed);
      TIFFReverseBits(turned.data(), static_cast<tmsize_t>(packed));
      source = turned.data();
    }
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> engine(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (!engine) throw std::bad_alloc();
    std::size_t made = 0;
    const auto result = libdeflate_zlib_decompress(engine.get(), source, packed, room, most, &made);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE) fail("a strip or tile holds more than its pixels");
    if (result != LIBDEFLATE_SUCCESS) fail("its deflated data are damaged");
    if (made < wanted) fail("strip or tile " + std::to_string(index) + " ends too early");
    if (bits_ == 16 && TIFFIsByteSwapped(tiff_.get()) != 0) {
      TIFFSwabArrayOfShort(reinterpret_cast<std::uint16_t*>(room),
                           static_cast<tmsize_t>(wanted / 2));
    }
    if (predictor_ != PREDICTOR_HORIZONTAL) return;
    for (std::uint64_t row = 0; row < wanted; row += rowBytes_) {
      if (bits_ == 8) {
        addUp(room + row, rowBytes_);
      } else {
        addUp(reinterpret_cast<std::uint16_t*>(room + row), rowBytes_ / 2);
      }
    }
  }
  /// Undoes horizontal differencing (predictor 2).
  template <class Sample>
  void addUp(Sample* row, std::uint64_t count) const {
    const auto step = static_cast<std::uint64_t>(separate_ ? 1 : samples_);
    for (std::uint64_t i = step; i < count; ++i)
      row[i] = static_cast<Sample>(row[i] + row[i - step]);
  }

  /// Whether the samples of a decoded part are as in a picture.
  bool asKept() const {
    return scale_.empty() && palette_.empty() && !separate_ && samples_ == channels_ &&
           photometric_ != PHOTOMETRIC_MINISWHITE;
  }
  std::uint32_t sample(const std::uint8_t* row, std::uint64_t index) const {
    if (bits_ == 8) return row[index];
    if (bits_ == 16) return reinterpret_cast<const std::uint16_t*>(row)[index];
    if (bits_ == 32) return reinterpret_cast<const std::uint32_t*>(row)[index];
    std::uint32_t value = 0;  // packed, most significant bit first
    const auto bits = static_cast<std::uint64_t>(bits_);
    for (std::uint64_t bit = index * bits; bit < (index + 1) * bits; ++bit) {
      value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1U);
    }
    return value;
  }
  template <class Sample>
  void place(const std::uint8_t* in, std::uint32_t plane, std::uint32_t width, Sample* out) const {
    const std::uint64_t step = separate_ ? 1 : static_cast<std::uint64_t>(samples_);
    for (std::uint32_t x = 0; x < width; ++x, out += channels_) {
      if (!palette_.empty()) {
        for (std::size_t c = 0; c < 3; ++c)
          out[c] = static_cast<Sample>(palette_[sample(in, x)][c]);
      } else if (separate_) {
        out[plane] = scaledSample<Sample>(sample(in, x), plane);
      } else {
        for (std::uint32_t c = 0; c < static_cast<std::uint32_t>(channels_); ++c) {
          out[c] = scaledSample<Sample>(sample(in, x * step + c), c);
        }
      }
    }
  }
  template <class Sample>
  Sample scaledSample(std::uint32_t value, std::uint32_t channel) const {
    if (photometric_ == PHOTOMETRIC_MINISWHITE && channel == 0) value = top() - value;
    return static_cast<Sample>(scale_.empty() ? value : scale_[value]);
  }

  /// Decodes with libtiff's RGBA reader: 8 bits, opaque.
  void readRgba(std::uint8_t* out) {
    std::vector<std::uint32_t> raster(std::uint64_t{width_} * height_);
    TIFFSetField(tiff_.get(), TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);  // applied by the caller
    const int good = TIFFReadRGBAImageOriented(tiff_.get(), width_, height_, raster.data(),
                                               ORIENTATION_TOPLEFT, 1);
    if (good != 1 || !talk_.wrong.empty()) fail("it cannot be decoded");
    for (const std::uint32_t pixel : raster) {
      for (int c = 0; c < channels_; ++c) *out++ = static_cast<std::uint8_t>(pixel >> 8 * c);
    }
  }

  /// Floating-point predictors are left to libtiff.
  bool inflates() const { return deflated() && !floats_; }
  bool deflated() const {
    return packing_ == COMPRESSION_ADOBE_DEFLATE || packing_ == COMPRESSION_DEFLATE;
  }
  std::uint32_t top() const { return (1U << bits_) - 1U; }
  int colours() const {
    return photometric_ == PHOTOMETRIC_MINISWHITE || photometric_ == PHOTOMETRIC_MINISBLACK ? 1 : 3;
  }

  TiffMemory memory_;
  TiffMessages talk_;
  OpenTiff tiff_;  // after memory_ and talk_, which it uses until it is closed
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::uint32_t partWidth_ = 0;
  std::uint32_t partHeight_ = 0;
  std::uint64_t rowBytes_ = 0;  ///< of a strip or tile
  int bits_ = 1;                ///< of a sample in the file
  int samples_ = 1;
  int photometric_ = PHOTOMETRIC_MINISBLACK;
  int packing_ = COMPRESSION_NONE;
  int predictor_ = PREDICTOR_NONE;
  int orientation_ = ORIENTATION_TOPLEFT;
  bool separate_ = false;  ///< planar: each sample has its own strips or tiles
  bool tiled_ = false;
  bool rgba_ = false;
  bool floats_ = false;  ///< of 32 bits, which are not changed
  Palette palette_;
  bool widePalette_ = false;
  std::vector<std::uint16_t> scale_;
  std::vector<std::uint8_t> buffer_;
  int sampleBytes_ = 1;  ///< of the picture
  int channels_ = 1;
};

}  // namespace

int openTiffFile(const std::uint8_t* bytes, std::size_t size, void** tiff, EspyTiffFacts* facts,
                 char* said, std::size_t saidSize) {
  return guardedTiff(said, saidSize, [&] {
    auto reader = std::make_unique<TiffReader>(bytes, size);
    *facts = reader->facts();
    *tiff = reader.release();
  });
}

int readTiffFile(void* tiff, std::uint8_t* pixels, std::int32_t channels, char* said,
                 std::size_t saidSize) {
  return guardedTiff(said, saidSize,
                     [&] { static_cast<TiffReader*>(tiff)->read(pixels, channels); });
}

void closeTiffFile(void* tiff) {
  delete static_cast<TiffReader*>(tiff);
}

}  // namespace espy::io
