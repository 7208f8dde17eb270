// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "support/random_pictures.h"
#include "support/surface_sheet.h"

/// Building blocks of synthetic surfaces.
namespace espy::test {

/// Random real numbers.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}

  double between(double least, double most) {
    constexpr double kTwoTo53 = 9007199254740992.0;
    return least + (most - least) * static_cast<double>(random_.next() >> 11) / kTwoTo53;
  }
  bool is(double probability) { return between(0, 1) < probability; }
  std::int64_t below(std::int64_t bound) { return random_.below(bound); }

 private:
  Random random_;
};

inline std::uint64_t mixedSeed(std::uint64_t a, std::uint64_t b) {
  return Random(a ^ (b * 0xd1342543de82ef95U)).next();
}

/// Seeds of a layer. Each object in it has an index; the fraction `shared` of the objects is drawn
/// from the other surface's seed.
struct SurfaceLayer {
  std::uint64_t own = 0;
  std::uint64_t other = 0;
  double shared = 0;

  /// Random numbers of object `thing`.
  Chance chance(std::uint64_t thing) const {
    const bool others = shared > 0 && Chance(mixedSeed(own, ~thing)).is(shared);
    return Chance(mixedSeed(others ? other : own, thing));
  }
};

/// Fractal noise in about -1..1; the coarsest octave has wavelengths of `length` x `height` texels.
/// For a shared layer a mixture of both surfaces' noise.
Canvas cloudsOf(const SurfaceLayer& layer, double length, double height, int octaves);

/// An ellipse with a soft edge, in texels.
struct Grain {
  double x = 0;
  double y = 0;
  double along = 1;   ///< half length
  double across = 1;  ///< half width
  double angle = 0;   ///< radians
};

/// Calls `paint(texel, cover, u, v)` for the texels of a grain: coverage 0..1, and position along
/// and across, -1..1 inside.
template <class Paint>
void paintGrain(const Grain& grain, const Paint& paint) {
  const double cosine = std::cos(grain.angle);
  const double sine = std::sin(grain.angle);
  const double reach = std::max(grain.along, grain.across) + 1;
  const auto clampSide = [](double value) {
    return static_cast<std::int64_t>(
        std::clamp(value, 0.0, static_cast<double>(SurfaceSheet::kSide - 1)));
  };
  for (std::int64_t y = clampSide(grain.y - reach); y <= clampSide(grain.y + reach); ++y) {
    for (std::int64_t x = clampSide(grain.x - reach); x <= clampSide(grain.x + reach); ++x) {
      const double dx = static_cast<double>(x) - grain.x;
      const double dy = static_cast<double>(y) - grain.y;
      const double u = (dx * cosine + dy * sine) / grain.along;
      const double v = (dy * cosine - dx * sine) / grain.across;
      const double far = u * u + v * v;
      if (far >= 1.5) continue;
      const double inside = (1.25 - std::sqrt(far)) * 2 * std::min(grain.along, grain.across);
      const double cover = std::clamp(inside, 0.0, 1.0);
      if (cover > 0) paint(static_cast<std::size_t>(y * SurfaceSheet::kSide + x), cover, u, v);
    }
  }
}

}  // namespace espy::test
