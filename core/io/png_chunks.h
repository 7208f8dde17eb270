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
  std::uint64_t at = 0;    ///< offset of its length field
  std::uint64_t size = 0;  ///< including length, name and checksum
  std::span<const std::uint8_t> data;

  /// Critical chunks and tRNS.
  bool decidesPixels() const { return critical() || name == "tRNS"; }
  bool critical() const { return name[0] >= 'A' && name[0] <= 'Z'; }
};

/// Returns the chunk at offset `at`. Throws `Truncated` if it is not complete.
PngChunk pngChunkAt(std::span<const std::uint8_t> bytes, std::uint64_t at);

/// CRC-32 of PNG's chunks (ISO 3309).
std::uint32_t pngCrc(std::span<const std::uint8_t> bytes);

}  // namespace espy::io
