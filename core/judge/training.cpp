// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/training.h"

#include <cmath>
#include <numeric>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::judge {

std::uint64_t UniformRandom::bits() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31U);
}

std::vector<std::int64_t> orderOfRound(std::int64_t count, int round, std::uint64_t seed) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  UniformRandom chances(UniformRandom(seed).bits() + static_cast<std::uint64_t>(round));
  for (std::int64_t left = count; left > 1; --left) {
    std::swap(order[static_cast<std::size_t>(left - 1)],
              order[static_cast<std::size_t>(chances.below(left))]);
  }
  return order;
}

StepFactors factorsOf(const TrainOptions& options, std::int64_t step) {
  // In double, so that 1 - 0.9 is exact to float precision.
  const auto steps = static_cast<double>(step + 1);
  const double momentum = options.momentum;
  const double spread = options.spread;
  StepFactors factors;
  factors.rate = options.rate;
  factors.momentum = options.momentum;
  factors.decay = options.decay;
  factors.newMomentum = static_cast<float>(1 - momentum);
  factors.spread = options.spread;
  factors.newSpread = static_cast<float>(1 - spread);
  factors.momentumScale = static_cast<float>(1 / (1 - std::pow(momentum, steps)));
  factors.spreadScale = static_cast<float>(1 / (1 - std::pow(spread, steps)));
  return factors;
}

double lossOf(float evidence, float kind) {
  // log(1 + exp(x)) without overflow.
  const auto log1pExp = [](double x) {
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
  };
  const auto x = static_cast<double>(evidence);
  const auto one = static_cast<double>(kind);
  return one * log1pExp(-x) + (1 - one) * log1pExp(x);
}

void throwDiverged(int round) {
  throw Error(ErrorCode::badUse,
              phrase("in round {} the network's weights grew without bounds; a smaller rate may "
                     "help",
                     round + 1));
}

}  // namespace espy::judge
