// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "espy/engine/network.h"

/// Shared by all training engines: everything but the bulk arithmetic.
namespace espy::judge {

/// The order of samples in a round (from 0), by seed.
std::vector<std::int64_t> orderOfRound(std::int64_t count, int round, std::uint64_t seed);

/// The factors of a step (from 0), rounded once.
struct StepFactors {
  float rate = 0;
  float momentum = 0;
  float decay = 0;
  // Of Adam:
  float newMomentum = 0;    ///< 1 - momentum
  float spread = 0;         ///< second moment
  float newSpread = 0;      ///< 1 - spread
  float momentumScale = 1;  ///< 1 / (1 - momentum^(step + 1))
  float spreadScale = 1;    ///< 1 / (1 - spread^(step + 1))
};
StepFactors factorsOf(const TrainOptions& options, std::int64_t step);
/// Adam's epsilon.
inline constexpr float kAdamFloor = 1e-8F;

/// -log of the probability that this evidence gives to `kind`.
double lossOf(float evidence, float kind);

/// Throws because a weight has left +-kGreatest.
[[noreturn]] void throwDiverged(int round);

/// Uniform random numbers in [0, 1).
class UniformRandom {
 public:
  explicit UniformRandom(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  float number() { return static_cast<float>(bits() >> 40U) * 0x1p-24F; }
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(count));
  }

 private:
  std::uint64_t state_;
};

/// The reference's optimiser step of one number. Momentum if `square` is null.
inline void moveOne(const StepFactors& factors, float decay, float slope, float& number,
                    float& mean, float* square) {
  slope = std::fma(decay, number, slope);
  if (square == nullptr) {
    mean = std::fma(factors.momentum, mean, slope);
    number = std::fma(-factors.rate, mean, number);
    return;
  }
  mean = std::fma(factors.momentum, mean, factors.newMomentum * slope);
  *square = std::fma(factors.spread, *square, factors.newSpread * slope * slope);
  const float divisor = std::sqrt(*square * factors.spreadScale) + kAdamFloor;
  number = std::fma(-factors.rate, mean * factors.momentumScale / divisor, number);
}

}  // namespace espy::judge
