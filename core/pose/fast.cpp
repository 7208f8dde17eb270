// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/fast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "find/stream_memory.h"
#include "picture/host_picture.h"
#include "pose/complete.h"
#include "pose/costs.h"
#include "pose/descent.h"
#include "pose/estimate.h"
#include "pose/frame_memory.h"
#include "pose/order.h"
#include "pose/suppression.h"
#include "score/fast.h"

namespace espy::pose {
namespace {

/// One needle at all scales, from the coarsest level to full size.
class FastSearch {
 public:
  FastSearch(ScenePyramid& scenes, const Needle& needle, const PoseGrid& grid,
             const ScoreOptions& options, int threads, const Control& control, RunReport& report,
             DevicePoses* poses, FrameMemory* memory, std::size_t index)
      : grid_(grid),
        index_(grid),
        options_(withoutMost(options)),
        budget_(mostBudget(scenes.sizeAt(0), scenes.formatAt(0), needle, grid, options.method),
                mostCandidates(scenes.sizeAt(0))),
        within_(control),
        setting_{scenes, needle, grid, index_, options_, threads, within_, poses, budget_, memory},
        report_(report) {
    if (control.progress) {
      within_.progress = [this, report = control.progress](double part) {
        constexpr double kLeast = 0.002;  // more often would take time
        const double all = from_ + part * (to_ - from_);
        if (all >= reported_ + kLeast) report(reported_ = all);
      };
    }
    if (poses != nullptr) poses->beginGrid(index_);
    const std::shared_ptr<NeedlePyramid> pyramid = NeedlePyramid::of(needle, options.weighted);
    for (const ScaleBand& band : bandsOf(grid)) {
      std::vector<Level> levels = levelsFor(*pyramid, grid, options, band);
      firstShift_ = std::max(firstShift_, levels.back().shift);
      isHalved_ = isHalved_ && levels.size() > 1;
      BandMemory* const own = memory != nullptr ? &memory->of(index, bands_.size()) : nullptr;
      bands_.emplace_back(setting_, band, std::move(levels), own);
    }
  }
  FastSearch(const FastSearch&) = delete;
  FastSearch& operator=(const FastSearch&) = delete;

  /// Whether half the needle's size still carries enough detail at every scale.
  bool isHalved() const { return isHalved_; }
  int firstShift() const { return firstShift_; }

  /// The peaks, best first; without any, the best position visited. Nothing if the exhaustive
  /// search would be as fast.
  std::optional<std::vector<PosedPeak>> run() {
    {
      const StageTimer timer(report_.timeline, fmt::format("search at 1/{}", 1 << firstShift_));
      std::int64_t expected = 0;
      const double first = endOf(firstShift_) * kProbed;
      for (std::size_t b = 0; b < bands_.size(); ++b) {
        expectPart(0, first, b, bands_.size());
        expected += bands_[b].probe();
      }
      from_ = first;
      budget_.expect(expected);
      if (budget_.isExceeded()) return {};
    }
    std::vector<Candidate> candidates;
    for (int shift = firstShift_; shift >= 0; --shift) {
      const StageTimer timer(report_.timeline, shift == 0
                                                   ? "search at full size"
                                                   : fmt::format("search at 1/{}", 1 << shift));
      candidates = step(shift, candidates);
      if (budget_.isExceeded()) return {};
    }
    std::vector<PosedPeak> peaks;
    for (const Candidate& candidate : candidates) {
      // Next to peaks of one band the closest position of another is no peak.
      const bool isPeak = candidate.at.peak.score >= setting_.options.minScore;
      if (isPeak || peaks.empty()) peaks.push_back(candidate.at);
    }
    return peaks;
  }

 private:
  static ScoreOptions withoutMost(ScoreOptions options) {
    options.most.reset();
    return options;
  }

  static std::int64_t mostBudget(Size scene, PixelFormat format, const Needle& needle,
                                 const PoseGrid& grid, Method method) {
    double places = 0;
    for (const GridPose& pose : grid.poses) {
      const Size window = windowOf(needle.picture.size(), pose);
      if (window.width > scene.width || window.height > scene.height) continue;
      places += static_cast<double>((scene.width - window.width + 1) *
                                    (scene.height - window.height + 1));
    }
    const double place = method == Method::zncc ? costs::kCorrelatedPlace : costs::kComparedPlace;
    return std::llround(place * places * format.colourChannels());
  }

  /// About 300 bytes each.
  static std::int64_t mostCandidates(Size scene) {
    constexpr std::int64_t kLeast = std::int64_t{1} << 16;
    return std::max(kLeast, scene.pixels() / 8);
  }

  /// Finished fraction of the search after a level.
  double endOf(int shift) const { return 1 - static_cast<double>(shift) / (firstShift_ + 1); }
  /// The next loop is the `k`-th of `count` between these fractions of the search.
  void expectPart(double from, double to, std::size_t k, std::size_t count) {
    const double each = (to - from) / static_cast<double>(count);
    from_ = from + static_cast<double>(k) * each;
    to_ = from_ + each;
  }

  struct Strides {
    std::uint32_t angle = 0;
    std::uint32_t scale = 0;
  };

  std::vector<Candidate> step(int shift, const std::vector<Candidate>& candidates) {
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    Strides least{kNone, kNone};
    const double from = shift == firstShift_ ? from_ : endOf(shift + 1);
    std::vector<std::vector<Candidate>> found(bands_.size());
    for (std::size_t b = 0; b < bands_.size(); ++b) {
      expectPart(from, endOf(shift), b, bands_.size());
      Descent& band = bands_[b];
      if (shift > band.firstShift()) continue;
      std::vector<Candidate>& own = found[b];
      for (const Candidate& candidate : candidates) {
        if (candidate.band == b) own.push_back(candidate);
      }
      if (shift == band.firstShift()) {
        own = band.searchAll();
      } else if (!own.empty()) {
        own = band.descend(own, band.levelAt(shift));
      }
      for (Candidate& candidate : own) candidate.band = b;
      const Strides strides = stridesOf(b, shift);
      if (budget_.isExceeded()) return {};
      least = {std::min(least.angle, strides.angle), std::min(least.scale, strides.scale)};
    }
    const Control quiet{within_.threads, within_.stop, {}};
    parallelFor(static_cast<std::int64_t>(found.size()), setting_.threads, quiet,
                [&](std::int64_t b, int) {
                  std::vector<Candidate>& own = found[static_cast<std::size_t>(b)];
                  if (own.empty()) return;
                  own = thinned(ranked(own), shift, stridesOf(static_cast<std::size_t>(b), shift));
                });
    if (found.size() == 1) return std::move(found.front());
    std::vector<Ranked> order;
    for (const std::vector<Candidate>& own : found) {
      const auto middle = static_cast<std::ptrdiff_t>(order.size());
      for (const Candidate& one : own) order.push_back({one.at.peak.score, &one});
      std::inplace_merge(order.begin(), order.begin() + middle, order.end());
    }
    return thinned(order, shift, least);
  }

  Strides stridesOf(std::size_t band, int shift) const {
    const Level& level = bands_[band].levelAt(shift);
    return {level.angleStride, level.scaleStride};
  }

  /// A candidate by its score, which decides most comparisons.
  struct Ranked {
    double score;
    const Candidate* candidate;
    bool operator<(const Ranked& other) const {
      return score != other.score ? score > other.score : isBetter(*candidate, *other.candidate);
    }
  };

  static std::vector<Ranked> ranked(const std::vector<Candidate>& candidates) {
    std::vector<Ranked> order;
    order.reserve(candidates.size());
    for (const Candidate& one : candidates) order.push_back({one.at.peak.score, &one});
    std::sort(order.begin(), order.end());
    return order;
  }

  /// Non-maximum suppression, best first; at full size only duplicates are dropped.
  std::vector<Candidate> thinned(const std::vector<Ranked>& order, int shift,
                                 const Strides& strides) const {
    std::vector<Candidate> left;
    Suppression taken(grid_, strides.angle, strides.scale, shift == 0 ? 0 : order.size());
    for (const auto& [score, candidate] : order) {
      const Candidate& one = *candidate;
      const bool isNew = shift == 0 ? left.empty() || !(left.back().at == one.at)
                                    : taken.take(one.at, one.middleX, one.middleY);
      if (isNew) left.push_back(one);
    }
    return left;
  }

  /// Part of the coarsest level that is searched first.
  static constexpr double kProbed = 1.0 / 8;

  const PoseGrid& grid_;
  GridIndex index_;
  ScoreOptions options_;
  SearchBudget budget_;
  Control within_;  ///< its progress is that of one loop, which is between `from_` and `to_`
  double from_ = 0;
  double to_ = 0;
  double reported_ = 0;
  DescentSetting setting_;
  RunReport& report_;
  std::vector<Descent> bands_;
  int firstShift_ = 0;
  bool isHalved_ = true;
};

/// The memory of this thread's stream, for one frame. Without `keep` nothing remains of it: what a
/// search leaves that is cancelled is of two frames.
class FrameUse {
 public:
  explicit FrameUse(const ScoreOptions& options) {
    const bool all = options.overlap == 1 && !options.after;
    if (all) stream_ = finders::streamMemory();
    if (stream_ == nullptr) return;
    memory_ = std::static_pointer_cast<FrameMemory>(std::exchange(stream_->poses, nullptr));
    if (!memory_) memory_ = std::make_shared<FrameMemory>();
  }

  FrameMemory* memory() const { return memory_.get(); }
  void keep(ScenePyramid& scenes) {
    if (stream_ == nullptr) return;
    stream_->searched = memory_->searched();
    memory_->end(scenes);
    stream_->poses = std::move(memory_);
  }

 private:
  finders::StreamMemory* stream_ = nullptr;
  std::shared_ptr<FrameMemory> memory_;
};

}  // namespace

PosedPlaces poseFast(const ImageView& scene, std::span<const Needle> needles,
                     std::span<const PoseGrid> grids, const ScoreOptions& options, int threads,
                     const Control& control, RunReport& report, const DeviceSearch* device) {
  const FindScored::Function find = [&](const Scene& given, std::span<const Needle> some,
                                        const ScoreOptions& asked, const Control& own,
                                        RunReport& innerReport) {
    return score::scoreFast(hostView(given), some, asked, threads, own, innerReport);
  };
  const auto completely = [&](std::span<const Needle> some, std::span<const PoseGrid> theirs,
                              const Control& given, RunReport& innerReport) {
    return poseCompletely(device != nullptr ? device->find : find,
                          device != nullptr ? device->scene : Scene(scene), scene, some, theirs,
                          options, threads, given, innerReport, device == nullptr);
  };
  DevicePoses* devicePoses = device != nullptr ? device->poses : nullptr;
  ScenePyramid scenes(scene, threads, control);
  std::optional<FrameUse> stream;
  if (device == nullptr) stream.emplace(options);
  FrameMemory* const memory = stream ? stream->memory() : nullptr;
  if (memory != nullptr) memory->begin(scenes, needles, grids, options);
  PosedPlaces found;
  std::vector<PosedPeak> nearest;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    std::optional<std::vector<PosedPeak>> own;
    std::optional<FastSearch> search;
    const Control part = control.forPart(n, needles.size());
    if (grids[n].poses.size() > kFewPoses) {
      search.emplace(scenes, needles[n], grids[n], options, threads, part, report, devicePoses,
                     memory, n);
    }
    if (search && search->isHalved()) own = search->run();
    if (own) {
      const std::size_t poses = grids[n].poses.size();
      const int smallest = 1 << search->firstShift();
      report.strategy =
          devicePoses != nullptr
              ? phrase("{} poses, coarse to fine from 1/{}, sums on the GPU", poses, smallest)
              : phrase("{} poses, coarse to fine from 1/{}", poses, smallest);
    } else {
      if (memory != nullptr) memory->forget(n);
      RunReport innerReport;
      PosedPlaces all = completely(needles.subspan(n, 1), grids.subspan(n, 1), part, innerReport);
      own = std::move(all.peaks);
      if (all.best) own->push_back(*all.best);
      report.timeline.add(innerReport.timeline);
      report.strategy = innerReport.strategy;
    }
    for (PosedPeak& peak : *own) peak.peak.needle = n;
    const auto isPeak = [&](const PosedPeak& peak) { return peak.peak.score >= options.minScore; };
    const auto others = std::partition(own->begin(), own->end(), isPeak);
    nearest.insert(nearest.end(), others, own->end());
    own->erase(others, own->end());
    moveTo(found.peaks, std::move(*own));
  }
  sortPlaces(found.peaks, control);
  if (found.peaks.empty() && options.wantBest && !nearest.empty()) {
    found.best = *std::min_element(nearest.begin(), nearest.end(), IsBetterPosed());
  }
  if (found.peaks.empty() && options.wantBest && !found.best) {
    RunReport innerReport;
    found = completely(needles, grids, control, innerReport);
    report.timeline.add(innerReport.timeline);
    alsoSay(report.strategy, innerReport.strategy);
  }
  if (stream) stream->keep(scenes);
  report.threads = threadsHad(threads);
  return found;
}

}  // namespace espy::pose
