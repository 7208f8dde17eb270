// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "espy/image.h"

namespace espy::io {

/// Allocates uninitialised memory for samples, on huge pages where that is faster: page faults of a
/// megapixel cost more than some decoders. Throws `tooLarge`.
std::shared_ptr<std::uint8_t> pictureMemory(std::uint64_t bytes, const std::string& name);

/// A picture in such memory: first written completely, then shared as an Image.
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
