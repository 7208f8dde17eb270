// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "cuda/base/bands.h"
#include "cuda/base/device.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/exact/device_search.h"
#include "cuda/exact/engines.h"
#include "cuda/exact/needle_pack.h"

namespace espy::cuda {
namespace {

std::int64_t tallest(const exact::PreparedNeedles& needles) {
  std::int64_t height = 1;
  const auto include = [&](const exact::PreparedNeedles::Group& group) {
    for (const exact::Pattern* pattern : group) height = std::max(height, pattern->size.height);
  };
  for (const auto& group : needles.groups) include(group);
  include(needles.ranged);
  return height;
}

/// Uploads and searches the scene in bands, mostly one.
PlacesByNeedle findInBands(Gpu& gpu, const ImageView& scene, const exact::PreparedNeedles& needles,
                           DeviceSearch& search, StageClock& clock, const Control& control) {
  PlacesByNeedle places(needles.patterns.size());
  const std::int64_t overlap = tallest(needles) - 1;
  const std::int64_t atOnce = rowsThatFit(scene.size(), scene.format(), overlap);
  overBands(scene.height(), atOnce, [&](std::int64_t first, std::int64_t count) {
    control.check();
    const std::int64_t rows = std::min(count + overlap, scene.height() - first);
    clock.begin("upload");
    const DeviceImage band({scene.width(), rows}, scene.format());
    upload(scene, first, 1, band.plane(), gpu.stream(), control);
    const PlacesByNeedle found = search.find(band.plane());
    clock.finish();
    for (std::size_t n = 0; n < found.size(); ++n) {
      for (const Place& place : found[n]) {
        if (place.y >= count) break;  // belongs to the next band
        places[n].emplace_back(place.x, static_cast<std::uint32_t>(place.y + first));
      }
    }
  });
  return places;
}

/// Prepared needles; keeps a limited amount of their memory for the next search.
class Prepared {
 public:
  Prepared(Size scene, PixelFormat format, std::span<const Needle> needles,
           const ExactOptions& options, const Control& control, RunReport& report) {
    const StageTimer timer(report.timeline, "prepare");
    exact::PreparedNeedles recycled;
    {
      const std::lock_guard lock(mutex());
      std::swap(recycled, spare());
    }
    needles_ = exact::prepareNeedles(scene, format, needles, options.tolerance,
                                     threadsForNeedles(control), control, std::move(recycled));
  }
  ~Prepared() {
    constexpr std::size_t kMostKept = std::size_t{16} << 20;
    std::size_t bytes = 0;
    for (const exact::Pattern& pattern : needles_.patterns) {
      bytes += pattern.low.capacity() + pattern.high.capacity() + pattern.care.capacity() +
               pattern.opaque.capacity();
    }
    if (bytes > kMostKept) return;
    const std::lock_guard lock(mutex());
    std::swap(needles_, spare());
  }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  const exact::PreparedNeedles& operator*() const { return needles_; }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static exact::PreparedNeedles& spare() {
    static exact::PreparedNeedles kept;
    return kept;
  }

  exact::PreparedNeedles needles_;
};

}  // namespace

std::vector<std::vector<Place>> findExact(const Scene& scene, std::span<const Needle> needles,
                                          const ExactOptions& options, const Control& control,
                                          RunReport& report) {
  report.engine = currentEngine();
  const DevicePicture* kept = keptOnDevice(scene);
  if (kept == nullptr) report.threads = threadsFor(control);
  const Prepared owned(scene.size(), scene.format(), needles, options, control, report);
  const exact::PreparedNeedles& prepared = *owned;
  if (prepared.groups.empty() && prepared.ranged.empty()) return PlacesByNeedle(needles.size());
  const GpuLease gpu(report.timeline);
  StageClock clock(gpu->stream(), report.timeline);
  DeviceSearch search(*gpu, prepared, clock, control);
  std::optional<PlacesByNeedle> places;
  if (kept != nullptr) {
    places = search.find(kept->image().plane(), options.take);
  } else {
    places = search.findInSentRows(*scene.view());
  }
  clock.finish();
  if (!places) places = findInBands(*gpu, *scene.view(), prepared, search, clock, control);
  report.strategy = search.strategy();
  return std::move(*places);
}

}  // namespace espy::cuda
