// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "espy/image.h"

namespace espy::io {

/// Memory for samples, of any value; on large pages where that pays, because a picture of a
/// megapixel spends more time in page faults than some of its decoders. Throws `tooLarge`.
std::shared_ptr<std::uint8_t> pictureMemory(std::uint64_t bytes, const std::string& name);

/// A picture in such memory, for who writes all of it, and the image that it becomes.
class PictureMemory {
 public:
  PictureMemory(Size size, PixelFormat format, const std::string& name)
      : memory_(pictureMemory(static_cast<std::uint64_t>(size.pixels() * format.bytesPerPixel()),
                              name)),
        pixels_(memory_.get(), size, format, size.width * format.bytesPerPixel()) {}

  const MutableImageView& pixels() const { return pixels_; }
  Image image() const { return {pixels_, memory_}; }

 private:
  std::shared_ptr<std::uint8_t> memory_;
  MutableImageView pixels_;
};

}  // namespace espy::io
