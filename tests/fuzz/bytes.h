// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "espy/engine/simd.h"
#include "espy/image.h"

/// Helpers that make pictures of a fuzzer's input.
namespace espy::test {

/// Limits the SIMD level by the input's last byte, so that all other bytes keep their meaning.
inline void chooseSimdLevel(const std::uint8_t* data, std::size_t size) {
  const auto& levels = simdLevels();
  limitSimd(levels[size > 0 ? data[size - 1] % levels.size() : 0]);
}

/// Returns the input byte by byte, then zeros.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t next() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  int below(int bound) { return next() % bound; }
  PixelFormat format() {
    const int channels = 1 + below(4);
    return {channels, below(4) == 0 ? Depth::u16 : Depth::u8};
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

/// Fills a picture with the next bytes, masked. Few bits in the mask make matches likely.
inline void fill(const MutableImageView& picture, Bytes& bytes, std::uint8_t mask) {
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t i = 0; i < picture.rowBytes(); ++i) {
      picture.row(y)[i] = bytes.next() & mask;
    }
  }
}

/// A picture filled with the next bytes.
inline Image drawn(Bytes& bytes, Size size, PixelFormat format, std::uint8_t mask) {
  Image image(size, format);
  fill(image.pixels(), bytes, mask);
  return image;
}

/// A crop of this size at the given position modulo the valid positions.
inline Image cutFrom(const Image& scene, Size size, int left, int top) {
  const Size all = scene.size();
  return Image::copyOf(scene.view().crop(left % (all.width - size.width + 1),
                                         top % (all.height - size.height + 1), size));
}

inline bool fitsInto(Size scene, Size needle) {
  return needle.width <= scene.width && needle.height <= scene.height;
}

}  // namespace espy::test
