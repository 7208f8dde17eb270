// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/poses_reference.h"

#include "pose/pyramid.h"
#include "pose/warp_needle.h"
#include "score/fast.h"

namespace espy::test {
namespace {

class PosesReference : public pose::DevicePoses {
 public:
  explicit PosesReference(const ImageView& scene) : scene_(Image::copyOf(scene)) {}

  std::optional<std::vector<Peak>> peaks(int shift, std::span<const Needle> needles,
                                         double minScore, const Control& control) override {
    ScoreOptions options;
    options.minScore = minScore;
    options.wantBest = false;
    RunReport unheard;
    const Image scene = at(shift);
    return score::scoreFast(scene, needles, options, 1, control, unheard).peaks;
  }

  bool beginSums(int shift, const Needle& needle, int enlarged,
                 const Control& /*control*/) override {
    if (needle.picture.format() != scene_.format() || needle.mask) return false;
    level_ = at(shift);
    needle_ = needle;
    enlarged_ = enlarged;
    return true;
  }

  std::vector<BlockSums> sumsOf(const PoseGrid& grid, std::span<const Block> blocks,
                                const Control& /*control*/) override {
    std::vector<BlockSums> answers;
    const pose::NeedleWarper warper(needle_, false, enlarged_);
    for (const Block& block : blocks) {
      const pose::WarpedNeedle turned = warper.warp(grid.poses[block.pose]);
      BlockSums sums;
      sums.needle = finders::needleSums(turned.needle(), level_.format(), false, {});
      for (std::size_t k = 0; k < kPlaces; ++k) {
        const auto place = static_cast<std::int64_t>(k);
        sums.windows[k] = sumsAt(turned, block.x + place % kSide, block.y + place / kSide);
      }
      answers.push_back(sums);
    }
    return answers;
  }

  /// Callers climb, by the sums.
  void beginGrid(const pose::GridIndex& /*index*/) override {}
  std::optional<std::vector<pose::Climbed>> climb(const pose::ClimbRule& /*rule*/,
                                                  std::span<const pose::Start> /*starts*/,
                                                  const Control& /*control*/) override {
    return {};
  }

 private:
  Image at(int shift) const {
    Image level = Image::copyOf(scene_.view());
    for (int k = 0; k < shift; ++k) {
      const Size size = level.size();
      const std::int64_t rim = k == 0 ? 0 : pose::kRim;
      level =
          pose::halved(level.view().crop(rim, rim, {size.width - 2 * rim, size.height - 2 * rim}),
                       pose::kRim, 1, {});
    }
    return level;
  }

  score::WindowSums sumsAt(const pose::WarpedNeedle& turned, std::int64_t x, std::int64_t y) const {
    score::WindowSums sums;
    const Size window = turned.picture.size();
    const Size all = level_.size();
    if (x < 0 || y < 0 || x + window.width > all.width || y + window.height > all.height)
      return sums;
    for (std::int64_t row = 0; row < window.height; ++row) {
      for (std::int64_t column = 0; column < window.width; ++column) {
        if (*turned.mask.view().pixel(column, row) == 0) continue;
        const std::uint64_t sample = *level_.view().pixel(x + column, y + row);
        sums.sum += sample;
        sums.squares += sample * sample;
        sums.products += sample * *turned.picture.view().pixel(column, row);
      }
    }
    return sums;
  }

  Image scene_;
  Image level_;
  Needle needle_;
  int enlarged_ = 0;
};

}  // namespace

std::unique_ptr<pose::DevicePoses> posesReference(const Scene& scene) {
  if (scene.format() != PixelFormat{1, Depth::u8}) return nullptr;
  return std::make_unique<PosesReference>(*scene.view());
}

}  // namespace espy::test
