// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/sketch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace espy::identify {
namespace {

constexpr std::int64_t kCells = 4;
constexpr std::int64_t kDirections = 8;
constexpr int kBasisBits = 14;
/// The greatest squared norm of a sketch before rounding: keys of near rows do not overflow. With a
/// squared norm of at most `kInside` after rounding, it was less before.
constexpr double kMostNorm = 2e6;
constexpr std::int32_t kInside = 1'990'000;

/// For each function of the directions, the greatest sum of its frequencies of rows and columns. In
/// features of photographs these have the greatest variance.
constexpr std::array<std::int64_t, kDirections> kMostFrequency{2, 3, 3, 2, 2, 0, 0, -1};

/// Number `i` of orthonormal function `f`: cosines of 4 cells.
double ofCells(std::int64_t f, std::int64_t i) {
  const double angle = std::numbers::pi * (static_cast<double>(i) + 0.5) * static_cast<double>(f) /
                       static_cast<double>(kCells);
  return std::cos(angle) * std::sqrt((f == 0 ? 1.0 : 2.0) / static_cast<double>(kCells));
}

/// The same of 8 directions: constant, cosine and sine of each frequency.
double ofDirections(std::int64_t f, std::int64_t i) {
  const double angle = 2 * std::numbers::pi * static_cast<double>((f + 1) / 2) *
                       static_cast<double>(i) / static_cast<double>(kDirections);
  const double wave = f % 2 == 1 ? std::cos(angle) : std::sin(angle);
  if (f == 0) return std::sqrt(1.0 / static_cast<double>(kDirections));
  return wave * std::sqrt(2.0 / static_cast<double>(kDirections));
}

/// For each pair of bytes of a feature its two numbers of each vector, times 2^kBasisBits.
using Basis = std::array<std::int16_t, static_cast<std::size_t>(kFeatureBytes* kSketch)>;
Basis makeBasis() {
  Basis basis{};
  std::int64_t vector = 0;
  for (std::int64_t direction = 0; direction < kDirections; ++direction) {
    const std::int64_t most = kMostFrequency[static_cast<std::size_t>(direction)];
    for (std::int64_t y = 0; y < kCells; ++y) {
      for (std::int64_t x = 0; x < kCells && x + y <= most; ++x, ++vector) {
        for (std::int64_t i = 0; i < kFeatureBytes; ++i) {
          const double number = ofCells(y, i / (kCells * kDirections)) *
                                ofCells(x, i / kDirections % kCells) *
                                ofDirections(direction, i % kDirections);
          basis[static_cast<std::size_t>(i / 2 * 2 * kSketch + 2 * vector + i % 2)] =
              static_cast<std::int16_t>(std::lround(number * (1 << kBasisBits)));
        }
      }
    }
  }
  return basis;
}

std::int32_t normOf(const std::int16_t* numbers) {
  std::int32_t norm = 0;
  for (std::int64_t i = 0; i < kSketch; ++i) norm += numbers[i] * numbers[i];
  return norm;
}

}  // namespace

void sketch(const std::uint8_t* features, std::int64_t count, Sketches& sketches) {
  static const Basis basis = makeBasis();
  constexpr int kShift = kBasisBits - 1;
  sketches.count = count;
  sketches.sums.resize(static_cast<std::size_t>(count * kSketch));
  sketches.numbers.resize(sketches.sums.size());
  sketches.norms.resize(static_cast<std::size_t>(count));
  project(features, count, basis.data(), sketches.sums.data());
  for (std::size_t i = 0; i < sketches.sums.size(); ++i) {
    sketches.numbers[i] =
        static_cast<std::int16_t>((sketches.sums[i] + (1 << (kShift - 1))) >> kShift);
  }
  for (std::int64_t row = 0; row < count; ++row) {
    std::int16_t* const numbers = sketches.numbers.data() + row * kSketch;
    std::int32_t norm = normOf(numbers);
    if (norm > kInside) {
      // Onto a ball, which makes no distance longer either. OpenCV's features are inside it.
      const std::int32_t* const sums = sketches.sums.data() + row * kSketch;
      double exact = 0;
      for (std::int64_t i = 0; i < kSketch; ++i) {
        exact += static_cast<double>(sums[i]) * static_cast<double>(sums[i]);
      }
      const double unit = 1.0 / (1 << kShift);
      const double scale = std::min(unit, std::sqrt(kMostNorm / exact));
      for (std::int64_t i = 0; i < kSketch; ++i) {
        numbers[i] = static_cast<std::int16_t>(std::lround(sums[i] * scale));
      }
      norm = normOf(numbers);
    }
    sketches.norms[static_cast<std::size_t>(row)] = norm;
  }
}

}  // namespace espy::identify
