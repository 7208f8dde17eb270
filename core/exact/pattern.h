// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "espy/engine/exact.h"

namespace espy::exact {

/// A needle said in the scene's own terms, sample by sample in the scene's layout: which values of
/// each sample match. Grey against colour, 8 against 16 bits, tolerance, alpha and masks are all
/// settled here, once, so that a search only compares bytes.
struct Pattern {
  std::uint32_t index = 0;  ///< which needle this is
  Size size;
  PixelFormat format;         ///< of the scene
  std::int64_t rowBytes = 0;  ///< of one row of `low`, `high` and `care`

  /// The least and the greatest sample that matches; everything where nothing is compared. `high`
  /// is empty where it is the same as `low`.
  std::vector<std::uint8_t> low;
  std::vector<std::uint8_t> high;
  /// 0xff in every byte that is compared: not in alpha, not in transparent pixels. Empty if
  /// `dense`.
  std::vector<std::uint8_t> care;
  /// One byte a pixel: does it take part? Empty if `allOpaque`.
  std::vector<std::uint8_t> opaque;

  bool impossible = false;  ///< no scene of this format can hold it
  bool ranged = false;      ///< some sample matches more than one value
  bool dense = true;        ///< every byte is compared: rows can be compared as memory
  bool allOpaque = true;

  bool isOpaque(std::int64_t x, std::int64_t y) const {
    return allOpaque || opaque[y * size.width + x] != 0;
  }
  const std::uint8_t* highest() const { return high.empty() ? low.data() : high.data(); }
  /// Where pixel (x, y) lies in `low`, `high` and `care`.
  std::int64_t offset(std::int64_t x, std::int64_t y) const {
    return y * rowBytes + x * format.bytesPerPixel();
  }

  /// Does row `y` of the pattern match the samples that begin at `at`?
  bool rowMatches(std::int64_t y, const std::uint8_t* at) const;
};

/// Translates a needle, which has passed `checkRequest`, for a scene of this format.
Pattern makePattern(const Needle& needle, std::uint32_t index, PixelFormat scene, int tolerance);
/// The same in the memory of an earlier pattern: of a thousand needles, getting new memory takes
/// longer than translating them.
void remakePattern(const Needle& needle, std::uint32_t index, PixelFormat scene, int tolerance,
                   Pattern& pattern);

/// Compares windows of the scene with a pattern and counts what that costs.
class Verifier {
 public:
  Verifier(const ImageView& scene, const Pattern& pattern) : scene_(scene), pattern_(&pattern) {}

  /// Does the pattern lie at (x, y)? The window must be inside the scene. Begins with row
  /// `nearRow`, which the caller has just read, so that most windows are ruled out without touching
  /// more memory; then the row that told the last window apart, since neighbours tend to differ in
  /// the same place.
  bool liesAt(std::int64_t x, std::int64_t y, std::int64_t nearRow = 0);

  /// Rows compared so far, in units of about 64 bytes.
  std::int64_t work() const { return work_; }

 private:
  ImageView scene_;
  const Pattern* pattern_;
  std::int64_t tellingRow_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace espy::exact
