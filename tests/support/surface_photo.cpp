// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/surface_photo.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/disturb.h"
#include "support/surface_layer.h"

namespace espy::test {
namespace {

constexpr std::int64_t kSide = SurfaceSheet::kSide;
constexpr double kTexels = static_cast<double>(kSide) / static_cast<double>(kReferenceSide);
/// Distance of the camera, in widths of the surface at scale 1.
constexpr double kFar = 2.6;

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

using Matrix = std::array<double, 9>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) c[i * 3 + j] += a[i * 3 + k] * b[k * 3 + j];
    }
  }
  return c;
}

Matrix inverse(const Matrix& m) {
  const Matrix minors{
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  const double all = m[0] * minors[0] + m[1] * minors[3] + m[2] * minors[6];
  Matrix result{};
  for (std::size_t i = 0; i < 9; ++i) result[i] = minors[i] / all;
  return result;
}

/// Shaded surface, 0..255.
Canvas litSurface(const SurfaceSheet& sheet, const SurfaceView& view) {
  const double high = radians(view.lightHigh);
  const auto lightX = static_cast<float>(std::cos(high) * std::cos(radians(view.lightFrom)));
  const auto lightY = static_cast<float>(std::cos(high) * std::sin(radians(view.lightFrom)));
  const auto lightZ = static_cast<float>(std::sin(high));
  // Half vector of light and camera, which is above the surface.
  const float half = std::sqrt(lightX * lightX + lightY * lightY + (lightZ + 1) * (lightZ + 1));
  const auto gloss = static_cast<float>(sheet.gloss);
  Canvas lit({kSide, kSide});
  for (std::int64_t y = 0; y < kSide; ++y) {
    const std::int64_t up = std::max<std::int64_t>(0, y - 1);
    const std::int64_t down = std::min(kSide - 1, y + 1);
    for (std::int64_t x = 0; x < kSide; ++x) {
      const std::int64_t left = std::max<std::int64_t>(0, x - 1);
      const std::int64_t right = std::min(kSide - 1, x + 1);
      const float slopeX = 0.5F * (sheet.heights.at(right, y) - sheet.heights.at(left, y));
      const float slopeY = 0.5F * (sheet.heights.at(x, down) - sheet.heights.at(x, up));
      const float length = 1 / std::sqrt(1 + slopeX * slopeX + slopeY * slopeY);
      const float facing = (lightZ - slopeX * lightX - slopeY * lightY) * length / lightZ;
      const float shine = (lightZ + 1 - slopeX * lightX - slopeY * lightY) * length / half;
      const float shine4 = shine * shine * shine * shine;
      const float shine16 = shine > 0 ? shine4 * shine4 * shine4 * shine4 : 0;
      const float bright = 0.35F + 0.65F * std::clamp(facing, 0.0F, 2.0F);
      lit.at(x, y) = 255 * (sheet.albedo.at(x, y) * bright + gloss * shine16 * shine16);
    }
  }
  return lit;
}

/// Bilinear interpolation with clamped borders.
float between(const Canvas& canvas, double x, double y) {
  const double clampedX = std::clamp(x - 0.5, 0.0, static_cast<double>(kSide) - 1.001);
  const double clampedY = std::clamp(y - 0.5, 0.0, static_cast<double>(kSide) - 1.001);
  const auto column = static_cast<std::int64_t>(clampedX);
  const auto row = static_cast<std::int64_t>(clampedY);
  const auto right = static_cast<float>(clampedX - static_cast<double>(column));
  const auto down = static_cast<float>(clampedY - static_cast<double>(row));
  const float* at = canvas.values.data() + row * kSide + column;
  const float upper = at[0] + right * (at[1] - at[0]);
  const float lower = at[kSide] + right * (at[kSide + 1] - at[kSide]);
  return upper + down * (lower - upper);
}

/// Mirrors a coordinate, so that the sheet is infinite.
double folded(double at) {
  const double within = std::abs(std::remainder(at, 2.0 * static_cast<double>(kSide)));
  return within;
}

/// Occlusion mask of a surface at a quarter of its resolution: random ellipses and bars until the
/// requested fraction is covered.
class Cover {
 public:
  Cover(double share, std::uint64_t seed) : hidden_(kCells * kCells) {
    Chance chance(seed);
    std::size_t count = 0;
    const auto enough = static_cast<std::size_t>(share * kCells * kCells);
    while (count < enough) {
      const bool bar = chance.is(0.4);
      Grain grain;
      grain.x = chance.between(0, kCells);
      grain.y = chance.between(0, kCells);
      grain.across = chance.between(4, bar ? 10 : 22);
      grain.along = bar ? kCells : grain.across * chance.between(1, 2);
      grain.angle = chance.between(0, std::numbers::pi);
      count += lay(grain, enough - count);
    }
  }

  bool at(double x, double y) const {
    const auto column = static_cast<std::int64_t>(x) / kCell;
    const auto row = static_cast<std::int64_t>(y) / kCell;
    return hidden_[static_cast<std::size_t>(row * kCells + column)];
  }

 private:
  static constexpr std::int64_t kCell = 4;
  static constexpr std::int64_t kCells = kSide / kCell;

  std::size_t lay(const Grain& grain, std::size_t most) {
    const double cosine = std::cos(grain.angle);
    const double sine = std::sin(grain.angle);
    std::size_t count = 0;
    for (std::int64_t y = 0; y < kCells; ++y) {
      for (std::int64_t x = 0; x < kCells && count < most; ++x) {
        const double dx = static_cast<double>(x) - grain.x;
        const double dy = static_cast<double>(y) - grain.y;
        const double u = (dx * cosine + dy * sine) / grain.along;
        const double v = (dy * cosine - dx * sine) / grain.across;
        const auto cell = static_cast<std::size_t>(y * kCells + x);
        if (u * u + v * v > 1 || hidden_[cell]) continue;
        hidden_[cell] = true;
        ++count;
      }
    }
    return count;
  }

  std::vector<bool> hidden_;
};

/// The scene behind the picture: surface, occluders and surroundings.
class Sight {
 public:
  Sight(const SurfaceSheet& surface, const SurfaceSheet& around, const SurfaceView& view,
        std::uint64_t seed)
      : surface_(litSurface(surface, view)),
        around_(litSurface(around, view)),
        cover_(view.hidden, mixedSeed(seed, 4)),
        back_(inverse(homographyTo(view))) {}

  float at(double x, double y) const {
    const double ahead = back_[6] * x + back_[7] * y + back_[8];
    const double u = kTexels * (back_[0] * x + back_[1] * y + back_[2]) / ahead;
    const double v = kTexels * (back_[3] * x + back_[4] * y + back_[5]) / ahead;
    constexpr auto kEnd = static_cast<double>(kSide);
    const bool inside = u >= 0 && v >= 0 && u < kEnd && v < kEnd;
    if (inside && !cover_.at(u, v)) return between(surface_, u, v);
    // Occluders use another part of the surroundings' texture.
    const double shift = inside ? 137 : 0;
    return between(around_, folded(1.1 * x + shift), folded(1.1 * y + 2 * shift));
  }

 private:
  Canvas surface_;
  Canvas around_;
  Cover cover_;
  Matrix back_;
};

/// Ranges of a level's parameters.
struct LevelRanges {
  const char* name;
  double tilt;
  double turn;
  double leastScale, mostScale;
  double lightFrom;  ///< deviation from the reference's light direction
  double leastLight, mostLight;
  double hidden;
  double blur;
  double noise;
  double contrast;
  double leastQuality, mostQuality;
};
constexpr std::array<LevelRanges, kSurfaceLevels> kLevels{{
    {"easy", 10, 15, 0.8, 1.2, 30, 40, 55, 0.1, 0.5, 2, 0.1, 85, 95},
    {"medium", 25, 180, 0.65, 1.3, 90, 30, 60, 0.25, 1, 4, 0.25, 65, 90},
    {"hard", 35, 180, 0.5, 1.3, 180, 25, 65, 0.4, 1.5, 8, 0.4, 40, 80},
}};
constexpr double kReferenceLight = 225;  // from the upper left
constexpr std::int64_t kQuerySide = 400;

}  // namespace

const char* nameOf(SurfaceLevel level) {
  return kLevels[static_cast<std::size_t>(level)].name;
}

SurfaceView referenceView(std::uint64_t seed) {
  Chance chance(mixedSeed(seed, 5));
  SurfaceView view;
  view.lightFrom = kReferenceLight + chance.between(-20, 20);
  view.lightHigh = chance.between(42, 52);
  view.disturbance.noise = 1.5;
  view.disturbance.quality = 92;
  return view;
}

SurfaceView queryView(SurfaceLevel level, std::uint64_t seed) {
  const LevelRanges& ranges = kLevels[static_cast<std::size_t>(level)];
  Chance chance(mixedSeed(seed, 6));
  SurfaceView view;
  view.picture = {kQuerySide, kQuerySide};
  view.scale = chance.between(ranges.leastScale, ranges.mostScale);
  view.turn = chance.between(-ranges.turn, ranges.turn);
  view.tilt = chance.between(0, ranges.tilt);
  view.tiltTo = chance.between(0, 360);
  view.x = chance.between(-25, 25);
  view.y = chance.between(-25, 25);
  view.lightFrom = kReferenceLight + chance.between(-ranges.lightFrom, ranges.lightFrom);
  view.lightHigh = chance.between(ranges.leastLight, ranges.mostLight);
  view.hidden = chance.between(0, ranges.hidden);
  view.disturbance.blur = chance.between(0.05, ranges.blur);
  view.disturbance.noise = chance.between(1, ranges.noise);
  view.disturbance.gainFirst = 1 - ranges.contrast;
  view.disturbance.gainLast = 1 + ranges.contrast;
  view.disturbance.quality =
      static_cast<int>(chance.between(ranges.leastQuality, ranges.mostQuality));
  return view;
}

std::array<double, 9> homographyTo(const SurfaceView& view) {
  constexpr double kHalf = static_cast<double>(kReferenceSide) / 2;
  const Matrix toMiddle{1, 0, -kHalf, 0, 1, -kHalf, 0, 0, 1};
  const double turn = radians(view.turn);
  const Matrix turned{
      std::cos(turn), -std::sin(turn), 0, std::sin(turn), std::cos(turn), 0, 0, 0, 1};
  // The plane recedes along the direction of the tilt.
  const double toX = std::cos(radians(view.tiltTo));
  const double toY = std::sin(radians(view.tiltTo));
  const double less = std::cos(radians(view.tilt)) - 1;
  const double sink = std::sin(radians(view.tilt)) / (kFar * static_cast<double>(kReferenceSide));
  const Matrix tilted{1 + less * toX * toX, less * toX * toY,     0,
                      less * toX * toY,     1 + less * toY * toY, 0,
                      sink * toX,           sink * toY,           1};
  const Matrix placed{view.scale, 0,          static_cast<double>(view.picture.width) / 2 + view.x,
                      0,          view.scale, static_cast<double>(view.picture.height) / 2 + view.y,
                      0,          0,          1};
  return product(placed, product(tilted, product(turned, toMiddle)));
}

Image surfacePhoto(const SurfaceSheet& surface, const SurfaceSheet& around, const SurfaceView& view,
                   std::uint64_t seed) {
  const Sight sight(surface, around, view, seed);
  // Supersampling: about one sample per texel in each direction, 2 to 4.
  const int points = std::clamp(static_cast<int>(std::ceil(kTexels / view.scale)), 2, 4);
  const float share = 1 / static_cast<float>(points * points);
  Canvas canvas(view.picture);
  for (std::int64_t y = 0; y < view.picture.height; ++y) {
    for (std::int64_t x = 0; x < view.picture.width; ++x) {
      float sum = 0;
      for (int i = 0; i < points * points; ++i) {
        sum += sight.at(static_cast<double>(x) + (i % points + 0.5) / points,
                        static_cast<double>(y) + (i / points + 0.5) / points);
      }
      canvas.at(x, y) = sum * share;
    }
  }
  return disturbed(std::move(canvas), view.disturbance, mixedSeed(seed, 7));
}

}  // namespace espy::test
