// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espy/engine/find.h"

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

/// Where a match lies best: matches are often half a pixel off, and what that leaves along edges
/// would drown what differs in a few pixels.
struct Settled {
  double along = 0;  ///< pixels of the needle, along its rows, beside where the match says
  double down = 0;
  double correlation = 0;  ///< with the needle, there
};

/// How light a match is beside its needle, plane by plane; both of 0..1.
struct CropLight {
  std::array<double, 3> mean{};      ///< its mean, less the needle's
  std::array<double, 3> contrast{};  ///< logarithm of how many times its deviation is the needle's
};

/// How a crop is looked at: as it is, or in a mirror.
struct Mirror {
  bool sideways = false;
  bool upsideDown = false;

  /// Which number of a plane of side x side is seen in the place of this one.
  std::int64_t of(std::int64_t index, std::int64_t side) const {
    const std::int64_t column = index % side;
    const std::int64_t row = index / side;
    return (upsideDown ? side - 1 - row : row) * side + (sideways ? side - 1 - column : column);
  }
};

/// Makes crops of one needle's matches.
class Cropper {
 public:
  Cropper(const Needle& needle, int planes);

  std::int64_t numbers() const { return std::ssize(needle_); }
  int planes() const { return planes_; }
  /// Of each cell of a plane: does the needle take part?
  std::span<const char> counts() const { return counts_; }
  /// Those in which the needle looks the same; the first changes nothing.
  std::span<const Mirror> mirrors() const { return mirrors_; }

  /// The place up to 3/4 of a pixel beside a match where it correlates best with the needle: two
  /// steps along the slopes of the needle, of those that better it. Throws `badUse` for a match
  /// that does not touch the picture.
  Settled settle(const ImageView& picture, const Match& match) const;

  /// What the needle does not explain of a match: numbers of a deviation of at most 1, 0 where
  /// there is nothing. Throws as `settle` does.
  CropLight residual(const ImageView& picture, const Match& match, const Settled& settled,
                     const Change& change, std::span<float> to) const;

 private:
  struct Seen;

  Seen see(const ImageView& picture, const Match& match, const Settled& settled,
           const Change& change, std::int64_t mostSamples) const;
  void findMirrors();

  int planes_;
  Size size_;
  std::vector<char> counts_;
  std::vector<double> needle_;  ///< its own crop, not brought to a mean of 0
  // For settling, which needs no more than a few samples of a cell.
  std::vector<double> coarse_;  ///< the needle's crop
  std::vector<double> along_;   ///< what changes in it from pixel to pixel
  std::vector<double> down_;
  std::vector<Mirror> mirrors_;
};

/// How many planes crops of this needle have.
int planesOf(const Needle& needle);

}  // namespace espy::judge
