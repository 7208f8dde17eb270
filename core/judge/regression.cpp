// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/regression.h"

#include <algorithm>
#include <cmath>

#include "judge/arithmetic.h"

namespace espy::judge {
namespace {

constexpr int kRounds = 200;
constexpr float kOfFirst = 0.001F;
constexpr float kShared = 4;  ///< numbers vary together, but not all of them: so many times less

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

namespace {

/// Samples whose numbers have a mean of 0 and a deviation of 1 each.
class Standard {
 public:
  Standard(std::span<const float> samples, std::span<const float> importance, std::size_t width)
      : width_(width), mean_(width), scale_(width), numbers_(samples.begin(), samples.end()) {
    std::vector<double> sums(width);
    std::vector<double> squares(width);
    double all = 0;
    for (std::size_t s = 0; s < importance.size(); ++s) {
      all += importance[s];
      for (std::size_t i = 0; i < width; ++i) {
        const double number = samples[s * width + i];
        sums[i] += importance[s] * number;
        squares[i] += importance[s] * number * number;
      }
    }
    for (std::size_t i = 0; i < width; ++i) {
      const double mean = sums[i] / all;
      const double deviation = std::sqrt(std::max(0.0, squares[i] / all - mean * mean));
      mean_[i] = static_cast<float>(mean);
      // What does not vary tells nothing.
      scale_[i] = deviation > kLeastDeviation ? static_cast<float>(1 / deviation) : 0;
    }
    for (std::size_t s = 0; s < importance.size(); ++s) {
      for (std::size_t i = 0; i < width; ++i) {
        float& number = numbers_[s * width + i];
        number = (number - mean_[i]) * scale_[i];
      }
    }
  }

  const float* sample(std::size_t index) const { return numbers_.data() + index * width_; }

  /// For numbers as they are.
  Regression plain(const Regression& standard) const {
    Regression regression = standard;
    double moved = 0;
    for (std::size_t i = 0; i < width_; ++i) {
      regression.weights[i] *= scale_[i];
      moved += static_cast<double>(regression.weights[i]) * mean_[i];
    }
    regression.bias -= static_cast<float>(moved);
    return regression;
  }

 private:
  static constexpr double kLeastDeviation = 1e-6;

  std::size_t width_;
  std::vector<float> mean_;
  std::vector<float> scale_;
  std::vector<float> numbers_;
};

}  // namespace

Regression regress(std::span<const float> samples, std::span<const float> kinds,
                   std::span<const float> importance, std::int64_t numbers, float prior,
                   const Control& control) {
  const auto width = static_cast<std::size_t>(numbers);
  const Standard standard(samples, importance, width);
  double all = 0;
  for (const float one : importance) all += one;
  // Steps of Nesterov's, no longer than the curvature allows: a quarter of what all numbers of a
  // sample come to, and no less than the prior's.
  const float rate = 1.0F / (0.25F * static_cast<float>(width) / kShared + prior);
  Regression at{std::vector<float>(width), 0};
  Regression ahead = at;
  std::vector<float> slopes(width);
  for (int round = 0; round < kRounds; ++round) {
    control.check();
    for (std::size_t i = 0; i < width; ++i)
      slopes[i] = (i == 0 ? kOfFirst : prior) * ahead.weights[i];
    float biasSlope = 0;
    for (std::size_t s = 0; s < kinds.size(); ++s) {
      const float* sample = standard.sample(s);
      const float wrong = (logistic(ahead.evidence({sample, width})) - kinds[s]) * importance[s] /
                          static_cast<float>(all);
      for (std::size_t i = 0; i < width; ++i) slopes[i] += wrong * sample[i];
      biasSlope += wrong;
    }
    const float momentum = static_cast<float>(round) / static_cast<float>(round + 3);
    const auto move = [&](float& own, float& next, float slope) {
      const float moved = next - rate * slope;
      next = moved + momentum * (moved - own);
      own = moved;
    };
    for (std::size_t i = 0; i < width; ++i) move(at.weights[i], ahead.weights[i], slopes[i]);
    move(at.bias, ahead.bias, biasSlope);
  }
  return standard.plain(at);
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
