// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scored find of the engine `cuda`.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>

#include "base/parallel.h"
#include "base/phrase.h"
#include "cuda/base/bands.h"
#include "cuda/base/device.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/score/engines.h"
#include "cuda/score/needle_batch_search.h"
#include "cuda/score/search.h"

namespace espy::cuda {
namespace {

Peak peakOf(const ListedPlace& place, const ScoredNeedle& needle, Method method) {
  Peak peak;
  peak.needle = needle.index;
  peak.x = place.x;
  peak.y = place.y;
  if (method == Method::zncc) {
    std::memcpy(&peak.score, &place.value, sizeof peak.score);
  } else {
    peak.distance = place.value;
    peak.score = score::scoreOfDistance(method, needle.sums, place.value);
  }
  return peak;
}

/// Sorts the peaks of one needle: a counting sort by row, then the few of each row.
std::vector<Peak> inOrder(std::vector<Peak>&& peaks, const Control& control) {
  constexpr std::size_t kFew = 10000;
  const auto before = [](const Peak& a, const Peak& b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
  };
  if (peaks.size() <= kFew) {
    std::sort(peaks.begin(), peaks.end(), before);
    return std::move(peaks);
  }
  std::uint32_t last = 0;
  for (const Peak& peak : peaks) last = std::max(last, peak.y);
  std::vector<std::size_t> begins(std::size_t{last} + 2, 0);
  for (const Peak& peak : peaks) ++begins[std::size_t{peak.y} + 1];
  for (std::size_t y = 1; y < begins.size(); ++y) begins[y] += begins[y - 1];
  std::vector<Peak> ordered(peaks.size());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  for (const Peak& peak : peaks) ordered[next[peak.y]++] = peak;
  parallelFor(std::int64_t{last} + 1, threadsFor(control), {0, control.stop, {}},
              [&](std::int64_t y, int) {
                const auto row = static_cast<std::size_t>(y);
                std::sort(ordered.begin() + static_cast<std::ptrdiff_t>(begins[row]),
                          ordered.begin() + static_cast<std::ptrdiff_t>(begins[row + 1]), before);
              });
  return ordered;
}

/// All needles, and their results so far.
class ScoredFind {
 public:
  ScoredFind(Gpu& gpu, PixelFormat scene, std::span<const Needle> needles,
             const ScoreOptions& options, const Control& control, RunReport& report)
      : gpu_(gpu),
        scene_(scene),
        options_(options),
        control_(control),
        report_(report),
        clock_(gpu.stream(), report.timeline) {
    report.engine = currentEngine();
    needles_.reserve(needles.size());
    {
      const StageTimer timer(report.timeline, "prepare");
      for (std::uint32_t n = 0; n < needles.size(); ++n) {
        control.check();
        needles_.push_back(scoredNeedle(needles[n], n, scene, options.weighted));
        if (!finders::fitsInto64(score::greatestDistance(options.method, needles_.back().sums))) {
          throw Error(ErrorCode::device, phrase("distances of a needle this large need more than "
                                                "64 bits, which the kernels do not support"));
        }
        if (options.channelMeans == ChannelMeans::each && needles_.back().channels > 1) {
          throw Error(
              ErrorCode::device,
              phrase(
                  "the kernels subtract one mean of all channels, not the mean of each channel"));
        }
      }
    }
    searches_.resize(needles.size());
    peaks_.resize(needles.size());
    group();
  }

  const std::vector<ScoredNeedle>& needles() const { return needles_; }
  StageClock& clock() { return clock_; }
  /// The search of a single needle, created on first use.
  ScoreSearch& search(std::size_t n) {
    if (!searches_[n]) {
      searches_[n] =
          std::make_unique<ScoreSearch>(gpu_, needles_[n], scene_, options_, clock_, control_);
      describe(cuda::describe(searches_[n]->way()));
    }
    return *searches_[n];
  }

  /// Searches `rows` rows of positions from `first` on; `onGpu` begins with row `top` of the
  /// scene. Discards its results if it runs out of memory.
  void find(const SceneOnDevice& onGpu, Size scene, std::int64_t top, std::int64_t first,
            std::int64_t rows) {
    Found found{std::vector<std::vector<Peak>>(needles_.size()), best_, any_};
    const auto wantedRows = [&](std::size_t n) {
      const Size size = needles_[n].size;
      const std::int64_t wanted = std::min(rows, scene.height - size.height + 1 - first);
      return size.width > scene.width ? 0 : wanted;
    };
    std::vector<bool> done(needles_.size(), false);
    for (const Group& group : groups_) {
      const std::int64_t wanted = wantedRows(group.members[0]);
      if (wanted <= 0) continue;
      const auto places = findTogether(group, onGpu, first - top, wanted, !found.any);
      if (!places) continue;
      for (std::size_t i = 0; i < group.members.size(); ++i) {
        take(group.members[i], (*places)[i], top, found);
        done[group.members[i]] = true;
      }
      tellProgress(group.members.back(), first + rows, scene.height);
    }
    for (std::size_t n = 0; n < needles_.size(); ++n) {
      const std::int64_t wanted = wantedRows(n);
      if (done[n] || wanted <= 0) continue;
      const bool wantBest = options_.wantBest && !found.any;
      take(n, search(n).find(onGpu, first - top, wanted, wantBest), top, found);
      tellProgress(n, first + rows, scene.height);
    }
    for (std::size_t n = 0; n < needles_.size(); ++n) {
      peaks_[n].insert(peaks_[n].end(), found.peaks[n].begin(), found.peaks[n].end());
    }
    best_ = found.best;
    any_ = found.any;
  }

  ScoredPlaces result() {
    clock_.finish();
    ScoredPlaces places;
    for (std::vector<Peak>& peaks : peaks_) {
      std::vector<Peak> ordered = inOrder(std::move(peaks), control_);
      if (places.peaks.empty()) {
        places.peaks = std::move(ordered);
      } else {
        places.peaks.insert(places.peaks.end(), ordered.begin(), ordered.end());
      }
    }
    if (places.peaks.empty() && options_.wantBest) places.best = best_;
    return places;
  }

 private:
  /// Needles of one size that are searched together.
  struct Group {
    std::vector<std::size_t> members;
    std::unique_ptr<NeedleBatchSearch> search;
  };
  /// Results, including earlier ones.
  struct Found {
    std::vector<std::vector<Peak>> peaks;
    std::optional<Peak> best;
    bool any = false;
  };

  void group() {
    std::map<std::tuple<std::int64_t, std::int64_t, int>, std::vector<std::size_t>> alike;
    for (std::size_t n = 0; n < needles_.size(); ++n) {
      const ScoredNeedle& needle = needles_[n];
      const bool byProducts = strategyFor(needle, options_) == GpuScoreStrategy::products;
      if (byProducts) {
        alike[{needle.size.width, needle.size.height, needle.channels}].push_back(n);
      } else {
        search(n);
      }
    }
    for (auto& [size, members] : alike) {
      if (members.size() == 1) {
        search(members[0]);
        continue;
      }
      std::vector<const ScoredNeedle*> needles;
      for (const std::size_t n : members) needles.push_back(&needles_[n]);
      groups_.push_back(
          {std::move(members), std::make_unique<NeedleBatchSearch>(gpu_, std::move(needles),
                                                                   options_, clock_, control_)});
      describe(NeedleBatchSearch::describe());
    }
  }

  void describe(const Message& how) { alsoSay(report_.strategy, how); }

  /// Returns nothing if memory does not suffice for several needles at once.
  std::optional<std::vector<PlacesOfNeedle>> findTogether(const Group& group,
                                                          const SceneOnDevice& onGpu,
                                                          std::int64_t first, std::int64_t rows,
                                                          bool noneSoFar) const {
    try {
      return group.search->find(onGpu, first, rows, options_.wantBest && noneSoFar);
    } catch (const OutOfDeviceMemory&) {
      return std::nullopt;
    }
  }

  /// Adds `places`, whose rows count from the scene's row `top` on.
  void take(std::size_t n, const PlacesOfNeedle& places, std::int64_t top, Found& found) const {
    const auto peak = [&](ListedPlace place) {
      place.y += static_cast<std::uint32_t>(top);
      return peakOf(place, needles_[n], options_.method);
    };
    for (const ListedPlace& place : places.peaks) found.peaks[n].push_back(peak(place));
    found.any |= !places.peaks.empty();
    if (!places.best) return;
    const Peak here = peak(*places.best);
    if (!found.best || finders::IsBetter()(here, *found.best)) found.best = here;
  }

  void tellProgress(std::size_t needle, std::int64_t row, std::int64_t rows) const {
    if (!control_.progress) return;
    const double bands = static_cast<double>(std::min(row, rows)) / static_cast<double>(rows);
    const double needles = static_cast<double>(needle + 1) /
                           static_cast<double>(std::max<std::size_t>(needles_.size(), 1));
    control_.progress(row >= rows ? needles : bands * needles);
  }

  Gpu& gpu_;
  PixelFormat scene_;
  const ScoreOptions& options_;
  const Control& control_;
  RunReport& report_;
  StageClock clock_;
  std::vector<ScoredNeedle> needles_;
  std::vector<std::unique_ptr<ScoreSearch>> searches_;
  std::vector<Group> groups_;
  std::vector<std::vector<Peak>> peaks_;
  std::optional<Peak> best_;
  bool any_ = false;
};

/// Uploads a scene in bands, mostly one, and calls body(rows on the device, their first row in the
/// scene, first row of positions, count). Bands overlap by `overlap` rows plus one on each side for
/// neighbours.
template <class Body>
void overUploads(const Gpu& gpu, const ImageView& scene, std::int64_t overlap, StageClock& clock,
                 const Control& control, const Body& body) {
  const std::int64_t atOnce = rowsThatFit(scene.size(), scene.format(), overlap + 2);
  overBands(scene.height(), atOnce, [&](std::int64_t first, std::int64_t count) {
    control.check();
    const std::int64_t top = std::max<std::int64_t>(first - 1, 0);
    const std::int64_t rows = std::min(first + count + 1 + overlap, scene.height()) - top;
    clock.begin("upload");
    const DeviceImage band({scene.width(), rows}, scene.format());
    upload(scene, top, 1, band.plane(), gpu.stream(), control);
    clock.end();
    DerivedPlanes derived;
    body(SceneOnDevice{band, derived}, top, first, count);
    gpu.stream().wait();
  });
}

std::int64_t tallest(const std::vector<ScoredNeedle>& needles, Size scene) {
  std::int64_t height = 1;
  for (const ScoredNeedle& needle : needles) {
    if (needle.size.height <= scene.height) height = std::max(height, needle.size.height);
  }
  return height;
}

}  // namespace

ScoredPlaces findScored(const Scene& scene, std::span<const Needle> needles,
                        const ScoreOptions& options, const Control& control, RunReport& report) {
  const Size size = scene.size();
  DevicePicture* kept = keptOnDevice(scene);
  const GpuLease gpu(report.timeline);
  ScoredFind search(*gpu, scene.format(), needles, options, control, report);
  if (kept != nullptr) {
    search.find({kept->image(), kept->derived()}, size, 0, 0, size.height);
    return search.result();
  }
  overUploads(*gpu, *scene.view(), tallest(search.needles(), size) - 1, search.clock(), control,
              [&](const SceneOnDevice& onGpu, std::int64_t top, std::int64_t first,
                  std::int64_t rows) { search.find(onGpu, size, top, first, rows); });
  return search.result();
}

ScoreMap mapScores(const Scene& scene, const Needle& needle, const ScoreOptions& options,
                   const Control& control, RunReport& report) {
  DevicePicture* kept = keptOnDevice(scene);
  const GpuLease gpu(report.timeline);
  ScoredFind search(*gpu, scene.format(), {&needle, 1}, options, control, report);
  const Size size = needle.picture.size();
  ScoreMap map;
  map.size = {scene.size().width - size.width + 1, scene.size().height - size.height + 1};
  map.error = 6e-8;  // rounding of a float near 1
  map.scores.resize(static_cast<std::size_t>(map.size.pixels()));
  if (kept != nullptr) {
    search.search(0).map({kept->image(), kept->derived()}, map.scores.data());
  } else {
    // Bands have an extra row on each side, which a map does not need and computes twice.
    overUploads(
        *gpu, *scene.view(), size.height - 1, search.clock(), control,
        [&](const SceneOnDevice& onGpu, std::int64_t top, std::int64_t first, std::int64_t) {
          if (first >= map.size.height) return;
          search.search(0).map(onGpu, map.scores.data() + top * map.size.width);
        });
  }
  search.clock().finish();
  return map;
}

}  // namespace espy::cuda
