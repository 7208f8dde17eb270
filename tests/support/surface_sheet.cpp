// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/surface_sheet.h"

#include <array>
#include <limits>
#include <vector>

#include "support/surface_layer.h"

namespace espy::test {
namespace {

constexpr std::int64_t kSide = SurfaceSheet::kSide;
constexpr auto kLength = static_cast<double>(kSide);

/// Adds one octave of value noise.
void addWave(Canvas& canvas, std::uint64_t seed, double length, double height, float strength) {
  const auto columns = static_cast<std::int64_t>(kLength / length) + 2;
  const auto rows = static_cast<std::int64_t>(kLength / height) + 2;
  Chance chance(seed);
  std::vector<float> grid(static_cast<std::size_t>(columns * rows));
  for (float& value : grid) value = strength * static_cast<float>(chance.between(-1, 1));
  const auto smooth = [](double part) { return static_cast<float>(part * part * (3 - 2 * part)); };
  std::vector<std::int64_t> first(static_cast<std::size_t>(kSide));
  std::vector<float> share(first.size());
  for (std::int64_t x = 0; x < kSide; ++x) {
    const double at = static_cast<double>(x) / length;
    first[static_cast<std::size_t>(x)] = static_cast<std::int64_t>(at);
    share[static_cast<std::size_t>(x)] = smooth(at - std::floor(at));
  }
  std::vector<float> line(static_cast<std::size_t>(columns));
  for (std::int64_t y = 0; y < kSide; ++y) {
    const double at = static_cast<double>(y) / height;
    const float down = smooth(at - std::floor(at));
    const float* upper = grid.data() + static_cast<std::int64_t>(at) * columns;
    for (std::int64_t i = 0; i < columns; ++i) {
      line[static_cast<std::size_t>(i)] = upper[i] + down * (upper[i + columns] - upper[i]);
    }
    for (std::int64_t x = 0; x < kSide; ++x) {
      const float* left = line.data() + first[static_cast<std::size_t>(x)];
      canvas.at(x, y) += left[0] + share[static_cast<std::size_t>(x)] * (left[1] - left[0]);
    }
  }
}

/// A surface under construction.
struct Making {
  SurfaceSheet sheet;
  SurfaceLayer below;
  SurfaceLayer above;

  float& albedo(std::size_t texel) { return sheet.albedo.values[texel]; }
  float& height(std::size_t texel) { return sheet.heights.values[texel]; }

  /// Adds noise to brightness and height, with these strengths.
  void addClouds(const Canvas& clouds, double bright, double high) {
    for (std::size_t i = 0; i < clouds.values.size(); ++i) {
      albedo(i) += static_cast<float>(bright) * clouds.values[i];
      height(i) += static_cast<float>(high) * clouds.values[i];
    }
  }
  /// Adds a brighter and higher grain with a rounded top.
  void addGrain(const Grain& grain, double brighter, double higher) {
    paintGrain(grain, [&](std::size_t texel, double cover, double u, double v) {
      albedo(texel) += static_cast<float>(brighter * cover);
      const double dome = std::max(0.0, 1 - 0.7 * (u * u + v * v));
      height(texel) += static_cast<float>(higher * cover * dome);
    });
  }
};

Grain grainOf(Chance& chance, double least, double most, double longest) {
  Grain grain;
  grain.x = chance.between(0, kLength);
  grain.y = chance.between(0, kLength);
  // Skewed towards small sizes.
  grain.across = least * std::pow(most / least, std::pow(chance.between(0, 1), 1.7));
  grain.along = grain.across * chance.between(1, longest);
  grain.angle = chance.between(0, std::numbers::pi);
  return grain;
}

double strengthOf(Chance& chance, double least, double most) {
  return chance.between(least, most) * (chance.is(0.5) ? 1 : -1);
}

void addGrains(Making& making, const SurfaceLayer& layer, int count, double most, double longest) {
  for (int i = 0; i < count; ++i) {
    Chance chance = layer.chance(static_cast<std::uint64_t>(1000 + i));
    const Grain grain = grainOf(chance, 1.4, most, longest);
    const double brighter = strengthOf(chance, 0.06, 0.28);
    making.addGrain(grain, brighter, strengthOf(chance, 0.3, 1.6));
  }
}

void makeStone(Making& making) {
  making.addClouds(cloudsOf(making.below, 130, 130, 6), 0.22, 3);
  addGrains(making, making.below, 1100, 9, 2);
  making.sheet.gloss = 0.12;
}

void makeWood(Making& making) {
  Chance chance = making.below.chance(1);
  const double rings = chance.between(14, 30);
  const double tilt = chance.between(-0.06, 0.06);
  const Canvas warp = cloudsOf(making.below, 400, 90, 3);
  const Canvas fibres = cloudsOf(making.below, 60, 5, 3);
  for (std::int64_t y = 0; y < kSide; ++y) {
    for (std::int64_t x = 0; x < kSide; ++x) {
      const auto texel = static_cast<std::size_t>(y * kSide + x);
      const double across = static_cast<double>(y) + tilt * static_cast<double>(x);
      const double ring = across / rings + 1.6 * warp.values[texel];
      const double saw = ring - std::floor(ring);
      making.albedo(texel) += static_cast<float>(0.18 * saw * saw - 0.06);
      making.height(texel) += static_cast<float>(0.8 * saw);
    }
  }
  making.addClouds(fibres, 0.1, 0.7);
  for (int i = 0; i < 900; ++i) {
    Chance pore = making.below.chance(static_cast<std::uint64_t>(1000 + i));
    Grain grain = grainOf(pore, 0.8, 1.8, 1);
    grain.along = pore.between(3, 16);
    grain.angle = pore.between(-0.05, 0.05) - std::atan(tilt);
    making.addGrain(grain, pore.between(-0.3, -0.08), pore.between(-1.5, -0.4));
  }
  for (int i = 0; i < 3; ++i) {
    Chance knot = making.below.chance(static_cast<std::uint64_t>(10 + i));
    Grain grain = grainOf(knot, 8, 22, 1.6);
    for (int ring = 0; ring < 4; ++ring, grain.along *= 0.7, grain.across *= 0.7) {
      making.addGrain(grain, ring % 2 == 0 ? -0.16 : 0.1, 0.6);
    }
  }
}

/// A thread of the weave.
struct Thread {
  double tone = 0;
  double thick = 1;
  double off = 0;
};
std::vector<Thread> threadsOf(const SurfaceLayer& layer, std::uint64_t first, double apart) {
  std::vector<Thread> threads;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(kLength / apart) + 3; ++i) {
    Chance chance = layer.chance(first + i);
    const double tone = chance.between(-0.09, 0.09);
    const double thick = chance.between(0.75, 1.2);
    threads.push_back({tone, thick, chance.between(-0.14, 0.14)});
  }
  return threads;
}

void makeCloth(Making& making) {
  Chance chance = making.below.chance(1);
  const double apart = chance.between(6, 10);
  const std::vector<Thread> warp = threadsOf(making.below, 100, apart);
  const std::vector<Thread> weft = threadsOf(making.below, 300, apart);
  const Canvas bend = cloudsOf(making.below, 90, 90, 4);
  const auto round = [](double part, double thick) {
    const double from = 2 * (part - 0.5) / thick;
    return std::sqrt(std::max(0.0, 1 - from * from));
  };
  for (std::int64_t y = 0; y < kSide; ++y) {
    for (std::int64_t x = 0; x < kSide; ++x) {
      const auto texel = static_cast<std::size_t>(y * kSide + x);
      const double bent = 1 + 0.9 * bend.values[texel];
      const double u = static_cast<double>(x) / apart + bent;
      const double v = static_cast<double>(y) / apart + bent * 0.8;
      const auto column = static_cast<std::size_t>(std::max(0.0, u));
      const auto row = static_cast<std::size_t>(std::max(0.0, v));
      const bool over = (column + row) % 2 == 0;
      const Thread& thread =
          over ? warp[std::min(column, warp.size() - 1)] : weft[std::min(row, weft.size() - 1)];
      const double at = over ? u - std::floor(u) : v - std::floor(v);
      const double high = round(std::clamp(at + thread.off, 0.0, 1.0), thread.thick);
      making.albedo(texel) += static_cast<float>(thread.tone + 0.16 * high - 0.1);
      making.height(texel) += static_cast<float>(1.6 * high);
    }
  }
  making.addClouds(cloudsOf(making.below, 60, 60, 4), 0.1, 0.6);
  for (int i = 0; i < 500; ++i) {
    Chance slub = making.below.chance(static_cast<std::uint64_t>(1000 + i));
    Grain grain = grainOf(slub, 1.2, 3.6, 5);
    grain.angle = (slub.is(0.5) ? 0 : std::numbers::pi / 2) + slub.between(-0.1, 0.1);
    making.addGrain(grain, strengthOf(slub, 0.06, 0.25), slub.between(0.2, 1.4));
  }
}

void makeLeaves(Making& making) {
  making.addClouds(cloudsOf(making.below, 80, 80, 5), 0.1, 2);
  for (int i = 0; i < 800; ++i) {
    Chance chance = making.below.chance(static_cast<std::uint64_t>(1000 + i));
    Grain blade = grainOf(chance, 1.6, 6, 1);
    blade.along = blade.across * chance.between(2.5, 7);
    const double tone = chance.between(0.22, 0.72);
    const double lift = chance.between(0.4, 2.2);
    const double vein = chance.between(-0.12, 0.12);
    paintGrain(blade, [&](std::size_t texel, double cover, double u, double v) {
      const double bright = tone + 0.08 * v + (std::abs(v) < 0.16 ? vein : 0);
      making.albedo(texel) += static_cast<float>(0.85 * cover * (bright - making.albedo(texel)));
      const double high = lift * (1 - 0.6 * v * v - 0.2 * u * u);
      making.height(texel) += static_cast<float>(cover * high * 0.7);
    });
  }
  making.sheet.gloss = 0.1;
}

struct ClayCell {
  double x = 0;
  double y = 0;
  double tone = 0;
  double high = 0;
};

void makeClay(Making& making) {
  constexpr int kAcross = 9;
  constexpr double kApart = kLength / kAcross;
  std::vector<ClayCell> cells;
  for (int i = 0; i < (kAcross + 2) * (kAcross + 2); ++i) {
    Chance chance = making.below.chance(static_cast<std::uint64_t>(100 + i));
    const double x = (i % (kAcross + 2) - 1 + chance.between(0.02, 0.98)) * kApart;
    const double y = (i / (kAcross + 2) - 1 + chance.between(0.02, 0.98)) * kApart;
    const double tone = chance.between(-0.1, 0.1);
    cells.push_back({x, y, tone, chance.between(-1.5, 1.5)});
  }
  const Canvas wobble = cloudsOf(making.below, 40, 40, 4);
  for (std::int64_t y = 0; y < kSide; ++y) {
    for (std::int64_t x = 0; x < kSide; ++x) {
      const auto texel = static_cast<std::size_t>(y * kSide + x);
      const double px = static_cast<double>(x) + 7 * wobble.values[texel];
      const double py = static_cast<double>(y) - 7 * wobble.values[texel];
      const int column = static_cast<int>(px / kApart) + 1;
      const int row = static_cast<int>(py / kApart) + 1;
      double nearest = std::numeric_limits<double>::max();
      double second = nearest;
      const ClayCell* cell = nullptr;
      for (int r = std::max(0, row - 1); r <= std::min(kAcross + 1, row + 1); ++r) {
        for (int c = std::max(0, column - 1); c <= std::min(kAcross + 1, column + 1); ++c) {
          const ClayCell& one = cells[static_cast<std::size_t>(r * (kAcross + 2) + c)];
          const double far = std::hypot(px - one.x, py - one.y);
          if (far < nearest) {
            second = nearest;
            nearest = far;
            cell = &one;
          } else {
            second = std::min(second, far);
          }
        }
      }
      if (cell == nullptr) continue;
      const double crack = std::clamp(1 - (second - nearest) / 3.5, 0.0, 1.0);
      making.albedo(texel) += static_cast<float>(cell->tone - 0.25 * crack);
      making.height(texel) += static_cast<float>(cell->high - 5 * crack);
    }
  }
  making.addClouds(cloudsOf(making.below, 70, 70, 6), 0.14, 2.2);
  addGrains(making, making.below, 500, 4, 2);
}

/// Details of this surface alone: noise and grains.
void makeAbove(Making& making) {
  making.addClouds(cloudsOf(making.above, 50, 50, 5), 0.05, 0.5);
  addGrains(making, making.above, 220, 5, 4);
}

}  // namespace

Canvas cloudsOf(const SurfaceLayer& layer, double length, double height, int octaves) {
  Canvas canvas({kSide, kSide});
  double strength = 0.5;
  // Normalises the mixture to the strength of one layer.
  const double both = std::hypot(layer.shared, 1 - layer.shared);
  for (int octave = 0; octave < octaves; ++octave, strength *= 0.6) {
    const auto number = static_cast<std::uint64_t>(octave) +
                        static_cast<std::uint64_t>(length * 64 + height * 4096);
    const auto add = [&](std::uint64_t seed, double share) {
      if (share <= 0) return;
      addWave(canvas, mixedSeed(seed, number), length, height,
              static_cast<float>(strength * share / both));
    };
    add(layer.other, layer.shared);
    add(layer.own, 1 - layer.shared);
    length = std::max(2.0, length / 2);
    height = std::max(2.0, height / 2);
  }
  return canvas;
}

SurfaceSheet surfaceSheet(const SurfaceSeed& seed) {
  Making making;
  making.below = {mixedSeed(seed.own, 1), mixedSeed(seed.other, 1), seed.shared};
  making.above = {mixedSeed(seed.own, 2), 0, 0};
  Chance chance(mixedSeed(seed.own, 3));
  const auto base = static_cast<float>(chance.between(0.4, 0.6));
  for (float& value : making.sheet.albedo.values) value = base;
  constexpr std::array<void (*)(Making&), kSurfaceKinds> kMakers{makeStone, makeWood, makeCloth,
                                                                 makeLeaves, makeClay};
  kMakers[static_cast<std::size_t>(seed.kind)](making);
  makeAbove(making);
  for (float& value : making.sheet.albedo.values) value = std::clamp(value, 0.02F, 1.0F);
  return making.sheet;
}

}  // namespace espy::test
