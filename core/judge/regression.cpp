// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/regression.h"

#include <algorithm>
#include <cmath>

#include "judge/arithmetic.h"
#include "judge/training.h"

namespace espy::judge {
namespace {

constexpr int kRounds = 40;
constexpr int kBatch = 16;
constexpr float kMomentum = 0.9F;
constexpr float kDecay = 0.01F;  ///< of weights, per sample: few clicks know little of most pixels

/// A sum of 16 sums, so that compilers may keep these beside each other.
float productOf(const float* a, const float* b, std::size_t count) {
  float sums[16] = {};
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    for (std::size_t j = 0; j < 16; ++j) sums[j] += a[i + j] * b[i + j];
  }
  for (std::size_t j = 0; i < count; ++i, ++j) sums[j] += a[i] * b[i];
  float sum = 0;
  for (const float part : sums) sum += part;
  return sum;
}

}  // namespace

float Regression::evidence(std::span<const float> sample) const {
  return productOf(sample.data(), weights.data(), weights.size()) + bias;
}

Regression regress(std::span<const float> samples, std::span<const float> kinds,
                   std::span<const float> importance, std::int64_t numbers, std::uint64_t seed,
                   const Control& control) {
  const auto width = static_cast<std::size_t>(numbers);
  Regression regression{std::vector<float>(width), 0};
  std::vector<float> slopes(width);
  std::vector<float> moves(width);
  float biasMove = 0;
  // No step is longer than the curvature allows, of which the mean square of samples tells.
  const float square =
      productOf(samples.data(), samples.data(), samples.size()) / static_cast<float>(kinds.size());
  const float rate = 1.0F / (1.0F + square);
  for (int round = 0; round < kRounds; ++round) {
    control.check();
    const std::vector<std::int64_t> order = orderOfRound(std::ssize(kinds), round, seed);
    const float step = rate * (1.0F - static_cast<float>(round) / kRounds);
    for (std::size_t first = 0; first < order.size(); first += kBatch) {
      const std::size_t end = std::min(order.size(), first + kBatch);
      std::fill(slopes.begin(), slopes.end(), 0.0F);
      float biasSlope = 0;
      for (std::size_t s = first; s < end; ++s) {
        const auto index = static_cast<std::size_t>(order[s]);
        const float* sample = samples.data() + index * width;
        const float wrong = (logistic(regression.evidence({sample, width})) - kinds[index]) *
                            importance[index] / static_cast<float>(end - first);
        for (std::size_t i = 0; i < width; ++i) slopes[i] += wrong * sample[i];
        biasSlope += wrong;
      }
      for (std::size_t i = 0; i < width; ++i) {
        moves[i] = kMomentum * moves[i] + slopes[i] + kDecay * regression.weights[i];
        regression.weights[i] -= step * moves[i];
      }
      biasMove = kMomentum * biasMove + biasSlope;
      regression.bias -= step * biasMove;
    }
  }
  return regression;
}

double Calibration::probability(double evidence) const {
  const double x = std::clamp(slope * evidence + offset, -700.0, 700.0);
  return 1 / (1 + std::exp(-x));
}

Calibration calibrate(std::span<const float> evidence, std::span<const char> yes) {
  const auto ofYes = static_cast<double>(std::count(yes.begin(), yes.end(), char{1}));
  const double ofNo = static_cast<double>(yes.size()) - ofYes;
  const double toYes = (ofYes + 1) / (ofYes + 2);
  const double toNo = 1 / (ofNo + 2);
  // Newton's steps on what is convex, shortened until they help; evidence counts over its spread.
  double spread = 0;
  for (const float one : evidence) spread += std::abs(static_cast<double>(one));
  spread = std::max(1e-30, spread / static_cast<double>(evidence.size()));
  const auto lossAt = [&](double slope, double offset) {
    double loss = 1e-3 * slope * slope;
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      const double x = slope * evidence[i] / spread + offset;
      const double to = yes[i] != 0 ? toYes : toNo;
      const double log1p = std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
      loss += log1p - to * x;
    }
    return loss;
  };
  double slope = 0;
  double offset = std::log((ofYes + 1) / (ofNo + 1));
  double loss = lossAt(slope, offset);
  for (int step = 0; step < 100; ++step) {
    double g0 = 2e-3 * slope;
    double g1 = 0;
    double h00 = 2e-3;
    double h01 = 0;
    double h11 = 1e-9;
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      const double e = evidence[i] / spread;
      const double p = 1 / (1 + std::exp(-std::clamp(slope * e + offset, -700.0, 700.0)));
      const double wrong = p - (yes[i] != 0 ? toYes : toNo);
      const double curve = p * (1 - p);
      g0 += wrong * e;
      g1 += wrong;
      h00 += curve * e * e;
      h01 += curve * e;
      h11 += curve;
    }
    const double determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 0)) break;
    const double moveSlope = (h11 * g0 - h01 * g1) / determinant;
    const double moveOffset = (h00 * g1 - h01 * g0) / determinant;
    double length = 1;
    double next = lossAt(slope - moveSlope, offset - moveOffset);
    for (; next > loss && length > 1e-6; length /= 2) {
      next = lossAt(slope - length / 2 * moveSlope, offset - length / 2 * moveOffset);
    }
    if (!(next < loss - 1e-12)) break;
    slope -= length * moveSlope;
    offset -= length * moveOffset;
    loss = next;
  }
  return {slope / spread, offset};
}

}  // namespace espy::judge
