// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/image.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/large_pages.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "picture/sample.h"

namespace espy {

std::uint32_t sampleAt(const ImageView& image, std::int64_t x, std::int64_t y, int channel) {
  return picture::sampleOf(image, x, y, channel);
}

void setSample(const MutableImageView& image, std::int64_t x, std::int64_t y, int channel,
               std::uint32_t value) {
  std::uint8_t* at = image.pixel(x, y) + channel * image.format().bytesPerSample();
  if (image.format().depth == Depth::u8) {
    *at = static_cast<std::uint8_t>(value);
    return;
  }
  const auto narrow = static_cast<std::uint16_t>(value);
  std::memcpy(at, &narrow, sizeof narrow);
}

Image::Image(Size size, PixelFormat format) : Image(size, format, true) {}

Image Image::forOverwrite(Size size, PixelFormat format) {
  return {size, format, false};
}

Image::Image(Size size, PixelFormat format, bool zeros) {
  const std::int64_t pixels = countPixels(size.width, size.height, format.bytesPerPixel());
  if (pixels < 0) {
    throw Error(ErrorCode::tooLarge,
                phrase("a picture of {} x {} pixels is too large", size.width, size.height));
  }
  // calloc: pages of a large plane are committed only when touched.
  const std::size_t bytes =
      std::max<std::size_t>(1, static_cast<std::size_t>(pixels) * format.bytesPerPixel());
  writable_ = static_cast<std::uint8_t*>(zeros ? std::calloc(bytes, 1) : std::malloc(bytes));
  if (writable_ == nullptr) {
    throw Error(ErrorCode::tooLarge,
                phrase("no memory for a picture of {} x {} pixels", size.width, size.height));
  }
  // Huge pages reduce TLB misses for pictures about to be filled: a search that reads one row in
  // sixteen touches each page once. Planes of zeros may stay mostly untouched.
  constexpr std::size_t kWorthLargePages = std::size_t{4} << 20;
  if (!zeros && bytes >= kWorthLargePages) adviseLargePages(writable_, bytes);
  owner_ = std::shared_ptr<const void>(writable_, [](const void* p) {
    std::free(const_cast<void*>(p));  // NOLINT: the deleter of what calloc or malloc gave
  });
  view_ = ImageView(writable_, size, format, size.width * format.bytesPerPixel());
}

Image::Image(ImageView view, std::shared_ptr<const void> owner)
    : view_(view), owner_(std::move(owner)) {}

Image::Image(MutableImageView view, std::shared_ptr<const void> owner)
    : view_(view.row(0), view.size(), view.format(), view.stride()),
      owner_(std::move(owner)),
      writable_(view.row(0)) {}

Image Image::copyOf(const ImageView& source) {
  Image copy = forOverwrite(source.size(), source.format());
  const MutableImageView target = copy.pixels();
  for (std::int64_t y = 0; y < source.height(); ++y) {
    std::memcpy(target.row(y), source.row(y), static_cast<std::size_t>(source.rowBytes()));
  }
  return copy;
}

MutableImageView Image::pixels() {
  if (writable_ == nullptr && !view_.empty()) {
    throw Error(ErrorCode::badUse, phrase("this picture is read-only; paint on a copy of it"));
  }
  return {writable_, view_.size(), view_.format(), view_.stride()};
}

bool samePixels(const ImageView& a, const ImageView& b) {
  if (a.size() != b.size() || a.format() != b.format()) return false;
  for (std::int64_t y = 0; y < a.height(); ++y) {
    if (std::memcmp(a.row(y), b.row(y), static_cast<std::size_t>(a.rowBytes())) != 0) return false;
  }
  return true;
}

std::int64_t countPixels(std::int64_t width, std::int64_t height, int bytesPerPixel) {
  if (width < 0 || height < 0) return -1;
  std::int64_t pixels = 0;
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(width, height, &pixels)) return -1;
  if (__builtin_mul_overflow(pixels, std::int64_t{bytesPerPixel}, &bytes)) return -1;
  return pixels;
}

}  // namespace espy
