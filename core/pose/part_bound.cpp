// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/part_bound.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/parallel.h"
#include "find/needle.h"
#include "picture/formats.h"
#include "score/by_blocks.h"
#include "score/fast.h"
#include "score/needle.h"

namespace espy::pose {
namespace {

/// More than the rounding errors of scores and bounds.
constexpr double kSlack = 1e-6;

/// Sums over the samples of a part, or of one part and another.
struct Sums {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t products = 0;
  std::int64_t count = 0;

  /// The sum of products of deviations from the means.
  double deviations() const {
    const auto all = count * static_cast<finders::Wide>(products) -
                     static_cast<finders::Wide>(first) * static_cast<finders::Wide>(second);
    return static_cast<double>(all) / static_cast<double>(count);
  }
};

template <class Sample>
void addRow(const Sample* a, const Sample* b, std::int64_t count, Sums& sums) {
  // Sums of a row of 16-bit samples fit.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t products = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    first += a[i];
    second += b[i];
    products += std::uint64_t{a[i]} * b[i];
  }
  sums.first += first;
  sums.second += second;
  sums.products += products;
  sums.count += count;
}

/// The part of this size in the middle of a picture.
ImageView partOf(const ImageView& picture, Size part) {
  return picture.crop((picture.width() - part.width) / 2, (picture.height() - part.height) / 2,
                      part);
}

/// Of parts of one size and format.
Sums sumsOf(const ImageView& a, const ImageView& b) {
  Sums sums;
  const std::int64_t count = a.width() * a.format().channels;
  for (std::int64_t y = 0; y < a.height(); ++y) {
    if (a.format().depth == Depth::u8) {
      addRow(a.row(y), b.row(y), count, sums);
    } else {
      addRow(picture::samplesOf<std::uint16_t>(a.row(y)),
             picture::samplesOf<std::uint16_t>(b.row(y)), count, sums);
    }
  }
  return sums;
}

/// Do all pixels of a part take part?
bool isSolid(const WarpedNeedle& needle, Size part) {
  if (needle.solid()) return true;
  const ImageView mask = partOf(needle.mask.view(), part);
  for (std::int64_t y = 0; y < part.height; ++y) {
    if (std::find(mask.row(y), mask.row(y) + part.width, 0) != mask.row(y) + part.width) {
      return false;
    }
  }
  return true;
}

/// The sum of squared deviations of a needle's samples from their mean.
double deviationsOf(const Needle& needle) {
  const finders::NeedleSums sums = finders::needleSums(needle, needle.picture.format(), false, {});
  return static_cast<double>(sums.variance()) / static_cast<double>(sums.samples);
}

/// The largest upright rectangle with the same centre inside a turned one of this size.
Size innerOf(Size needle, const GridPose& pose) {
  constexpr double kMargin = 2;  // of interpolation, in pixels
  const picture::TurnMap map(needle, turnOf(pose));
  const double scale = static_cast<double>(pose.scale) / picture::Turn::kOne;
  const double length = std::hypot(static_cast<double>(map.cosine), static_cast<double>(map.sine));
  const double cosine = std::abs(static_cast<double>(map.cosine)) / length;
  const double sine = std::abs(static_cast<double>(map.sine)) / length;
  const double right = scale * static_cast<double>(needle.width) / 2 - kMargin;
  const double down = scale * static_cast<double>(needle.height) / 2 - kMargin;
  if (right <= 0 || down <= 0) return {};
  // Half its sides a, b: a cosine + b sine <= right, a sine + b cosine <= down.
  const auto sized = [&](double a, double b) {
    const auto side = [](double half, std::int64_t window) {
      const auto whole = static_cast<std::int64_t>(2 * half);
      return whole - ((whole ^ window) & 1);
    };
    return Size{side(a, map.to.width), side(b, map.to.height)};
  };
  const auto fits = [&](double a, double b) {
    constexpr double kNearly = 1 + 1e-9;
    return a * cosine + b * sine <= right * kNearly && a * sine + b * cosine <= down * kNearly;
  };
  // The corners touch two opposite sides, or all four.
  if (sine > 0 && cosine > 0) {
    for (const auto& [a, b] : {std::pair{right / (2 * cosine), right / (2 * sine)},
                               std::pair{down / (2 * sine), down / (2 * cosine)}}) {
      if (fits(a, b)) return sized(a, b);
    }
  }
  const double divisor = cosine * cosine - sine * sine;
  return sized((right * cosine - down * sine) / divisor, (down * cosine - right * sine) / divisor);
}

/// The score below which a part shows that the needle does not reach `minScore`, if its share of
/// the deviations is `share`; nothing if none does.
std::optional<double> leastOf(double share, double minScore) {
  const double rest = (1 - minScore * minScore) / share;
  if (!(rest < 1)) return {};
  return std::sqrt(1 - rest);
}

}  // namespace

std::vector<PartBound::Group> PartBound::groupsOf(const Batch& batch, const NeedleWarper& warper,
                                                  const PoseGrid& grid, double minScore,
                                                  std::size_t fewest) const {
  // Mostly some position reaches a score below this.
  constexpr double kLeast = 0.3;
  constexpr std::size_t kMostPoses = 9;
  constexpr std::int64_t kLeastPixels = 1024;
  const auto poseOf = [&](std::size_t n) -> const GridPose& { return grid.poses[batch.pose(n)]; };
  const auto isNext = [&](std::size_t n) {
    const GridPose& a = poseOf(n - 1);
    const GridPose& b = poseOf(n);
    return a.block == b.block && a.scaleIndex == b.scaleIndex && a.inverted == b.inverted &&
           a.angleIndex + 1 == b.angleIndex;
  };
  std::vector<Group> runs;
  for (std::size_t n = 0; n < batch.size(); ++n) {
    const bool follows = n > 0 && isNext(n) && n - runs.back().first < kMostPoses;
    if (!follows) runs.push_back({n, n, {}, 0});
    runs.back().end = n + 1;
  }
  // Returns false if these poses cannot be rejected together.
  const auto measure = [&](Group& group) {
    group.part = innerOf(warper.needle().picture.size(), poseOf(group.first));
    const WarpedNeedle& middle = batch.needle(group.middle());
    for (std::size_t n = group.first; n < group.end; ++n) {
      const Size own = innerOf(warper.needle().picture.size(), poseOf(n));
      group.part = {std::min(group.part.width, own.width), std::min(group.part.height, own.height)};
    }
    if (std::min(group.part.width, group.part.height) < 1) return false;
    if (group.part.pixels() < kLeastPixels) return false;
    const ImageView centre = partOf(middle.picture.view(), group.part);
    const double ofCentre = sumsOf(centre, centre).deviations();
    group.least = 1;
    for (std::size_t n = group.first; n < group.end; ++n) {
      const WarpedNeedle& needle = batch.needle(n);
      const Size size = needle.picture.size();
      const bool isCentred = ((size.width ^ group.part.width) & 1) == 0 &&
                             ((size.height ^ group.part.height) & 1) == 0;
      if (!isCentred || !isSolid(needle, group.part)) return false;
      const ImageView part = partOf(needle.picture.view(), group.part);
      const double own = sumsOf(part, part).deviations();
      const std::optional<double> least =
          leastOf(own / deviationsOf(needle.needle()), minScore - kSlack);
      if (!least || !(ofCentre > 0)) return false;
      const double alike = sumsOf(part, centre).deviations() / std::sqrt(own * ofCentre);
      const double angle = std::acos(*least) + std::acos(std::clamp(alike - kSlack, -1.0, 1.0));
      group.least = std::min(group.least, std::cos(std::min(angle, std::numbers::pi)) - kSlack);
      if (group.least < kLeast) return false;
    }
    return true;
  };
  std::vector<std::vector<Group>> found(runs.size());
  parallelFor(static_cast<std::int64_t>(runs.size()), threads_,
              {control_.threads, control_.stop, {}}, [&](std::int64_t run, int) {
                std::vector<Group> open{runs[static_cast<std::size_t>(run)]};
                while (!open.empty()) {
                  Group group = open.back();
                  open.pop_back();
                  if (group.size() < fewest) continue;
                  if (measure(group)) {
                    found[static_cast<std::size_t>(run)].push_back(group);
                  } else if (group.size() > 1) {
                    // The poses on both sides of the one in the middle are equally many.
                    const std::size_t half = group.end - group.size() / 2;
                    open.push_back({group.first, half, {}, 0});
                    open.push_back({half, group.end, {}, 0});
                  }
                }
              });
  std::vector<Group> groups;
  for (const std::vector<Group>& own : found) groups.insert(groups.end(), own.begin(), own.end());
  return groups;
}

std::vector<std::uint8_t> PartBound::mayReach(const Batch& batch, std::span<const Group> groups) {
  constexpr std::uint64_t kMany = 1024;
  std::vector<std::uint8_t> reaches(groups.size(), 0);
  // The positions of parts whose needles are inside the scene.
  std::int64_t left = scene_.width();
  std::int64_t above = scene_.height();
  std::vector<Needle> parts;
  ScoreOptions asked = options_;
  asked.minScore = 1;
  for (const Group& group : groups) {
    for (std::size_t n = group.first; n < group.end; ++n) {
      const Size size = batch.needle(n).picture.size();
      left = std::min(left, (size.width - group.part.width) / 2);
      above = std::min(above, (size.height - group.part.height) / 2);
    }
    parts.push_back({partOf(batch.needle(group.middle()).picture.view(), group.part), {}});
    asked.minScore = std::min(asked.minScore, group.least);
  }
  const ImageView scene =
      scene_.crop(left, above, {scene_.width() - 2 * left, scene_.height() - 2 * above});
  asked.wantBest = false;
  asked.overlap = 1;
  asked.most = kMany;
  asked.firstNeedles = true;
  score::Strategies allowed;
  allowed.blocks = false;  // these bounds reject nothing of fine detail
  for (std::size_t first = 0; first < parts.size();) {
    RunReport report;
    const ScoredPlaces places =
        score::scoreFast(scene, std::span(parts).subspan(first), asked, threads_,
                         {control_.threads, control_.stop, {}}, report, allowed);
    for (const Peak& peak : places.peaks) {
      const std::size_t group = first + peak.needle;
      if (peak.score >= groups[group].least) reaches[group] = 1;
    }
    if (!places.leftOut) break;
    first += *places.complete;
    reaches[first++] = 1;  // at many positions
  }
  return reaches;
}

std::optional<std::size_t> PartBound::fewestOf(const Needle& needle, double angleStep,
                                               double minScore) const {
  constexpr std::size_t kFew = 3;
  const score::ScoredNeedle prepared =
      score::makeScoredNeedle(needle, 0, scene_.format(), options_, control_);
  const std::optional<score::BlockBound> blocks =
      score::chooseBlockBound(prepared, options_.method, minScore, scene_.size(), threads_);
  if (!blocks) return 1;
  const double radius = std::hypot(prepared.size.width, prepared.size.height) / 2;
  const double step = angleStep * std::numbers::pi / 180 * radius;
  if (blocks->side == 2 && step < 1) return kFew;
  return {};
}

void PartBound::reject(Batch& batch, const NeedleWarper& warper, const PoseGrid& grid,
                       double minScore) {
  if (batch.empty()) return;
  if (skip_ > 0) {
    --skip_;
    return;
  }
  const auto fewest = fewestOf(batch.needle(batch.size() / 2).needle(), grid.angleStep, minScore);
  if (!fewest) return;
  const StageTimer timer(report_.timeline, "reject poses");
  const std::vector<Group> groups = groupsOf(batch, warper, grid, minScore, *fewest);
  std::vector<std::uint8_t> kept(batch.size(), 1);
  if (!groups.empty()) {
    const std::vector<std::uint8_t> reaches = mayReach(batch, groups);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::fill(kept.begin() + static_cast<std::ptrdiff_t>(groups[g].first),
                kept.begin() + static_cast<std::ptrdiff_t>(groups[g].end), reaches[g]);
    }
  }
  const auto left = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), 1));
  constexpr int kMostSkipped = 31;
  skipped_ = 2 * left > batch.size() ? std::min(2 * skipped_ + 1, kMostSkipped) : 0;
  skip_ = skipped_;
  batch.keepOnly(kept);
}

}  // namespace espy::pose
