// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"
#include "cuda/base/gpu.h"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/exact/engines.h"
#include "exact/distance.h"

namespace espy::cuda {
namespace {

/// Downloads a window of a picture.
Image fetchWindow(const Gpu& gpu, const DeviceImage& image, const Match& match) {
  Image part({match.width, match.height}, image.format());
  const MutableImageView pixels = part.pixels();
  const DevicePlane& plane = image.plane();
  call("cudaMemcpy2DAsync", [&] {
    return cudaMemcpy2DAsync(pixels.row(0), static_cast<std::size_t>(pixels.stride()),
                             plane.bytes + match.y * plane.pitch + match.x * plane.bytesPerPixel,
                             static_cast<std::size_t>(plane.pitch),
                             static_cast<std::size_t>(pixels.rowBytes()), match.height,
                             cudaMemcpyDeviceToHost, gpu.stream().get());
  });
  gpu.stream().wait();
  return part;
}

}  // namespace

void fillDistances(const Scene& scene, std::span<const Needle> needles, std::span<Match> matches,
                   const Control& control) {
  const DevicePicture* kept = keptOnDevice(scene);
  if (kept == nullptr) {
    exact::fillDistances(*scene.view(), needles, matches, threadsFor(control), control);
    return;
  }
  const DeviceImage& image = kept->image();
  Timeline unheard;
  const GpuLease gpu(unheard);
  // Few windows are downloaded one by one; for many, the whole picture is.
  constexpr std::size_t kFew = 256;
  std::int64_t pixels = 0;
  for (const Match& match : matches) pixels += std::int64_t{match.width} * match.height;
  if (matches.size() > kFew || pixels > scene.size().pixels()) {
    Image whole(scene.size(), scene.format());
    download(image.plane(), whole.pixels(), gpu->stream(), control);
    exact::fillDistances(whole, needles, matches, threadsFor(control), control);
    return;
  }
  for (Match& match : matches) {
    control.check();
    const Image window = fetchWindow(*gpu, image, match);
    Match alone = match;
    alone.x = alone.y = alone.needle = 0;
    exact::fillDistances(window, needles.subspan(match.needle, 1), {&alone, 1}, 1, control);
    match.distance = alone.distance;
  }
}

}  // namespace espy::cuda
