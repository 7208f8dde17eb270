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

/// Bytes a sample takes. Samples of 16 bits lie in the machine's byte order.
enum class Depth : std::uint8_t { u8 = 1, u16 = 2 };

/// How one pixel lies in memory: `channels` interleaved samples of `depth` bytes.
/// 1 is grey, 2 grey and alpha, 3 red green blue, 4 red green blue alpha.
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

/// A view of a picture that it does not own. Rows are `stride` bytes apart, which may be
/// more than a row's pixels take, or negative for a picture stored bottom-up; rows of 16-bit
/// samples begin at even addresses.
template <class Byte>
class BasicImageView {
 public:
  BasicImageView() = default;
  BasicImageView(Byte* firstRow, Size size, PixelFormat format, std::ptrdiff_t stride)
      : firstRow_(firstRow), size_(size), format_(format), stride_(stride) {}

  /// A view that may write is also one that only looks.
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

  /// The part that starts at (x, y); it must lie inside.
  BasicImageView crop(std::int64_t x, std::int64_t y, Size size) const {
    return {pixel(x, y), size, format_, stride_};
  }

 private:
  Byte* firstRow_ = nullptr;
  Size size_;
  PixelFormat format_;
  std::ptrdiff_t stride_ = 0;
};

/// A view that only looks.
using ImageView = BasicImageView<const std::uint8_t>;
/// A view that may write.
using MutableImageView = BasicImageView<std::uint8_t>;

/// The value of sample `channel` of pixel (x, y), 0..255 or 0..65535. Plain and slow on purpose:
/// for references, tests and single pixels.
std::uint32_t sampleAt(const ImageView& image, std::int64_t x, std::int64_t y, int channel);
/// Sets that sample.
void setSample(const MutableImageView& image, std::int64_t x, std::int64_t y, int channel,
               std::uint32_t value);

/// Keeps a picture's memory: its own, a mapped file, or any other owner. Moves, never copies by
/// accident; `copyOf` copies.
class Image {
 public:
  Image() = default;
  /// A picture of zeros. Throws `tooLarge` when its bytes cannot be counted or had.
  Image(Size size, PixelFormat format);
  /// The same with samples of any value, for who writes all of them: memory is then first touched
  /// there, perhaps by many threads.
  static Image forOverwrite(Size size, PixelFormat format);
  /// A picture in memory that `owner` keeps alive, such as a mapped file. Read only.
  Image(ImageView view, std::shared_ptr<const void> owner);

  Image(Image&&) noexcept = default;
  Image& operator=(Image&&) noexcept = default;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  static Image copyOf(const ImageView& source);

  const ImageView& view() const { return view_; }
  operator const ImageView&() const { return view_; }
  /// For a picture made by size or by `copyOf`; throws `badUse` for one that is read only.
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

/// Same size, same format and the same samples; padding does not count.
bool samePixels(const ImageView& a, const ImageView& b);

/// Pixels of a picture of this size, or -1 when 63 bits cannot hold `bytesPerPixel` times as many.
std::int64_t countPixels(std::int64_t width, std::int64_t height, int bytesPerPixel);

}  // namespace espy
#pragma GCC visibility pop
