// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/network.h"

/// What all engines that train have in common: all but the numbers that are many.
namespace espy::judge {

/// In which order the samples of a round (from 0) are seen; the same for the same seed.
std::vector<std::int64_t> orderOfRound(std::int64_t count, int round, std::uint64_t seed);

/// The factors of a step (from 0), rounded once.
struct StepFactors {
  float rate = 0;
  float momentum = 0;
  float decay = 0;
  // Of Adam:
  float newMomentum = 0;    ///< 1 - momentum
  float spread = 0;         ///< and
  float newSpread = 0;      ///< 1 - spread
  float momentumScale = 1;  ///< 1 / (1 - momentum^(step + 1))
  float spreadScale = 1;    ///< 1 / (1 - spread^(step + 1))
};
StepFactors factorsOf(const TrainOptions& options, std::int64_t step);
/// Added to the root that Adam divides by.
inline constexpr float kAdamFloor = 1e-8F;

/// -log of the probability that such evidence gives to what a sample is.
double lossOf(float evidence, float kind);

/// Throws what `trainNetwork` does where a weight has left +-kGreatest.
[[noreturn]] void throwAstray(int round);

/// Numbers that chance gives, evenly from 0 to 1 (not 1).
class Chances {
 public:
  explicit Chances(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  float number() { return static_cast<float>(bits() >> 40U) * 0x1p-24F; }
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(count));
  }

 private:
  std::uint64_t state_;
};

}  // namespace espy::judge
