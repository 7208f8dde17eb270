// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#pragma GCC visibility push(default)
namespace espy {

/// Width and height in pixels.
struct Size {
  std::int64_t width = 0;
  std::int64_t height = 0;

  std::int64_t pixels() const { return width * height; }
  bool operator==(const Size&) const = default;
};

/// Bytes per sample. 16-bit samples are in native byte order.
enum class Depth : std::uint8_t { u8 = 1, u16 = 2 };

/// Layout of a pixel: `channels` interleaved samples of `depth` bytes. 1 is grey, 2 grey and alpha,
/// 3 RGB, 4 RGBA.
struct PixelFormat {
  int channels = 1;
  Depth depth = Depth::u8;

  bool hasAlpha() const { return channels == 2 || channels == 4; }
  int colourChannels() const { return hasAlpha() ? channels - 1 : channels; }
  int bytesPerSample() const { return static_cast<int>(depth); }
  int bytesPerPixel() const { return channels * bytesPerSample(); }
  /// The value of white and of full opacity: 255 or 65535.
  int maxValue() const { return depth == Depth::u8 ? 255 : 65535; }
  bool operator==(const PixelFormat&) const = default;
};

/// A non-owning view of a picture. The stride in bytes may exceed the bytes of a row, or be
/// negative for a bottom-up picture; rows of 16-bit samples begin at even addresses.
template <class Byte>
class BasicImageView {
 public:
  BasicImageView() = default;
  BasicImageView(Byte* firstRow, Size size, PixelFormat format, std::ptrdiff_t stride)
      : firstRow_(firstRow), size_(size), format_(format), stride_(stride) {}

  /// Converts from a mutable view.
  template <class Other>
  requires(std::is_const_v<Byte>&& std::is_same_v<Other, std::remove_const_t<Byte>>)
      BasicImageView(const BasicImageView<Other>& view)
      : BasicImageView(view.row(0), view.size(), view.format(), view.stride()) {}

  Size size() const { return size_; }
  std::int64_t width() const { return size_.width; }
  std::int64_t height() const { return size_.height; }
  PixelFormat format() const { return format_; }
  std::ptrdiff_t stride() const { return stride_; }
  bool empty() const { return size_.width == 0 || size_.height == 0; }
  /// Bytes of one row's pixels, without padding.
  std::int64_t rowBytes() const { return size_.width * format_.bytesPerPixel(); }

  Byte* row(std::int64_t y) const { return firstRow_ + y * stride_; }
  Byte* pixel(std::int64_t x, std::int64_t y) const { return row(y) + x * format_.bytesPerPixel(); }

  /// The part that starts at (x, y), which must be inside.
  BasicImageView crop(std::int64_t x, std::int64_t y, Size size) const {
    return {pixel(x, y), size, format_, stride_};
  }

 private:
  Byte* firstRow_ = nullptr;
  Size size_;
  PixelFormat format_;
  std::ptrdiff_t stride_ = 0;
};

/// A read-only view.
using ImageView = BasicImageView<const std::uint8_t>;
/// A mutable view.
using MutableImageView = BasicImageView<std::uint8_t>;

/// Returns sample `channel` of pixel (x, y), 0..255 or 0..65535. Simple and slow, for references,
/// tests and single pixels.
std::uint32_t sampleAt(const ImageView& image, std::int64_t x, std::int64_t y, int channel);
/// Sets that sample.
void setSample(const MutableImageView& image, std::int64_t x, std::int64_t y, int channel,
               std::uint32_t value);

/// Owns a picture's memory: its own, a mapped file, or another owner. Move-only; use `copyOf` to
/// copy.
class Image {
 public:
  Image() = default;
  /// A picture of zeros. Throws `tooLarge` on overflow or lack of memory.
  Image(Size size, PixelFormat format);
  /// An uninitialised picture, for callers that write all samples, perhaps with many threads.
  static Image forOverwrite(Size size, PixelFormat format);
  /// A read-only picture in memory that `owner` keeps alive, such as a mapped file.
  Image(ImageView view, std::shared_ptr<const void> owner);
  /// The same, but writable.
  Image(MutableImageView view, std::shared_ptr<const void> owner);

  Image(Image&&) noexcept = default;
  Image& operator=(Image&&) noexcept = default;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  static Image copyOf(const ImageView& source);

  const ImageView& view() const { return view_; }
  operator const ImageView&() const { return view_; }
  /// Throws `badUse` for a read-only picture.
  MutableImageView pixels();

  Size size() const { return view_.size(); }
  PixelFormat format() const { return view_.format(); }
  bool empty() const { return view_.empty(); }

 private:
  Image(Size size, PixelFormat format, bool zeros);

  ImageView view_;
  std::shared_ptr<const void> owner_;
  std::uint8_t* writable_ = nullptr;
};

/// Whether size, format and all samples are equal; padding is ignored.
bool samePixels(const ImageView& a, const ImageView& b);

/// Number of pixels of this size, or -1 if that times `bytesPerPixel` exceeds 63 bits.
std::int64_t countPixels(std::int64_t width, std::int64_t height, int bytesPerPixel);

}  // namespace espy
#pragma GCC visibility pop
