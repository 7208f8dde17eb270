// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Bounds by sums of blocks, in small regions, against the reference.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "differential/case_generator.h"
#include "differential/score_case.h"
#include "score/batch.h"
#include "score/by_blocks.h"

namespace espy::test {
namespace {

/// Sums of blocks, asked of all needles of a form together in tiles so small that there are many
/// regions, of which none, some or most are left to transforms of the scene itself.
class Blocks {
 public:
  Blocks(const ScoreCase& one, int side) : case_(one) {
    const ImageView& scene = one.scene.scene;
    for (std::uint32_t n = 0; n < one.scene.needles.size(); ++n) {
      score::ScoredNeedle needle =
          score::makeScoredNeedle(one.scene.needles[n], n, scene.format(), false);
      auto bound = score::BlockBound::make(needle, one.options.minScore, side);
      const bool fits = needle.size.width <= scene.width() && needle.size.height <= scene.height();
      if (!bound || !fits) continue;
      if (!needles_.empty() && needles_.front().form != needle.form) continue;
      bounds_.push_back(std::move(*bound));
      needles_.push_back(std::move(needle));
    }
  }

  /// Of how many needles it tells anything.
  std::size_t asked() const { return needles_.size(); }
  /// Not all blocks of which count.
  std::ptrdiff_t masked() const {
    return std::count_if(bounds_.begin(), bounds_.end(),
                         [](const auto& bound) { return !bound.blocks.solid; });
  }

  std::string difference(double fallback, int threads) {
    std::vector<const score::ScoredNeedle*> pointers;
    Size most;
    Size tile{16, 16};
    for (std::size_t n = 0; n < needles_.size(); ++n) {
      pointers.push_back(&needles_[n]);
      most.width = std::max(most.width, needles_[n].size.width);
      most.height = std::max(most.height, needles_[n].size.height);
      while (tile.width < bounds_[n].blocks.size.width + 3) tile.width *= 2;
      while (tile.height < bounds_[n].blocks.size.height + 3) tile.height *= 2;
    }
    const ImageView& scene = case_.scene.scene;
    score::BlockSearch search(scene, pointers, bounds_, case_.options.minScore, fallback, tile,
                              control_);
    ScoredPlaces found;
    if (!search.run(threads)) return {};
    find::PeakList peaks;
    search.takePeaks(peaks);
    found.peaks.assign(peaks.begin(), peaks.end());
    const std::vector<picture::TileArea> left = search.left();
    for (std::size_t n = 0; n < needles_.size() && !left.empty(); ++n) {
      Size whole{16, 16};
      while (whole.width < most.width + 6) whole.width *= 2;
      while (whole.height < most.height + 6) whole.height *= 2;
      const score::ScoreBatch batch{scene,
                                    needles_[n].form,
                                    {pointers[n]},
                                    case_.options,
                                    score::ScoreWay::byTransforms,
                                    picture::TileGrid(scene.size(), most, whole, left),
                                    control_};
      const auto worker = score::makeWorker(batch);
      worker->peaks.keepOnly([&](const Match& peak) { return search.isLeft(n, peak.x, peak.y); });
      for (std::int64_t task = 0; task < batch.tasks(); ++task) worker->run(task);
      found.peaks.insert(found.peaks.end(), worker->peaks.begin(), worker->peaks.end());
    }
    sortAsTheReference(found.peaks);
    ScoredPlaces wanted;
    for (const Match& peak : case_.wanted.peaks) {
      const bool asked = std::any_of(needles_.begin(), needles_.end(), [&](const auto& needle) {
        return needle.index == peak.needle;
      });
      if (asked) wanted.peaks.push_back(peak);
    }
    const std::string difference = differenceOf(wanted, found);
    return difference.empty() ? difference
                              : fmt::format("blocks, {} regions left, {}: {}", left.size(),
                                            case_.name(), difference);
  }

 private:
  const ScoreCase& case_;
  Control control_;
  std::vector<score::ScoredNeedle> needles_;
  std::vector<score::BlockBound> bounds_;
};

Image ellipseIn(Size size) {
  Image mask(size, {1, Depth::u8});
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const double right = static_cast<double>(2 * x + 1) / static_cast<double>(size.width) - 1;
      const double down = static_cast<double>(2 * y + 1) / static_cast<double>(size.height) - 1;
      setSample(mask.pixels(), x, y, 0, right * right + down * down <= 1 ? 255 : 0);
    }
  }
  return mask;
}

RC_GTEST_PROP(ScoreDifferential, BlocksEqualTheReference, ()) {
  CaseSeed seed = *anyCase();
  seed.width += 60;
  seed.height += 50;
  seed.needleWidth += 9;
  seed.needleHeight += 7;
  ScoreCase one(seed);
  // All of a needle, an ellipse of it, or what its own mask and alpha leave.
  std::deque<Image> masks;
  for (Needle& needle : one.scene.needles) {
    if (seed.detail / 54 % 3 == 2) continue;
    needle.mask.reset();
    if (seed.detail / 54 % 3 == 0) continue;
    needle.mask = masks.emplace_back(ellipseIn(needle.picture.size())).view();
  }
  constexpr double kScores[] = {0.3, 0.6, 0.8, 0.9, 0.97, 1};
  one.options.method = Method::zncc;
  one.options.weighted = false;
  one.options.minScore = kScores[seed.detail % 6];
  one.score();
  constexpr int kSides[] = {2, 4, 8};
  constexpr double kFallbacks[] = {1e9, 20, 2};
  const int side = kSides[seed.detail / 6 % 3];
  Blocks blocks(one, side);
  RC_CLASSIFY(blocks.asked() > 0, "asked");
  RC_CLASSIFY(blocks.masked() > 0, "masked");
  if (blocks.asked() == 0) return;
  const std::string difference =
      blocks.difference(kFallbacks[seed.detail / 18 % 3], side == 4 ? 3 : 1);
  if (!difference.empty()) RC_FAIL(difference);
}

}  // namespace
}  // namespace espy::test
