// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Measures the costs of scored search's strategies at each SIMD level, on one thread, and rewrites
// core/score/costs_by_level.h. Levels that this CPU lacks keep their rows.
//
//     costs_bench HEADER
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "base/simd.h"
#include "espy/engine/simd.h"
#include "picture/tile_transform.h"
#include "score/by_blocks.h"
#include "score/costs_by_level.h"
#include "score/direct_blocks.h"
#include "score/window_rows.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using score::costs::SimdLevelCosts;
using test::Random;

/// Minimum of nine runs, in nanoseconds, after a warm-up.
double nanosecondsOf(const std::function<void()>& run) {
  run();
  double least = 1e30;
  for (int i = 0; i < 9; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - start;
    least = std::min(least, elapsed.count());
  }
  return least;
}

/// Random walk along rows; its block averages vary as in photographs.
Image noise(Size size, std::uint64_t seed) {
  Random random(seed);
  Image image(size, {1, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    int value = 128;
    for (std::int64_t x = 0; x < size.width; ++x) {
      value = std::clamp(value + static_cast<int>(random.below(41)) - 20, 0, 255);
      setSample(image.pixels(), x, y, 0, static_cast<std::uint32_t>(value));
    }
  }
  return image;
}

score::ScoredNeedle needleOf(const Image& picture) {
  return score::makeScoredNeedle({picture.view(), {}}, 0, {1, Depth::u8}, false);
}

/// One-way tiled FFT: ns per element, for tiles of 2^14, 2^15, ... elements.
std::array<double, 7> transforms() {
  constexpr Size kSizes[] = {{128, 128}, {256, 128},  {256, 256},  {512, 256},
                             {512, 512}, {1024, 512}, {1024, 1024}};
  std::array<double, 7> costs{};
  const Control control;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const picture::TileTransform<float> transform(static_cast<int>(kSizes[i].width),
                                                  static_cast<int>(kSizes[i].height), control);
    picture::ComplexTile<float> tile;
    picture::ComplexTile<float> spectrum;
    tile.resize(transform.size());
    std::fill(tile.real.begin(), tile.real.end(), 1.0F);
    std::fill(tile.imaginary.begin(), tile.imaginary.end(), 0.0F);
    const double scale = 1.0 / static_cast<double>(transform.size());
    constexpr int kTimes = 4;
    const double both = nanosecondsOf([&] {
      for (int t = 0; t < kTimes; ++t) {
        transform.forward(tile, spectrum);
        transform.inverse(spectrum, tile);
        tile.real[0] *= static_cast<float>(scale);
      }
    });
    costs[i] = both * scale / (2 * kTimes);
  }
  return costs;
}

/// Block averages by FFT: ns per element, for tiles of 2^12, 2^13, ... elements; fixed cost and
/// cost per needle.
std::array<std::array<double, 2>, 7> blocks() {
  constexpr Size kTiles[] = {{64, 64},   {128, 64},  {128, 128}, {256, 128},
                             {256, 256}, {512, 256}, {512, 512}};
  std::array<std::array<double, 2>, 7> costs{};
  const Image picture = noise({40, 40}, 2);
  const score::ScoredNeedle needle = needleOf(picture);
  const auto bound = score::BlockBound::make(needle, 0.95, 2);
  const Control control;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const Size tile = kTiles[i];
    const Size step{2 * (tile.width - 19), 2 * (tile.height - 19)};
    const Image scene = noise({step.width + 39, step.height + 39}, 3);
    const ImageView view = scene.view();
    const auto search = [&](std::size_t count) {
      const std::vector<const score::ScoredNeedle*> needles(count, &needle);
      const std::vector<score::BlockBound> bounds(count, *bound);
      score::BlockSearch blocks(view, needles, bounds, 0.95, 1e9, {tile, false, 0}, control);
      blocks.run(1);  // computes and caches the spectra
      const double ns = nanosecondsOf([&] { blocks.run(1); });
      return ns / (4 * static_cast<double>(tile.pixels()));
    };
    const double one = search(1);
    const double five = search(5);
    costs[i][1] = (five - one) / 4;
    costs[i][0] = std::max(0.1, one - costs[i][1]);
  }
  return costs;
}

/// Direct block averages: ns per position, and per product of two blocks.
std::array<double, 2> directBlocks() {
  const Image scene = noise({512, 320}, 4);
  const auto rowOf = [&](int, std::int64_t y) { return scene.view().row(y); };
  const auto cost = [&](int blocks) {
    const Image picture = noise({4 * blocks, 4 * blocks}, 5);
    const score::ScoredNeedle needle = needleOf(picture);
    const auto taps = score::BlockTaps::make(*score::BlockBound::make(needle, 0.95, 4));
    const Size positions{256, 128};
    const Size pixels{positions.width + 4 * blocks - 1, positions.height + 4 * blocks - 1};
    score::DirectBlocks direct;
    std::vector<score::DirectBlocks::Position> found;
    return nanosecondsOf([&] {
             found.clear();
             direct.load(rowOf, pixels, 4, 1);
             direct.find(*taps, positions, found);
           }) /
           static_cast<double>(positions.pixels());
  };
  const double few = cost(8);
  const double many = cost(24);
  const double pair = (many - few) / (24 * 12 - 8 * 4);
  return {few - 8 * 4 * pair, pair};
}

/// Exact score of a window: fixed cost in ns, and cost per vector of samples.
std::array<double, 2> windows() {
  const Image scene = noise({700, 600}, 6);
  const picture::TilePlanes<std::uint8_t> plane{const_cast<std::uint8_t*>(scene.view().row(0)),
                                                scene.size(), 1, scene.view().stride(), 0};
  const auto cost = [&](std::int64_t side) {
    const Image picture = noise({side, side}, 7);
    const score::ScoredNeedle needle = needleOf(picture);
    const score::WindowRows rows(needle);
    constexpr int kWindows = 400;
    std::uint64_t sum = 0;
    const double ns = nanosecondsOf([&] {
      for (int i = 0; i < kWindows; ++i) sum += rows.sums(plane, i * 7 % 400, i % 300).products;
    });
    return ns / kWindows + (sum == 1 ? 1 : 0);
  };
  const std::int64_t lanes = score::windowLanes();
  const double few = cost(24);
  const double many = cost(160);
  const auto vectors = [&](std::int64_t side) {
    return static_cast<double>(side * ((side + lanes - 1) / lanes));
  };
  const double vector = (many - few) / (vectors(160) - vectors(24));
  return {std::max(2.0, few - vectors(24) * vector), vector};
}

SimdLevelCosts measured() {
  SimdLevelCosts costs;
  costs.transform = transforms();
  costs.blocks = blocks();
  const auto [position, pair] = directBlocks();
  costs.directPosition = position;
  costs.directPair = pair;
  const auto [window, vector] = windows();
  costs.window = window;
  costs.windowVector = vector;
  return costs;
}

std::string listOf(const std::array<double, 7>& numbers) {
  std::string list;
  for (const double number : numbers)
    list += fmt::format("{}{:.2f}", list.empty() ? "" : ", ", number);
  return list;
}

std::string textOf(SimdLevel level, const SimdLevelCosts& costs) {
  std::string blocks;
  for (const auto& [once, each] : costs.blocks) {
    blocks += fmt::format("{}{{{{{:.2f}, {:.2f}}}}}", blocks.empty() ? "" : ", ", once, each);
  }
  return fmt::format(
      "    {{{{{{{}}}}},\n     {{{{{}}}}},\n     {:.2f},\n     {:.4f},\n     {:.1f},\n     "
      "{:.3f}}},  // {}\n",
      listOf(costs.transform), blocks, costs.directPosition, costs.directPair, costs.window,
      costs.windowVector, nameOf(level));
}

/// The header with its table replaced.
std::string withRows(const std::string& header, const std::string& rows) {
  const std::string begin = "= {{\n";
  const std::size_t from = header.find(begin) + begin.size();
  const std::size_t to = header.find("}};", from);
  return header.substr(0, from) + rows + header.substr(to);
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  using namespace espy;
  if (argc != 2) {
    fmt::print(stderr, "costs_bench: takes the path of costs_by_level.h\n");
    return 2;
  }
  std::string rows;
  for (int i = 0; i < kSimdLevels; ++i) {
    const auto level = static_cast<SimdLevel>(i);
    score::costs::SimdLevelCosts costs = score::costs::kBySimdLevel[static_cast<std::size_t>(i)];
    if (std::find(simdLevels().begin(), simdLevels().end(), level) != simdLevels().end()) {
      limitSimd(level);
      costs = bench::measured();
    }
    rows += bench::textOf(level, costs);
  }
  fmt::print("{}", rows);
  std::ifstream file(argv[1]);
  std::stringstream header;
  header << file.rdbuf();
  file.close();
  std::ofstream(argv[1]) << bench::withRows(header.str(), rows);
  return 0;
}
