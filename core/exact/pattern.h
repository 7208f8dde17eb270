// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "espy/engine/exact.h"

namespace espy::exact {

/// A needle converted to the scene's format: for each sample, the values that match. Grey and
/// colour, 8 and 16 bits, tolerance, alpha and masks are resolved here, so that a search only
/// compares bytes.
struct Pattern {
  std::uint32_t index = 0;  ///< of the needle
  Size size;
  PixelFormat format;         ///< of the scene
  std::int64_t rowBytes = 0;  ///< per row of `low`, `high` and `care`

  /// The minimum and maximum of each sample; the full range where nothing is compared. `high` is
  /// empty if equal to `low`.
  std::vector<std::uint8_t> low;
  std::vector<std::uint8_t> high;
  /// 0xff for every byte that is compared: not alpha, not transparent pixels. Empty if `dense`.
  std::vector<std::uint8_t> care;
  /// One byte per pixel: 1 if it takes part. Empty if `allOpaque`.
  std::vector<std::uint8_t> opaque;

  bool impossible = false;  ///< no scene of this format can match
  bool ranged = false;      ///< some sample matches more than one value
  bool dense = true;        ///< every byte is compared: rows can be compared with memcmp
  bool allOpaque = true;

  bool isOpaque(std::int64_t x, std::int64_t y) const {
    return allOpaque || opaque[y * size.width + x] != 0;
  }
  const std::uint8_t* highest() const { return high.empty() ? low.data() : high.data(); }
  /// Byte offset of pixel (x, y) in `low`, `high` and `care`.
  std::int64_t offset(std::int64_t x, std::int64_t y) const {
    return y * rowBytes + x * format.bytesPerPixel();
  }

  /// Does row `y` of the pattern match the samples at `at`?
  bool rowMatches(std::int64_t y, const std::uint8_t* at) const;
};

/// Converts a needle, which has passed `checkRequest`, for a scene of this format.
Pattern makePattern(const Needle& needle, std::uint32_t index, PixelFormat scene, int tolerance);
/// The same, reusing the memory of an earlier pattern: for a thousand needles allocation costs more
/// than conversion.
void remakePattern(const Needle& needle, std::uint32_t index, PixelFormat scene, int tolerance,
                   Pattern& pattern);

/// Compares windows of the scene with a pattern and counts the work.
class Verifier {
 public:
  Verifier(const ImageView& scene, const Pattern& pattern) : scene_(scene), pattern_(&pattern) {}

  /// Does the pattern match at (x, y)? The window must be inside the scene. Compares row `nearRow`
  /// first, which is cached, so that most windows are rejected without further memory accesses;
  /// then the row that differed in the last window, since neighbours tend to differ in the same
  /// row.
  bool liesAt(std::int64_t x, std::int64_t y, std::int64_t nearRow = 0);

  /// Rows compared so far, in units of about 64 bytes.
  std::int64_t work() const { return work_; }

 private:
  ImageView scene_;
  const Pattern* pattern_;
  std::int64_t lastMismatchRow_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace espy::exact
