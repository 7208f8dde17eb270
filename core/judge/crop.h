// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "espy/engine/find.h"

/// Crops of matches in the needle's frame.
namespace espy::judge {

inline std::size_t at(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

/// Augmentation of a click.
struct Change {
  double right = 0;  ///< in pixels of the picture
  double down = 0;
  double gain = 1;    ///< about the middle of the sample range, clamped to it
  double offset = 0;  ///< relative to the largest sample
  double noise = 0;   ///< standard deviation, relative to the crop's
  std::uint64_t seed = 0;
};

/// The best position of a match: matches are often half a pixel off, and the resulting edges would
/// hide small differences.
struct RefinedPosition {
  double along = 0;  ///< pixels of the needle, along its rows
  double down = 0;
  double correlation = 0;  ///< with the needle, there
};

/// Brightness and contrast of a match against its needle, per plane, in 0..1.
struct CropLight {
  std::array<double, 3> mean{};      ///< mean minus the needle's
  std::array<double, 3> contrast{};  ///< log of the ratio of deviations
};

struct Mirror {
  bool sideways = false;
  bool upsideDown = false;

  /// The index in a side x side plane that appears at this one.
  std::int64_t of(std::int64_t index, std::int64_t side) const {
    const std::int64_t column = index % side;
    const std::int64_t row = index / side;
    return (upsideDown ? side - 1 - row : row) * side + (sideways ? side - 1 - column : column);
  }
};

class Cropper {
 public:
  Cropper(const Needle& needle, int planes);

  std::int64_t numbers() const { return std::ssize(needle_); }
  int planes() const { return planes_; }
  /// Per cell of a plane, whether the needle counts there.
  std::span<const char> counts() const { return counts_; }
  /// Mirrorings that leave the needle unchanged; the first is the identity.
  std::span<const Mirror> mirrors() const { return mirrors_; }

  /// The position within 3/4 of a pixel where the match correlates best with the needle: two
  /// gradient steps, each taken only if it improves. Throws `badUse` for a match outside the
  /// picture.
  RefinedPosition refinePosition(const ImageView& picture, const Match& match) const;

  /// The part of a match that the needle does not explain: deviation at most 1, 0 outside the
  /// needle. Throws as `refinePosition` does.
  CropLight residual(const ImageView& picture, const Match& match, const RefinedPosition& refined,
                     const Change& change, std::span<float> to) const;

 private:
  struct Seen;

  Seen see(const ImageView& picture, const Match& match, const RefinedPosition& refined,
           const Change& change, std::int64_t mostSamples) const;
  void findMirrors();

  int planes_;
  Size size_;
  std::vector<char> counts_;
  std::vector<double> needle_;  ///< the needle's crop, its mean included
  // For settling, with fewer samples per cell.
  std::vector<double> coarse_;  ///< the needle's crop
  std::vector<double> along_;   ///< its gradient
  std::vector<double> down_;
  std::vector<Mirror> mirrors_;
};

/// The number of planes of this needle's crops.
int planesOf(const Needle& needle);

}  // namespace espy::judge
