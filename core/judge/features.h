// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/engine/judge.h"
#include "judge/crop.h"

/// What a regression looks at: few numbers that tell how much of a match is left unexplained,
/// wherever that lies, and a small picture of what is.
namespace espy::judge {

/// Numbers of a match: how well it correlates with the needle; how it is lighter and of more
/// contrast than the needle, plane by plane; and for blocks of two sizes how much is left in the
/// worst, in the worst three and in the middle one, and how many times the middle one's the worst
/// have. What looks alike often differs in a few pixels, each kind in others: the worst blocks tell
/// that of kinds that nobody has clicked yet.
std::int64_t featuresOf(int planes);

/// Means over a residual's tiles of 2 x 2 cells, plane by plane.
inline constexpr std::int64_t kTileSide = Judge::kSide / 2;
std::int64_t tilesOf(int planes);

/// What is seen of a match.
struct Look {
  std::span<const float> features;
  std::span<const float> tiles;
};
/// Room for it.
struct LookRoom {
  std::span<float> features;
  std::span<float> tiles;
};

class Looker {
 public:
  explicit Looker(const Cropper& cropper);

  void look(const Settled& settled, const CropLight& light, std::span<const float> residual,
            const LookRoom& to) const;

 private:
  /// Blocks all of which the needle takes part in, by the cells in their upper left.
  struct Blocks {
    std::int64_t side;
    std::vector<std::int64_t> cells;
  };

  std::vector<float> leftIn(const Blocks& blocks, std::span<const float> residual) const;

  int planes_;
  std::vector<Blocks> blocks_;
};

}  // namespace espy::judge
