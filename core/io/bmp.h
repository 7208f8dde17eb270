// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "espy/error.h"

namespace espy::io {

/// How the pixels of a BMP file lie there.
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
  std::uint32_t packing = 0;  ///< a `BmpPacking`, or one that is not read
  std::uint64_t data = 0;     ///< where the pixels begin
  /// Red, green, blue, alpha; of no meaning where there is a palette.
  std::array<std::uint32_t, 4> masks{};
  std::uint64_t palette = 0;  ///< where it stands
  std::uint64_t paletteColours = 0;
  std::uint64_t paletteStep = 4;  ///< bytes from colour to colour

  bool packedAs(BmpPacking kind) const { return packing == static_cast<std::uint32_t>(kind); }
  bool runs() const {
    return packedAs(BmpPacking::runsOfBytes) || packedAs(BmpPacking::runsOfHalves);
  }
  bool masked() const {
    return packedAs(BmpPacking::masks) || packedAs(BmpPacking::masksWithAlpha);
  }
  bool alpha() const { return masked() && masks[3] != 0; }
  /// Bytes of a row, whole words of four.
  std::uint64_t rowBytes() const {
    return (static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(bits) + 31) / 32 * 4;
  }
};

/// Throws `CutShort` where the bytes end within the header. What it says is not judged.
BmpHeader readBmpHeader(std::span<const std::uint8_t> bytes);

/// Unpacks the runs of a BMP file's pixels to one byte a pixel, the upper row first. Pixels that
/// the file skips are 0, as everywhere. Throws `badPicture`.
std::vector<std::uint8_t> readBmpRuns(const BmpHeader& header, std::span<const std::uint8_t> bytes,
                                      const std::string& name);

/// "is a BMP picture that cannot be decoded: WHY".
[[noreturn]] void refuseBmp(const std::string& name, const Message& why);

/// Blue, green and red of `count` pixels to red, green and blue.
void turnThree(const std::uint8_t* in, std::int64_t count, std::uint8_t* out);
/// And alpha behind them.
void turnFour(const std::uint8_t* in, std::int64_t count, std::uint8_t* out);
/// And a byte without meaning, which is left out.
void turnThreeOfFour(const std::uint8_t* in, std::int64_t count, std::uint8_t* out);

}  // namespace espy::io
