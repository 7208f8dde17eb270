// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/features.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace espy::judge {
namespace {

constexpr std::int64_t kCellsOfSide = Judge::kSide;
constexpr std::int64_t kCellsOfPlane = kCellsOfSide * kCellsOfSide;
constexpr std::int64_t kBlockSides[] = {2, 4};  ///< in cells; blocks overlap by half
constexpr std::int64_t kOfBlocks = 5;           ///< features per block size
constexpr std::ptrdiff_t kWorst = 3;

/// Mean of a square block of a plane.
double meanOf(std::span<const float> plane, std::int64_t cell, std::int64_t side) {
  double sum = 0;
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < side; ++x) sum += plane[at(cell + y * kCellsOfSide + x)];
  }
  return sum / static_cast<double>(side * side);
}

}  // namespace

std::int64_t featuresOf(int planes) {
  return 1 + 2 * planes + std::ssize(kBlockSides) * kOfBlocks;
}

std::int64_t tilesOf(int planes) {
  return planes * kTileSide * kTileSide;
}

FeatureExtractor::FeatureExtractor(const Cropper& cropper) : planes_(cropper.planes()) {
  const std::span<const char> counts = cropper.counts();
  for (const std::int64_t side : kBlockSides) {
    Blocks blocks{side, {}};
    for (std::int64_t row = 0; row + side <= kCellsOfSide; row += side / 2) {
      for (std::int64_t column = 0; column + side <= kCellsOfSide; column += side / 2) {
        const std::int64_t cell = row * kCellsOfSide + column;
        bool whole = true;
        for (std::int64_t i = 0; i < side * side; ++i) {
          whole &= counts[at(cell + i / side * kCellsOfSide + i % side)] != 0;
        }
        if (whole) blocks.cells.push_back(cell);
      }
    }
    blocks_.push_back(std::move(blocks));
  }
}

std::vector<float> FeatureExtractor::leftIn(const Blocks& blocks,
                                            std::span<const float> residual) const {
  std::vector<float> left;
  left.reserve(blocks.cells.size());
  for (const std::int64_t cell : blocks.cells) {
    double squares = 0;
    for (int plane = 0; plane < planes_; ++plane) {
      const double mean =
          meanOf(residual.subspan(at(plane * kCellsOfPlane), at(kCellsOfPlane)), cell, blocks.side);
      squares += mean * mean;
    }
    left.push_back(static_cast<float>(std::sqrt(squares / planes_)));
  }
  return left;
}

void FeatureExtractor::extract(const RefinedPosition& refined, const CropLight& light,
                               std::span<const float> residual, const FeatureScratch& to) const {
  std::size_t next = 0;
  const auto add = [&](double number) { to.features[next++] = static_cast<float>(number); };
  add(refined.correlation);
  for (std::size_t plane = 0; plane < at(planes_); ++plane) {
    add(light.mean[plane]);
    add(light.contrast[plane]);
  }
  for (const Blocks& blocks : blocks_) {
    std::vector<float> left = leftIn(blocks, residual);
    // A needle without a whole block has nothing to rank.
    left.resize(std::max<std::size_t>(left.size(), at(kWorst)));
    std::partial_sort(left.begin(), left.begin() + kWorst, left.end(), std::greater<>());
    const double worst = left[0];
    const double worstThree = (worst + left[1] + left[2]) / kWorst;
    const auto middle = left.begin() + std::ssize(left) / 2;
    std::nth_element(left.begin(), middle, left.end());
    // Below this it is rounding.
    constexpr double kLeast = 1e-3;
    const double usual = std::max(kLeast, static_cast<double>(*middle));
    add(worst);
    add(worstThree);
    add(usual);
    add(worst / usual);
    add(worstThree / usual);
  }
  for (std::int64_t tile = 0; tile < tilesOf(planes_); ++tile) {
    const std::int64_t plane = tile / (kTileSide * kTileSide);
    const std::int64_t place = tile % (kTileSide * kTileSide);
    const std::int64_t cell = place / kTileSide * 2 * kCellsOfSide + place % kTileSide * 2;
    to.tiles[at(tile)] = static_cast<float>(
        meanOf(residual.subspan(at(plane * kCellsOfPlane), at(kCellsOfPlane)), cell, 2));
  }
}

}  // namespace espy::judge
