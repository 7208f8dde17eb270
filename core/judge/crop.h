// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espy/find.h"

/// Crops of matches in the frame of the needle.
namespace espy::judge {

/// As containers count.
inline std::size_t at(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

/// How a copy of a click differs from it.
struct Change {
  double right = 0;  ///< pixels of the picture
  double down = 0;
  double gain = 1;  ///< about the middle of the range of samples; what leaves the range is cut off
  double offset = 0;  ///< over the greatest sample
  double noise = 0;   ///< deviation of what is added to each number, over the crop's own deviation
  std::uint64_t seed = 0;
};

/// How light a match is beside its needle, plane by plane; both of 0..1.
struct CropLight {
  std::array<double, 3> mean{};      ///< its mean, less the needle's
  std::array<double, 3> contrast{};  ///< logarithm of how many times its deviation is the needle's
};

/// Makes crops of one needle's matches.
class Cropper {
 public:
  Cropper(const Needle& needle, int planes);

  std::int64_t numbers() const { return std::ssize(needle_); }

  /// What the needle does not explain of a match: numbers of a deviation of at most 1, 0 where
  /// there is nothing. Throws `badUse` for a match that does not touch the picture.
  CropLight residual(const ImageView& picture, const Match& match, const Change& change,
                     std::span<float> to) const;

 private:
  int planes_;
  Size size_;
  std::vector<char> counts_;    ///< of each cell of a plane: does the needle take part?
  std::vector<double> needle_;  ///< its own crop, not brought to a mean of 0
};

/// How many planes crops of this needle have.
int planesOf(const Needle& needle);

}  // namespace espy::judge
