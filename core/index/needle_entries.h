// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "espy/image.h"

/// Records of a segment's tables, as they are in its file.
namespace espy::index {

/// A picture, and the needles that share it: `owners[firstOwner...]`.
struct PictureEntry {
  std::uint64_t pixelsAt = 0;  ///< in the section "pixels": rows without padding, then the mask's
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint8_t channels = 0;
  std::uint8_t depth = 0;
  std::uint8_t hasMask = 0;  ///< 8-bit grey; a mask without transparent pixels is not stored
  std::uint8_t transparent = 0;
  std::uint32_t firstOwner = 0;
  std::uint32_t owners = 0;
  std::uint32_t reserved = 0;

  PixelFormat format() const { return {channels, static_cast<Depth>(depth)}; }
  std::uint64_t pixelBytes() const;
  std::uint64_t bytes() const;
};

/// A block of a picture, in its key's bucket.
struct KeyEntry {
  std::uint64_t key = 0;
  std::uint32_t picture = 0;  ///< or a crowd, if `dx` is `kCrowd`
  std::uint16_t dx = 0;
  std::uint16_t dy = 0;
};
inline constexpr std::uint16_t kCrowd = 0xffff;

// A key that more than `kMostOfAKey` opaque pictures share is a crowd. Its pictures are found by a
// hash of the whole window, for each of their shapes, whatever their number.
inline constexpr std::size_t kMostOfAKey = 8;

/// The shapes of a crowd: `shapes[first...]`.
struct CrowdEntry {
  std::uint32_t first = 0;
  std::uint32_t shapes = 0;
};

/// Pictures of a crowd of one size whose block has one offset: `windows[first...]`, by hash.
struct ShapeEntry {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint16_t dx = 0;
  std::uint16_t dy = 0;
  std::uint32_t reserved = 0;
  std::uint64_t first = 0;
  std::uint64_t windows = 0;
};

struct WindowEntry {
  std::uint64_t hash = 0;
  std::uint32_t picture = 0;
  std::uint32_t reserved = 0;
};

}  // namespace espy::index
