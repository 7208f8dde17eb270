// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/simd.h"
#include "espy/error.h"

namespace espy::io {

/// Encoding of the pixels of a BMP file (biCompression).
enum class BmpPacking : std::uint32_t {
  none = 0,
  runsOfBytes = 1,
  runsOfHalves = 2,
  masks = 3,
  masksWithAlpha = 6,
};

struct BmpHeader {
  std::int64_t width = 0;
  std::int64_t height = 0;
  bool topDown = false;
  int bits = 0;
  std::uint32_t packing = 0;  ///< a `BmpPacking`, or an unsupported value
  std::uint64_t data = 0;     ///< offset of the pixels
  /// Red, green, blue, alpha; unused with a palette.
  std::array<std::uint32_t, 4> masks{};
  std::uint64_t palette = 0;  ///< offset
  std::uint64_t paletteColours = 0;
  std::uint64_t paletteStep = 4;  ///< bytes per colour

  bool packedAs(BmpPacking kind) const { return packing == static_cast<std::uint32_t>(kind); }
  bool runs() const {
    return packedAs(BmpPacking::runsOfBytes) || packedAs(BmpPacking::runsOfHalves);
  }
  bool masked() const {
    return packedAs(BmpPacking::masks) || packedAs(BmpPacking::masksWithAlpha);
  }
  bool alpha() const { return masked() && masks[3] != 0; }
  /// Bytes of a row, padded to a multiple of four.
  std::uint64_t rowBytes() const {
    return (static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(bits) + 31) / 32 * 4;
  }
};

/// Throws `Truncated` if the bytes end within the header. Does not validate its values.
BmpHeader readBmpHeader(std::span<const std::uint8_t> bytes);

/// Decodes run-length encoded pixels to one byte per pixel, top row first. Skipped pixels are 0.
/// Throws `badPicture`.
std::vector<std::uint8_t> readBmpRuns(const BmpHeader& header, std::span<const std::uint8_t> bytes,
                                      const std::string& name);

/// Throws "is a BMP picture that cannot be decoded: WHY".
[[noreturn]] void refuseBmp(const std::string& name, const Message& why);

/// Converts `count` pixels from BGR to RGB.
ESPY_SIMD_DECLARE(bgrToRgb, void(const std::uint8_t* in, std::int64_t count, std::uint8_t* out));
/// BGRA to RGBA.
ESPY_SIMD_DECLARE(turnFour, void(const std::uint8_t* in, std::int64_t count, std::uint8_t* out));
/// BGRX to RGB.
ESPY_SIMD_DECLARE(bgraToRgb, void(const std::uint8_t* in, std::int64_t count, std::uint8_t* out));

}  // namespace espy::io
