// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "differential/score_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "score/batch.h"
#include "score/tile_strategy.h"

namespace espy::test {

Blocks::Blocks(const ScoreCase& one, int side) : case_(one) {
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

std::ptrdiff_t Blocks::masked() const {
  return std::count_if(bounds_.begin(), bounds_.end(),
                       [](const auto& bound) { return !bound.blocks.solid; });
}

bool Blocks::canDirectly() const {
  return std::all_of(bounds_.begin(), bounds_.end(),
                     [](const auto& bound) { return score::BlockTaps::make(bound).has_value(); });
}

std::string Blocks::difference(double fallback, int threads, bool direct) {
  std::vector<const score::ScoredNeedle*> pointers;
  Size tile{16, 16};
  for (std::size_t n = 0; n < needles_.size(); ++n) {
    pointers.push_back(&needles_[n]);
    while (tile.width < bounds_[n].blocks.size.width + 3) tile.width *= 2;
    while (tile.height < bounds_[n].blocks.size.height + 3) tile.height *= 2;
  }
  const Size most = score::largest(pointers);
  const ImageView& scene = case_.scene.scene;
  score::BlockSearch search(scene, pointers, bounds_, case_.options.minScore, fallback,
                            {tile, direct, 0}, control_);
  ScoredPlaces found;
  if (!search.run(threads)) return {};
  finders::PeakList peaks;
  search.takePeaks(threads, peaks);
  found.peaks.assign(peaks.begin(), peaks.end());
  const std::vector<picture::TileArea> left = search.left();
  for (std::size_t n = 0; n < needles_.size() && !left.empty(); ++n) {
    Size whole{16, 16};
    while (whole.width < most.width + 6) whole.width *= 2;
    while (whole.height < most.height + 6) whole.height *= 2;
    const score::ScoreBatch batch{
        scene,
        needles_[n].form,
        {pointers[n]},
        case_.options,
        score::TileStrategy::byTransforms,
        picture::TileGrid(scene.size(), most, whole, picture::mergedPositions(left)),
        control_};
    const auto worker = score::makeWorker(batch);
    worker->peaks.keepOnly([&](const Peak& peak) { return search.isLeft(n, peak.x, peak.y); });
    for (std::int64_t task = 0; task < batch.tasks(); ++task) worker->run(task);
    found.peaks.insert(found.peaks.end(), worker->peaks.begin(), worker->peaks.end());
  }
  sortAsTheReference(found.peaks);
  ScoredPlaces wanted;
  for (const Peak& peak : case_.wanted.peaks) {
    const bool hasBlocks = std::any_of(needles_.begin(), needles_.end(), [&](const auto& needle) {
      return needle.index == peak.needle;
    });
    if (hasBlocks) wanted.peaks.push_back(peak);
  }
  const std::string difference = differenceOf(wanted, found);
  return difference.empty()
             ? difference
             : fmt::format("blocks{}, {} regions left, {}: {}", direct ? " directly" : "",
                           left.size(), case_.name(), difference);
}

}  // namespace espy::test
