// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/device_image.h"

namespace espy::cuda {

std::int64_t DeviceImage::pitchOf(std::int64_t width, PixelFormat format) {
  constexpr std::int64_t kPixels = 16;
  return (width + kPixels - 1) / kPixels * kPixels * format.bytesPerPixel();
}

std::int64_t DeviceImage::bytesOf(Size size, PixelFormat format) {
  return pitchOf(size.width, format) * size.height + kReadAhead;
}

DeviceImage::DeviceImage(Size size, PixelFormat format, MemoryPool& from)
    : size_(size), format_(format), memory_(static_cast<std::size_t>(bytesOf(size, format)), from) {
  plane_ = {memory_.data(), pitchOf(size.width, format), size.width, size.height,
            format.bytesPerPixel()};
}

}  // namespace espy::cuda
