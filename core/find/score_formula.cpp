// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/score_formula.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace espy::find {
namespace {

__extension__ using Unsigned = unsigned __int128;

constexpr double kNearOne = 1e-14;

/// An integer of 256 bits.
struct Product {
  Unsigned high;
  Unsigned low;

  bool operator==(const Product&) const = default;
};

Product product(Unsigned a, Unsigned b) {
  const auto half = [](Unsigned value) {
    return static_cast<Unsigned>(static_cast<std::uint64_t>(value));
  };
  const Unsigned low = half(a) * half(b);
  const Unsigned one = (a >> 64) * half(b);
  const Unsigned two = half(a) * (b >> 64);
  const Unsigned middle = (low >> 64) + half(one) + half(two);
  return {(a >> 64) * (b >> 64) + (one >> 64) + (two >> 64) + (middle >> 64),
          middle << 64 | half(low)};
}

/// Is a^2 = b c? Then the window is the needle in another brightness and contrast, or its negative.
bool isWhole(Wide a, Wide b, Wide c) {
  const auto magnitude = static_cast<Unsigned>(a < 0 ? -a : a);
  return product(magnitude, magnitude) ==
         product(static_cast<Unsigned>(b), static_cast<Unsigned>(c));
}

}  // namespace

Wide greatestDistance(Method method, const NeedleSums& needle) {
  const std::int64_t most =
      method == Method::ssd ? needle.maxValue * needle.maxValue : needle.maxValue;
  return static_cast<Wide>(most) * needle.weight;
}

bool fitsInto64(Wide sum) {
  return sum >> 64 == 0;
}

std::uint64_t mostDistanceFor(Method method, const NeedleSums& needle, double score) {
  const auto greatest = static_cast<double>(greatestDistance(method, needle));
  const double most = (1 - score) * greatest * (1 + 1e-9) + 1e-9 * greatest + 1;
  if (!(most < 9e18)) return std::numeric_limits<std::uint64_t>::max();
  // None is within less than 0, but to be told so costs nothing.
  return static_cast<std::uint64_t>(std::max(most, 0.0));
}

// A sum of 16-bit squares may exceed 2^53, and then both sides of the division are rounded once.
double scoreOfDistance(Method method, const NeedleSums& needle, std::uint64_t distance) {
  return 1.0 -
         static_cast<double>(distance) / static_cast<double>(greatestDistance(method, needle));
}
double scoreOfWideDistance(Method method, const NeedleSums& needle, Wide distance) {
  return 1.0 -
         static_cast<double>(distance) / static_cast<double>(greatestDistance(method, needle));
}

void setDistance(Match& match, Wide distance) {
  match.distance = static_cast<std::uint64_t>(distance);
  match.distanceHigh = static_cast<std::uint32_t>(distance >> 64);
}

double correlationOf(Wide a, Wide b, Wide c) {
  if (b == 0 || c == 0) return 0;
  const double score =
      static_cast<double>(a) / std::sqrt(static_cast<double>(b) * static_cast<double>(c));
  // Where a^2 = b c, six roundings leave the quotient far nearer to 1 than this.
  if (std::abs(score) > 1 - kNearOne && isWhole(a, b, c)) return a < 0 ? -1 : 1;
  return std::clamp(score, -1.0, 1.0);
}

double scoreOfWindow(const NeedleSums& needle, const WindowSums& window) {
  const Wide n = needle.samples;
  const Wide b = n * static_cast<Wide>(window.squares) -
                 static_cast<Wide>(window.sum) * static_cast<Wide>(window.sum);
  if (b == 0) return 0;
  const Wide a = n * static_cast<Wide>(window.products) -
                 static_cast<Wide>(window.sum) * static_cast<Wide>(needle.sum);
  return correlationOf(a, b, needle.variance());
}

bool isBetter(const Match& a, const Match& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.y != b.y) return a.y < b.y;
  if (a.x != b.x) return a.x < b.x;
  return a.needle < b.needle;
}

}  // namespace espy::find
