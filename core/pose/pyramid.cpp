// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/pyramid.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/of_this_process.h"
#include "base/parallel.h"
#include "picture/formats.h"
#include "pose/loops.h"
#include "pose/steps.h"
#include "pose/warp_needle.h"

namespace espy::pose {
namespace {

/// The two rows that are averaged.
template <class Sample>
void halveRow(const Sample* above, const Sample* below, std::int64_t width, int channels,
              int colours, std::int64_t rim, Sample* to) {
  const std::int64_t half = (width + 1) / 2;
  std::int64_t first = 0;
  if constexpr (sizeof(Sample) == 1) {
    first = halveBytes(above, below, width / 2, channels, to + rim * colours);
  }
  for (std::int64_t x = first; x < half; ++x) {
    const std::int64_t left = 2 * x * channels;
    const std::int64_t right = std::min(2 * x + 1, width - 1) * channels;
    for (int c = 0; c < colours; ++c) {
      const std::uint32_t sum =
          std::uint32_t{above[left + c]} + above[right + c] + below[left + c] + below[right + c];
      to[(x + rim) * colours + c] = static_cast<Sample>((sum + 2) / 4);
    }
  }
  for (std::int64_t x = 0; x < rim; ++x) {
    for (int c = 0; c < colours; ++c) {
      to[x * colours + c] = to[rim * colours + c];
      to[(half + rim + x) * colours + c] = to[(half + rim - 1) * colours + c];
    }
  }
}

template <class Sample>
void halve(const ImageView& picture, std::int64_t rim, std::int64_t firstRow, std::int64_t endRow,
           const MutableImageView& to) {
  const PixelFormat format = picture.format();
  const std::int64_t half = (picture.height() + 1) / 2;
  for (std::int64_t y = firstRow; y < endRow; ++y) {
    const std::int64_t from = 2 * std::clamp<std::int64_t>(y - rim, 0, half - 1);
    halveRow(picture::samplesOf<Sample>(picture.row(from)),
             picture::samplesOf<Sample>(picture.row(std::min(from + 1, picture.height() - 1))),
             picture.width(), format.channels, format.colourChannels(), rim,
             picture::samplesOf<Sample>(to.row(y)));
  }
}

/// The loss of score at a level, beyond that at full size, at this distance in angle and scale.
double lossOf(const PoseGrid& grid, const PoseSteps& steps, std::uint32_t angles,
              std::uint32_t scales) {
  const auto share = [](std::uint32_t many, double step, double asked) {
    const double off = many * step / (asked / 2);
    return kLostBetweenPoses / 2 * off * off;
  };
  return steps.betweenPixels + share(angles, grid.angleStep, steps.angle) +
         share(scales, grid.scaleStep, steps.scale);
}

/// The minimum score at a level that can still lead to the minimum at full size.
double minScoreFor(const ScoreOptions& options, double loss, double pixels, double variance,
                   int most) {
  const double least = options.minScore;
  if (options.method == Method::zncc) {
    // Random deviation of a coefficient of `n` pixels.
    constexpr double kDeviations = 3;
    const double chance = kDeviations * (1 - least * least) / std::sqrt(pixels);
    return least * (1 - loss) - chance;
  }
  // Decorrelated pixels differ; averages never differ more than the pixels do.
  const double off = std::sqrt(2 * variance * loss) / most;
  if (options.method == Method::sad) return least - off;
  // Differences that are correlated by chance add up.
  constexpr double kDeviations = 3;
  const double differs = std::sqrt(std::max(0.0, 1 - least));
  return least - off * off - 2 * kDeviations * differs * off / std::sqrt(pixels);
}

/// Removes the half-covered rows and columns at the border if all other pixels count: solid needles
/// are faster.
void trim(WarpedNeedle& needle) {
  const Size size = needle.picture.size();
  const ImageView mask = needle.mask;
  const std::int64_t columns = *mask.pixel(0, size.height / 2) == 0 ? 1 : 0;
  const std::int64_t rows = *mask.pixel(size.width / 2, 0) == 0 ? 1 : 0;
  const Size inner{size.width - 2 * columns, size.height - 2 * rows};
  if (inner.width <= 0 || inner.height <= 0 || inner.pixels() != needle.counted) return;
  needle.picture = Image::copyOf(needle.picture.view().crop(columns, rows, inner));
  needle.mask = Image::copyOf(mask.crop(columns, rows, inner));
}

}  // namespace

Image halved(const ImageView& picture, std::int64_t rim, int threads, const Control& control) {
  const PixelFormat format{picture.format().colourChannels(), picture.format().depth};
  Image half = Image::forOverwrite(
      {(picture.width() + 1) / 2 + 2 * rim, (picture.height() + 1) / 2 + 2 * rim}, format);
  const MutableImageView to = half.pixels();
  constexpr std::int64_t kRows = 64;
  parallelFor((to.height() + kRows - 1) / kRows, threads, control, [&](std::int64_t band, int) {
    const std::int64_t first = band * kRows;
    const std::int64_t end = std::min(to.height(), first + kRows);
    if (format.depth == Depth::u8) {
      halve<std::uint8_t>(picture, rim, first, end, to);
    } else {
      halve<std::uint16_t>(picture, rim, first, end, to);
    }
  });
  return half;
}

namespace {

/// A pyramid with the pixels that it is of.
struct Kept {
  Kept(const Needle& needle, bool weighted)
      : picture(Image::copyOf(needle.picture)),
        mask(needle.mask ? Image::copyOf(*needle.mask) : Image()),
        pyramid({picture.view(), needle.mask ? std::optional(mask.view()) : std::nullopt},
                weighted) {}

  bool isOf(const Needle& needle, bool weighted) const {
    return weighted == pyramid.weighted() && needle.mask.has_value() == !mask.empty() &&
           samePixels(needle.picture, picture) && (!needle.mask || samePixels(*needle.mask, mask));
  }

  Image picture;
  Image mask;
  NeedlePyramid pyramid;
};

/// The pyramids of the needles that were searched last. Thread-safe.
class KeptPyramids {
 public:
  std::shared_ptr<NeedlePyramid> of(const Needle& needle, bool weighted) {
    constexpr std::size_t kMost = 16;
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find_if(kept_, [&](const auto& kept) { return kept->isOf(needle, weighted); });
    if (found != kept_.end()) {
      std::rotate(kept_.begin(), found, found + 1);
    } else {
      kept_.push_front(std::make_shared<Kept>(needle, weighted));
      if (kept_.size() > kMost) kept_.pop_back();
    }
    return {kept_.front(), &kept_.front()->pyramid};
  }

 private:
  std::mutex mutex_;
  std::deque<std::shared_ptr<Kept>> kept_;  ///< the last used first
};

}  // namespace

std::shared_ptr<NeedlePyramid> NeedlePyramid::of(const Needle& needle, bool weighted) {
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;
  const ImageView& picture = needle.picture;
  if (picture.size().pixels() * picture.format().bytesPerPixel() > kMostBytes) {
    return std::make_shared<NeedlePyramid>(needle, weighted);
  }
  return ofThisProcess<KeptPyramids>().of(needle, weighted);
}

const WarpedNeedle* NeedlePyramid::sizeAt(int shift) {
  GridPose halfSize;
  halfSize.scale = picture::Turn::kOne / 2;
  while (static_cast<int>(smaller_.size()) < shift) {
    const Needle larger = smaller_.empty() ? own_ : smaller_.back()->needle();
    WarpedNeedle small = NeedleWarper(larger, weighted_).warp(halfSize);
    trim(small);
    smaller_.push_back(std::make_shared<const WarpedNeedle>(std::move(small)));
  }
  return shift == 0 ? nullptr : smaller_[static_cast<std::size_t>(shift) - 1].get();
}

std::shared_ptr<const WarpedNeedle> NeedlePyramid::at(int shift) {
  const std::lock_guard lock(mutex_);
  sizeAt(shift);
  return shift == 0 ? nullptr : smaller_[static_cast<std::size_t>(shift) - 1];
}

std::optional<PoseSteps> NeedlePyramid::stepsAt(int shift, std::int64_t scale) {
  scale = std::min(scale, picture::Turn::kOne);  // enlarging adds no detail
  const std::lock_guard lock(mutex_);
  const auto [entry, isNew] = steps_.try_emplace({shift, scale});
  if (!isNew) return entry->second;
  const WarpedNeedle* small = sizeAt(shift);
  const Needle shown = small != nullptr ? small->needle() : own_;
  if (scale == picture::Turn::kOne) return entry->second = stepsFor(shown);
  GridPose upright;
  upright.scale = scale;
  const WarpedNeedle shrunk = NeedleWarper(shown, weighted_).warp(upright);
  if (shrunk.counted > 0) entry->second = stepsFor(shrunk.needle());
  return entry->second;
}

PoseSteps NeedlePyramid::ownSteps(Method method, const PoseSteps& halved) {
  if (method == Method::zncc) {
    // At least half as fine; coefficients do not depend on the variance.
    PoseSteps steps = halved;
    steps.angle /= 2;
    steps.scale /= 2;
    return steps;
  }
  return stepsAt(0, picture::Turn::kOne).value_or(PoseSteps());
}

Drift NeedlePyramid::drift() {
  const std::lock_guard lock(mutex_);
  if (drift_) return *drift_;
  constexpr std::int64_t kEnough = 1 << 14;
  int shift = 0;
  while (own_.picture.size().pixels() >> (2 * shift) > kEnough) ++shift;
  const WarpedNeedle* small = sizeAt(shift);
  drift_ = driftOf(small != nullptr ? small->needle() : own_);
  for (Drift::Shift* part : {&drift_->turned, &drift_->grown}) {
    part->x = std::ldexp(part->x, shift);
    part->y = std::ldexp(part->y, shift);
  }
  return *drift_;
}

std::vector<ScaleBand> bandsOf(const PoseGrid& grid) {
  // Slightly more than the root of two: four bands from 1/2 to 2.
  constexpr double kMostApart = 1.4143;
  std::vector<double> scales(grid.scales, 1);
  for (const GridPose& pose : grid.poses) {
    scales[pose.scaleIndex] = static_cast<double>(pose.scale) / picture::Turn::kOne;
  }
  std::vector<ScaleBand> bands;
  for (std::uint32_t s = 0; s < grid.scales; ++s) {
    if (bands.empty() || scales[s] > kMostApart * bands.back().least) {
      bands.push_back({s, s, scales[s], scales[s]});
    }
    bands.back().end = s + 1;
    bands.back().most = scales[s];
  }
  return bands;
}

std::vector<Level> levelsFor(NeedlePyramid& needle, const PoseGrid& grid,
                             const ScoreOptions& options, const ScaleBand& scales) {
  constexpr int kMostShift = 6;
  constexpr double kLeastSide = 8;
  constexpr double kLeastPixels = 64;
  constexpr double kMostLost = 0.25;
  constexpr double kLeastScore = 0.35;
  std::vector<Level> levels(1);
  levels.front().minScore = options.minScore;
  levels.front().drift = needle.drift();
  std::vector<PoseSteps> steps(1);
  std::vector<double> counts{static_cast<double>(needle.own().picture.size().pixels()) *
                             scales.least * scales.least};
  const int most = needle.own().picture.format().maxValue();
  const auto leastWith = [&](std::size_t level, double loss) {
    return minScoreFor(options, loss, counts[level], steps[level].variance, most);
  };
  // Such that warping never enlarges, and never shrinks by more than 4.
  const int octave = static_cast<int>(std::ceil(std::log2(scales.most) - 1e-3));
  for (int shift = 1; shift <= kMostShift; ++shift) {
    Level level;
    level.shift = shift;
    level.drift = needle.drift();
    const int needleShift = std::max(0, shift - octave);
    level.enlarged = shift - needleShift;
    level.needle = needle.at(needleShift);
    const Needle shown = level.asNeedle(needle.own());
    const double least = scales.least / std::exp2(level.enlarged);
    const Size size = shown.picture.size();
    const double side = static_cast<double>(std::min(size.width, size.height)) * least;
    const double counted =
        static_cast<double>(level.needle ? level.needle->counted : size.pixels());
    const double pixels = counted * least * least;
    if (side < kLeastSide || pixels < kLeastPixels) break;
    GridPose upright;
    upright.scale = std::llround(scales.most * picture::Turn::kOne);
    const std::int64_t scale = level.warper(shown, options.weighted).turnOf(upright).scale;
    steps.push_back(needle.stepsAt(needleShift, scale).value_or(PoseSteps()));
    const auto stride = [](double asked, double step, std::uint32_t count) {
      // Four times the loss between poses of a grid.
      constexpr double kTwice = 2;
      if (step <= 0) return std::uint32_t{1};
      return static_cast<std::uint32_t>(
          std::clamp(std::floor(kTwice * asked / step), 1.0, static_cast<double>(count)));
    };
    level.angleStride = stride(steps.back().angle, grid.angleStep, grid.angles);
    level.scaleStride = stride(steps.back().scale, grid.scaleStep, grid.scales);
    counts.push_back(pixels);
    const double loss = lossOf(grid, steps.back(), level.angleStride / 2, level.scaleStride / 2);
    level.minScore = leastWith(steps.size() - 1, loss);
    if (steps.back().variance <= 0 || loss > kMostLost || level.minScore < kLeastScore) break;
    levels.push_back(std::move(level));
  }
  if (levels.size() > 1) steps.front() = needle.ownSteps(options.method, steps[1]);
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    const Level& before = levels[l + 1];
    const double loss =
        lossOf(grid, steps[l], (before.angleStride + 1) / 2, (before.scaleStride + 1) / 2);
    levels[l].firstScore = std::min(levels[l].minScore, leastWith(l, loss));
  }
  return levels;
}

}  // namespace espy::pose
