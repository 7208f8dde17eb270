// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The engine `cuda-passes`: pass 1 as a separate kernel, for every needle.
#include <algorithm>

#include "base/parallel.h"
#include "base/phrase.h"
#include "cuda/base/bands.h"
#include "cuda/base/transfer.h"
#include "cuda/exact/engines.h"
#include "cuda/exact/passes.h"
#include "exact/prepared_needles.h"
#include "picture/host_picture.h"

namespace espy::cuda {

std::vector<std::vector<Place>> findByPasses(const Scene& shown, std::span<const Needle> needles,
                                             const ExactOptions& options, const Control& control,
                                             RunReport& report) {
  const ImageView& scene = hostView(shown);
  report.engine = "cuda-passes";
  report.strategy = phrase("compared at every pixel of the scene by a kernel that writes flags");
  std::vector<std::vector<Place>> places(needles.size());
  const GpuLease gpu(report.timeline);
  StageClock clock(gpu->stream(), report.timeline);
  const exact::PreparedNeedles prepared = exact::prepareNeedles(
      scene.size(), scene.format(), needles, options.tolerance, threadsFor(control), control);

  // In bands, mostly one; a needle belongs to the band in which it begins.
  std::int64_t overlap = 0;
  for (const exact::Pattern& pattern : prepared.patterns) {
    if (pattern.size.height <= scene.height()) {
      overlap = std::max(overlap, pattern.size.height - 1);
    }
  }
  const std::int64_t rowBytes = DeviceImage::pitchOf(scene.width(), scene.format()) +
                                2 * DeviceImage::pitchOf(scene.width(), {1, Depth::u8});
  const std::int64_t atOnce = availableDeviceBytes() / rowBytes - overlap;
  overBands(scene.height(), atOnce, [&](std::int64_t first, std::int64_t count) {
    const std::int64_t rows = std::min(count + overlap, scene.height() - first);
    clock.begin("upload");
    const DeviceImage band({scene.width(), rows}, scene.format());
    const DeviceImage flags({scene.width(), rows}, {1, Depth::u8});
    upload(scene, first, 1, band.plane(), gpu->stream(), control);
    for (const exact::Pattern& pattern : prepared.patterns) {
      if (pattern.impossible || pattern.size.width > scene.width() || pattern.size.height > rows) {
        continue;
      }
      clock.begin("pass 1");
      const BaseFlagger flagger(*gpu, pattern);
      flagger.flag(band.plane(), flags.plane(), control);
      clock.begin("download");
      const std::int64_t starts = std::min(count, rows - pattern.size.height + 1);
      exact::MatchBits bits({scene.width() - pattern.size.width + 1, starts});
      fetchBases(*gpu, flags.plane(), control, bits);
      for (Place place : bits.list(threadsFor(control), {0, control.stop, {}})) {
        place.y += static_cast<std::uint32_t>(first);
        places[pattern.index].push_back(place);
      }
    }
    clock.finish();
  });
  return places;
}

}  // namespace espy::cuda
