// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace espy::io {

inline constexpr std::uint64_t kPngSignatureBytes = 8;

/// One chunk of a PNG file.
struct PngChunk {
  std::string_view name;
  std::uint64_t at = 0;    ///< where its length stands
  std::uint64_t size = 0;  ///< with the length, name and checksum around its data
  std::span<const std::uint8_t> data;

  /// True for those that a reader must understand, and for tRNS: they decide the pixels.
  bool decidesPixels() const { return critical() || name == "tRNS"; }
  bool critical() const { return name[0] >= 'A' && name[0] <= 'Z'; }
};

/// The chunk at this place. Throws `CutShort` when it does not end within the bytes.
PngChunk pngChunkAt(std::span<const std::uint8_t> bytes, std::uint64_t at);

/// The checksum of PNG's chunks, ISO 3309.
std::uint32_t pngCrc(std::span<const std::uint8_t> bytes);

}  // namespace espy::io
