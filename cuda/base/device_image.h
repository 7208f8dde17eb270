// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/memory.h"
#include "espy/image.h"

namespace espy::cuda {

/// A picture in device memory, as passed to kernels. Rows are aligned to 16 bytes and padded to a
/// multiple of 16 pixels, so that a thread may write several; `kReadAhead` bytes past that may be
/// read, also in the last row.
struct DevicePlane {
  std::uint8_t* bytes = nullptr;
  std::int64_t pitch = 0;  ///< bytes between rows
  std::int64_t width = 0;  ///< pixels
  std::int64_t height = 0;
  int bytesPerPixel = 1;
};

inline constexpr std::int64_t kReadAhead = 64;

/// Window of a match, in pixels of a plane; may be partly outside.
struct Window {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
};

/// A picture in device memory.
class DeviceImage {
 public:
  DeviceImage() = default;
  /// Allocates; contents are undefined. Throws OutOfDeviceMemory.
  DeviceImage(Size size, PixelFormat format, MemoryPool& from = pool(MemoryKind::device))
      : size_(size),
        format_(format),
        memory_(static_cast<std::size_t>(bytesOf(size, format)), from) {
    plane_ = {memory_.data(), pitchOf(size.width, format), size.width, size.height,
              format.bytesPerPixel()};
  }

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  const DevicePlane& plane() const { return plane_; }
  bool empty() const { return memory_.size() == 0; }
  /// These rows, in the memory of this picture, which must outlive them.
  DeviceImage rows(std::int64_t first, std::int64_t count) const {
    DeviceImage part;
    part.size_ = {size_.width, count};
    part.format_ = format_;
    part.plane_ = plane_;
    part.plane_.bytes += first * plane_.pitch;
    part.plane_.height = count;
    return part;
  }

  static std::int64_t pitchOf(std::int64_t width, PixelFormat format) {
    constexpr std::int64_t kPixels = 16;
    return (width + kPixels - 1) / kPixels * kPixels * format.bytesPerPixel();
  }
  /// Bytes of device memory of such a picture.
  static std::int64_t bytesOf(Size size, PixelFormat format) {
    return pitchOf(size.width, format) * size.height + kReadAhead;
  }

 private:
  Size size_;
  PixelFormat format_;
  DevicePlane plane_;
  DeviceBuffer<std::uint8_t> memory_;
};

}  // namespace espy::cuda
