// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "score/formula.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace espy::score {
namespace {

__extension__ using Unsigned = unsigned __int128;

constexpr double kNearOne = 1e-14;

/// A 256-bit integer.
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
bool isWhole(finders::Wide a, finders::Wide b, finders::Wide c) {
  const auto magnitude = static_cast<Unsigned>(a < 0 ? -a : a);
  return product(magnitude, magnitude) ==
         product(static_cast<Unsigned>(b), static_cast<Unsigned>(c));
}

}  // namespace

finders::Wide greatestDistance(Method method, const finders::NeedleSums& needle) {
  const std::int64_t most =
      method == Method::ssd ? needle.maxValue * needle.maxValue : needle.maxValue;
  return static_cast<finders::Wide>(most) * needle.weight;
}

std::uint64_t mostDistanceFor(Method method, const finders::NeedleSums& needle, double score) {
  const auto greatest = static_cast<double>(greatestDistance(method, needle));
  const double most = (1 - score) * greatest * (1 + 1e-9) + 1e-9 * greatest + 1;
  if (!(most < 9e18)) return std::numeric_limits<std::uint64_t>::max();
  // Negative for scores above 1: no distance qualifies, 0 is harmless.
  return static_cast<std::uint64_t>(std::max(most, 0.0));
}

// A sum of 16-bit squares may exceed 2^53; then both sides of the division are rounded once.
double scoreOfDistance(Method method, const finders::NeedleSums& needle, std::uint64_t distance) {
  return 1.0 -
         static_cast<double>(distance) / static_cast<double>(greatestDistance(method, needle));
}
double scoreOfWideDistance(Method method, const finders::NeedleSums& needle,
                           finders::Wide distance) {
  return 1.0 -
         static_cast<double>(distance) / static_cast<double>(greatestDistance(method, needle));
}

double correlationOf(finders::Wide a, finders::Wide b, finders::Wide c) {
  if (b == 0 || c == 0) return 0;
  const double score =
      static_cast<double>(a) / std::sqrt(static_cast<double>(b) * static_cast<double>(c));
  // If a^2 = b c, six roundings leave the quotient far nearer to 1 than this.
  if (std::abs(score) > 1 - kNearOne && isWhole(a, b, c)) return a < 0 ? -1 : 1;
  return std::clamp(score, -1.0, 1.0);
}

double scoreOfWindow(const finders::NeedleSums& needle, const WindowSums& window) {
  return scoreOfWindow(needle, window, {});
}

double scoreOfWindow(const finders::NeedleSums& needle, const WindowSums& window,
                     const finders::ChannelSums& sumOf) {
  const finders::Wide b = needle.deviation(window.squares, window.sum, sumOf);
  if (b == 0) return 0;
  const finders::Wide a = needle.sharing() * static_cast<finders::Wide>(window.products) -
                          needle.productOfMeans(window.sum, sumOf, needle.sum, needle.sumOf);
  return correlationOf(a, b, needle.variance());
}

}  // namespace espy::score
