// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "espy/engine/score.h"
#include "find/needle.h"
#include "score/formula.h"

namespace espy::cuda {

/// A needle prepared for scenes of one format, and the facts that choose its strategy.
struct ScoredNeedle : finders::PreparedNeedle {
  int channels = 1;        ///< compared: 1 or 3
  bool bytes = true;       ///< needle and scene both have 8-bit samples
  bool deepScene = false;  ///< the scene has 16-bit samples
  bool masked = false;     ///< some pixels do not take part

  std::int64_t pixels() const { return size.pixels(); }
  std::uint16_t valueAt(int channel, std::int64_t y, std::int64_t x) const {
    return row(channel, y)[x];
  }
  std::uint8_t weightAt(std::int64_t y, std::int64_t x) const { return weight(x, y); }
};

ScoredNeedle scoredNeedle(const Needle& needle, std::uint32_t index, PixelFormat scene,
                          bool weighted);

/// Some rows of a needle of bytes: samples less 128, or 1 where a pixel takes part; 0 where none
/// does.
std::vector<std::int8_t> centredBytes(const ScoredNeedle& needle, std::int64_t first,
                                      std::int64_t rows);
std::vector<std::int8_t> maskBytes(const ScoredNeedle& needle, std::int64_t first,
                                   std::int64_t rows);

/// Kernel parameters for scores from sums (core/score/formula.h).
struct ScoreRule {
  bool correlates = true;  ///< zncc; else distances
  bool squared = false;    ///< ssd
  std::int64_t samples = 0;
  std::uint64_t sum = 0;           ///< of the needle's T
  std::uint64_t squares = 0;       ///< of T^2
  double variance = 1;             ///< of the needle, times n^2
  std::uint64_t highVariance = 0;  ///< the same exactly, in two halves
  std::uint64_t lowVariance = 1;
  double greatest = 1;  ///< the distance that scores 0
};

ScoreRule ruleOf(Method method, const finders::NeedleSums& sums);

/// Which positions are candidates: zncc by score, otherwise by the equivalent distance.
struct Threshold {
  double minScore = 0;
  std::uint64_t below = 0;  ///< smaller distances score at least `minScore`
};

Threshold thresholdOf(Method method, const finders::NeedleSums& sums, double minScore);

}  // namespace espy::cuda
