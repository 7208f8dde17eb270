// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "espy/engine/judge.h"
#include "judge/crop.h"

/// The regression's features: how much of a match is unexplained, wherever that is, and a small
/// picture of it.
namespace espy::judge {

/// Features of a match: its correlation with the needle; brightness and contrast against the needle
/// per plane; and for blocks of two sizes the residual of the worst block, of the three worst and
/// of the median block, and the ratio of worst to median. Look-alikes often differ in a few pixels,
/// each kind in others: the worst blocks detect kinds without any click yet.
std::int64_t featuresOf(int planes);

/// Means over 2 x 2 cells of the residual, per plane.
inline constexpr std::int64_t kTileSide = Judge::kSide / 2;
std::int64_t tilesOf(int planes);

struct MatchFeatures {
  std::span<const float> features;
  std::span<const float> tiles;
};
struct FeatureScratch {
  std::span<float> features;
  std::span<float> tiles;
};

class FeatureExtractor {
 public:
  explicit FeatureExtractor(const Cropper& cropper);

  void extract(const RefinedPosition& refined, const CropLight& light,
               std::span<const float> residual, const FeatureScratch& to) const;

 private:
  /// Blocks that lie wholly in the needle, by their upper left cells.
  struct Blocks {
    std::int64_t side;
    std::vector<std::int64_t> cells;
  };

  std::vector<float> leftIn(const Blocks& blocks, std::span<const float> residual) const;

  int planes_;
  std::vector<Blocks> blocks_;
};

}  // namespace espy::judge
