// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "cuda/base/bands.h"
#include "cuda/base/device.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/index/engines.h"
#include "cuda/index/search.h"
#include "cuda/index/segment_on_gpu.h"

namespace espy::cuda {
namespace {

/// The segment in device memory; the first search uploads it.
std::shared_ptr<SegmentOnGpu> onGpu(const index::NeedleSegment& segment, const Gpu& gpu,
                                    const Control& control, RunReport& report) {
  return std::static_pointer_cast<SegmentOnGpu>(segment.kept().get(currentEngine(), [&] {
    const StageTimer timer(report.timeline, "upload tables");
    return std::make_shared<SegmentOnGpu>(segment, gpu.stream(), control);
  }));
}

/// Uploads and searches the scene in bands, mostly one.
std::vector<FoundPicture> findInBands(const Gpu& gpu, const ImageView& scene, SceneRows rows,
                                      std::int64_t tallest, IndexSearch& search, StageClock& clock,
                                      const Control& control) {
  std::vector<FoundPicture> found;
  const std::int64_t overlap = tallest - 1;
  const std::int64_t atOnce = rowsThatFit(scene.size(), scene.format(), overlap);
  overBands(rows.end - rows.first, atOnce, [&](std::int64_t first, std::int64_t count) {
    control.check();
    first += rows.first;
    clock.begin("upload");
    const DeviceImage band({scene.width(), std::min(count + overlap, scene.height() - first)},
                           scene.format());
    upload(scene, first, 1, band.plane(), gpu.stream(), control);
    for (const FoundPicture& one : search.find({band.plane(), scene.format()}, {0, count})) {
      found.push_back({static_cast<std::uint32_t>(one.y + first), one.x, one.picture});
    }
  });
  return found;
}

}  // namespace

std::vector<FoundPicture> findIndexed(const Scene& scene, SceneRows rows,
                                      const index::NeedleSegment& segment, const Control& control,
                                      RunReport& report) {
  report.engine = currentEngine();
  report.threads = threadsFor(control);
  if (segment.table(0).empty() && segment.table(1).empty()) return {};
  const DevicePicture* kept = keptOnDevice(scene);
  const GpuLease gpu(report.timeline);
  const std::shared_ptr<SegmentOnGpu> tables = onGpu(segment, *gpu, control, report);
  StageClock clock(gpu->stream(), report.timeline);
  IndexSearch search(*gpu, *tables, clock, control);
  std::vector<FoundPicture> found;
  if (kept != nullptr) {
    found = search.find({kept->image().plane(), scene.format()}, rows);
  } else {
    found = findInBands(*gpu, *scene.view(), rows, tables->tallest(), search, clock, control);
  }
  return found;
}

}  // namespace espy::cuda
