// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Pose search of the engine `cuda`: the scene's pyramid and sums over windows are computed on the
// GPU.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "cuda/base/device.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/pose/engines.h"
#include "cuda/pose/kernels.h"
#include "cuda/score/engines.h"
#include "picture/host_picture.h"
#include "pose/border.h"
#include "pose/fast.h"
#include "pose/find_posed.h"

namespace espy::cuda {
namespace {

constexpr PixelFormat kGrey{1, Depth::u8};

class PosesOnGpu : public pose::DevicePoses {
 public:
  PosesOnGpu(const Scene& scene, const Control& control, RunReport& report) : report_(report) {
    const GpuLease gpu(report.timeline);
    if (DevicePicture* kept = keptOnDevice(scene)) {
      picture_ = &kept->image();
      levels_ = &kept->derived().levels;
      return;
    }
    StageClock clock(gpu->stream(), report.timeline);
    clock.begin("upload");
    sent_ = DeviceImage(scene.size(), scene.format());
    upload(*scene.view(), 0, 1, sent_.plane(), gpu->stream(), control);
    clock.finish();
  }

  std::optional<std::vector<Peak>> peaks(int shift, std::span<const Needle> needles,
                                         double minScore, const Control& control) override {
    std::vector<ScoredNeedle> prepared(needles.size());
    parallelFor(static_cast<std::int64_t>(needles.size()), threadsFor(control),
                {control.threads, control.stop, {}}, [&](std::int64_t i, int) {
                  const auto n = static_cast<std::size_t>(i);
                  prepared[n] =
                      scoredNeedle(needles[n], static_cast<std::uint32_t>(n), kGrey, false);
                });
    for (const ScoredNeedle& needle : prepared) {
      if (needle.channels != 1 || !needle.bytes) return std::nullopt;
    }
    const GpuLease gpu(report_.timeline);
    try {
      return turnedPeaks(*gpu, levelOf(*gpu, *picture_, *levels_, shift).plane(), prepared,
                         minScore, control);
    } catch (const OutOfDeviceMemory&) {
      return std::nullopt;
    }
  }

  bool beginSums(int shift, const Needle& needle, int enlarged, const Control& control) override {
    if (needle.picture.format() != kGrey || needle.mask) return false;
    const GpuLease gpu(report_.timeline);
    try {
      scene_ = levelOf(*gpu, *picture_, *levels_, shift).plane();
      needle_ = DeviceImage(needle.picture.size(), kGrey);
      upload(needle.picture, 0, 1, needle_.plane(), gpu->stream(), control);
      corners_ = NeedleCorners(*gpu, needle_.plane(), enlarged);
    } catch (const OutOfDeviceMemory&) {
      return false;
    }
    return true;
  }

  std::vector<BlockSums> sumsOf(const PoseGrid& grid, std::span<const Block> blocks,
                                const Control& control) override {
    const GpuLease gpu(report_.timeline);
    return sumBlocks(*gpu, scene_, corners_, grid, blocks, control);
  }

  void beginGrid(const pose::GridIndex& index) override {
    index_ = &index;
    grid_.reset();
  }

  std::optional<std::vector<pose::Climbed>> climb(const pose::ClimbRule& rule,
                                                  std::span<const pose::Start> starts,
                                                  const Control& control) override {
    control.check();
    const GpuLease gpu(report_.timeline);
    try {
      if (!grid_) grid_.emplace(*gpu, *index_);
      const double largest =
          std::ldexp(static_cast<double>(grid_->largest) / picture::Turn::kOne, -corners_.enlarged);
      if (static_cast<double>(corners_.size.pixels()) * largest * largest > kMostClimbed) {
        return std::nullopt;
      }
      return climbedFrom(cuda::climb(*gpu, scene_, corners_, *grid_, rule, climbStarts(starts)));
    } catch (const OutOfDeviceMemory&) {
      return std::nullopt;
    }
  }

 private:
  static std::vector<ClimbStart> climbStarts(std::span<const pose::Start> starts) {
    std::vector<ClimbStart> near;
    near.reserve(starts.size());
    for (const pose::Start& start : starts) {
      near.push_back(
          {start.pose, static_cast<int>(start.x), static_cast<int>(start.y), start.least});
    }
    return near;
  }
  static std::vector<pose::Climbed> climbedFrom(std::span<const ClimbEnd> ends) {
    std::vector<pose::Climbed> climbs;
    climbs.reserve(ends.size());
    for (const ClimbEnd& end : ends) {
      pose::Climbed& climbed = climbs.emplace_back();
      climbed.isFound = end.isFound;
      climbed.asked = end.asked;
      if (!end.isFound) continue;
      climbed.isPeak = end.isPeak;
      climbed.at.pose = end.pose;
      climbed.at.peak.x = static_cast<std::uint32_t>(end.x);
      climbed.at.peak.y = static_cast<std::uint32_t>(end.y);
      climbed.at.peak.score = end.score;
      std::ranges::copy(end.beside, climbed.beside.begin());
    }
    return climbs;
  }

  RunReport& report_;
  DeviceImage sent_;
  std::vector<DeviceImage> own_;  ///< levels of the uploaded scene
  const DeviceImage* picture_ = &sent_;
  std::vector<DeviceImage>* levels_ = &own_;
  DevicePlane scene_;  ///< the scene level to be summed
  DeviceImage needle_;
  NeedleCorners corners_;  ///< of `needle_`
  const pose::GridIndex* index_ = nullptr;
  std::optional<GridOnGpu> grid_;  ///< of `index_`
};

}  // namespace

std::unique_ptr<pose::DevicePoses> posesOnDevice(const Scene& scene, const Control& control,
                                                 RunReport& report) {
  if (scene.format() != kGrey) return nullptr;
  try {
    return std::make_unique<PosesOnGpu>(scene, control, report);
  } catch (const OutOfDeviceMemory&) {
    return nullptr;  // out of memory for the scene
  }
}

PosedPlaces findPosed(const Scene& scene, std::span<const Needle> needles,
                      std::span<const PoseGrid> grids, const ScoreOptions& options,
                      PoseSearch search, const Control& control, RunReport& report) {
  const FindScored::Function find = findScored;
  if (search == PoseSearch::complete) {
    return pose::poseByScores(find, scene, needles, grids, options, search, control, report);
  }
  report.engine = currentEngine();
  const std::unique_ptr<pose::DevicePoses> sums = posesOnDevice(scene, control, report);
  const pose::DeviceSearch device{sums.get(), find, scene};
  const ImageView& view = hostView(scene);
  const int threads = threadsFor(control);
  return pose::withBorder(
      pose::poseFast(view, needles, grids, options, threads, control, report, &device), view,
      needles, grids, options, search, threads, control, report);
}

}  // namespace espy::cuda
