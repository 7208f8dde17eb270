// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "files/message.h"
#include "io/bmp.h"
#include "io/own_formats.h"
#include "io/picture_memory.h"
#include "io/scale.h"

namespace espy::io {
namespace {

using Colour = std::array<std::uint8_t, 3>;

/// A sample within a 16- or 32-bit pixel, with a table that scales it to 0..255.
class MaskedSample {
 public:
  MaskedSample(std::uint32_t mask, const std::string& name) : mask_(mask) {
    if (mask == 0) {  // no such sample
      values_.assign(1, 0);
      return;
    }
    shift_ = std::countr_zero(mask);
    const std::uint32_t top = mask >> shift_;
    if ((top & (top + 1)) != 0) {
      refuseBmp(name, phrase("its mask {} is not contiguous", fmt::format("{:#x}", mask)));
    }
    if (top > 255) {
      files::refuse(ErrorCode::unsupported, name,
                    phrase("is a BMP with {} bits a sample; up to 8 are read", std::popcount(top)));
    }
    for (std::uint32_t value = 0; value <= top; ++value) {
      values_.push_back(static_cast<std::uint8_t>(scaled(value, top, 255)));
    }
  }
  std::uint8_t of(std::uint32_t pixel) const { return values_[(pixel & mask_) >> shift_]; }

 private:
  std::uint32_t mask_;
  int shift_ = 0;
  std::vector<std::uint8_t> values_;
};

class BmpFile {
 public:
  BmpFile(std::span<const std::uint8_t> bytes, const std::string& name)
      : bytes_(bytes), name_(name), header_(readBmpHeader(bytes)) {}

  Image read() {
    refuseUnknown();
    if (header_.bits <= 8) return readPalette();
    const PictureMemory memory(size(), {header_.alpha() ? 4 : 3, Depth::u8}, name_);
    const MutableImageView& pixels = memory.pixels();
    if (header_.bits == 24 || usual()) {
      // In file order, usually bottom-up.
      for (std::int64_t i = 0; i < size().height; ++i) {
        const std::int64_t y = header_.topDown ? i : size().height - 1 - i;
        readBytes(row(y), pixels.row(y));
      }
      return memory.image();
    }
    std::vector<MaskedSample> samples;
    for (int c = 0; c < pixels.format().channels; ++c)
      samples.emplace_back(header_.masks[c], name_);
    for (std::int64_t y = 0; y < size().height; ++y) readMasked(row(y), samples, pixels.row(y));
    return memory.image();
  }

 private:
  Size size() const { return {header_.width, header_.height}; }

  void refuseUnknown() const {
    const int bits = header_.bits;
    bool known = header_.packedAs(BmpPacking::none) &&
                 (bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32);
    known = known || (header_.masked() && (bits == 16 || bits == 32));
    known = known || (header_.packedAs(BmpPacking::runsOfBytes) && bits == 8 && !header_.topDown);
    known = known || (header_.packedAs(BmpPacking::runsOfHalves) && bits == 4 && !header_.topDown);
    if (known) return;
    files::refuse(
        ErrorCode::unsupported, name_,
        header_.topDown
            ? phrase("is a top-down BMP of {} bits a pixel with compression {}, which is not "
                     "supported",
                     bits, header_.packing)
            : phrase("is a BMP of {} bits a pixel with compression {}, which is not supported",
                     bits, header_.packing));
  }

  const std::uint8_t* row(std::int64_t y) const {
    const std::int64_t stored = header_.topDown ? y : header_.height - 1 - y;
    return bytes_.data() + header_.data + static_cast<std::uint64_t>(stored) * header_.rowBytes();
  }

  /// BGRA or BGRX with 8-bit samples.
  bool usual() const {
    const std::array<std::uint32_t, 4>& masks = header_.masks;
    return header_.bits == 32 && masks[0] == 0xff0000 && masks[1] == 0xff00 && masks[2] == 0xff &&
           (masks[3] == 0 || masks[3] == 0xff000000);
  }
  void readBytes(const std::uint8_t* in, std::uint8_t* out) const {
    if (header_.bits == 24) {
      bgrToRgb(in, header_.width, out);
    } else if (header_.alpha()) {
      turnFour(in, header_.width, out);
    } else {
      bgraToRgb(in, header_.width, out);
    }
  }
  void readMasked(const std::uint8_t* in, const std::vector<MaskedSample>& samples,
                  std::uint8_t* out) const {
    for (std::int64_t x = 0; x < header_.width; ++x) {
      std::uint32_t pixel = in[0] | std::uint32_t{in[1]} << 8;
      if (header_.bits == 32) pixel |= std::uint32_t{in[2]} << 16 | std::uint32_t{in[3]} << 24;
      in += header_.bits / 8;
      for (const MaskedSample& sample : samples) *out++ = sample.of(pixel);
    }
  }

  std::vector<Colour> palette() const {
    std::vector<Colour> colours(static_cast<std::size_t>(header_.paletteColours));
    const std::uint8_t* at = bytes_.data() + header_.palette;  // in bounds: it ends before the
                                                               // pixels begin
    for (Colour& colour : colours) {
      colour = {at[2], at[1], at[0]};
      at += header_.paletteStep;
    }
    return colours;
  }

  Image readPalette() {
    const std::vector<Colour> colours = palette();
    const bool grey = std::all_of(colours.begin(), colours.end(), [](const Colour& colour) {
      return colour[0] == colour[1] && colour[1] == colour[2];
    });
    const std::vector<std::uint8_t> runs =
        header_.runs() ? readBmpRuns(header_, bytes_, name_) : std::vector<std::uint8_t>();
    const std::size_t samples = grey ? 1 : 3;
    const PictureMemory memory(size(), {grey ? 1 : 3, Depth::u8}, name_);
    for (std::int64_t y = 0; y < header_.height; ++y) {
      const int bits = header_.runs() ? 8 : header_.bits;
      const std::uint8_t* in = header_.runs() ? runs.data() + y * header_.width : row(y);
      std::uint8_t* out = memory.pixels().row(y);
      for (std::int64_t x = 0; x < header_.width; ++x, out += samples) {
        const std::int64_t bit = x * bits;
        const std::size_t index = in[bit / 8] >> (8 - bits - bit % 8) & ((1U << bits) - 1U);
        if (index >= colours.size()) {
          refuseBmp(name_, phrase("pixel {},{} has a colour that its palette of {} lacks", x, y,
                                  colours.size()));
        }
        std::memcpy(out, colours[index].data(), samples);
      }
    }
    return memory.image();
  }

  std::span<const std::uint8_t> bytes_;
  const std::string& name_;
  BmpHeader header_;
};

}  // namespace

Image readBmp(std::span<const std::uint8_t> bytes, const std::string& name) {
  return BmpFile(bytes, name).read();
}

}  // namespace espy::io
