// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Marks a picture on the device: flags and paint in one kernel for few windows, on a cached copy,
// of which only painted windows are restored before its next use.
#include <algorithm>
#include <memory>

#include "base/phrase.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/resident.h"
#include "cuda/base/transfer.h"
#include "cuda/find/windows.h"
#include "cuda/mark/engines.h"
#include "cuda/mark/paint.h"
#include "mark/engines.h"

namespace espy::cuda {
namespace {

constexpr PixelFormat kFlagFormat{1, Depth::u8};

/// Replicates grey to RGB; one thread per pixel.
template <class Sample>
__global__ void spreadGrey(DevicePlane grey, bool alpha, DevicePlane colour) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (x >= grey.width) return;
  for (std::int64_t y = blockIdx.y; y < grey.height; y += gridDim.y) {
    const auto* from =
        reinterpret_cast<const Sample*>(grey.bytes + y * grey.pitch + x * grey.bytesPerPixel);
    auto* to =
        reinterpret_cast<Sample*>(colour.bytes + y * colour.pitch + x * colour.bytesPerPixel);
    to[0] = to[1] = to[2] = from[0];
    if (alpha) to[3] = from[1];
  }
}

/// Restores a window of the copy from the original; one block per window.
__global__ void restoreWindows(DevicePlane original, const Window* windows, DevicePlane copy) {
  const Window window = windows[blockIdx.x];
  const std::int64_t left = max(window.x, std::int64_t{0}) * copy.bytesPerPixel;
  const std::int64_t right = min(window.x + window.width, copy.width) * copy.bytesPerPixel;
  const std::int64_t bottom = min(window.y + window.height, copy.height);
  for (std::int64_t y = max(window.y, std::int64_t{0}); y < bottom; ++y) {
    for (std::int64_t b = left + threadIdx.x; b < right; b += blockDim.x) {
      copy.bytes[y * copy.pitch + b] = original.bytes[y * original.pitch + b];
    }
  }
}

/// Ensures a copy in a format that can show the marks, and a flag plane.
void ensureCopy(const DeviceImage& original, PixelFormat format, PaintedCopy& copy) {
  if (copy.picture.empty() || copy.picture.format() != format) {
    copy.picture = DeviceImage(original.size(), format);
    copy.allTouched = true;
  }
  if (copy.flags.empty()) copy.flags = DeviceImage(original.size(), kFlagFormat);
}

/// Restores the copy.
void restoreCopy(Gpu& gpu, const DeviceImage& original, PaintedCopy& copy) {
  const Stream& stream = gpu.stream();
  const PixelFormat format = copy.picture.format();
  const DevicePlane& to = copy.picture.plane();
  if (format != original.format()) {
    const auto kernel =
        format.depth == Depth::u8 ? spreadGrey<std::uint8_t> : spreadGrey<std::uint16_t>;
    launch("spreadGrey", kernel, dim3(blocksFor(to.width, kBlockThreads), rowsOfGrid(to.height)),
           kBlockThreads, stream, original.plane(), original.format().hasAlpha(), to);
  } else if (copy.allTouched) {
    stream.copy(to.bytes, original.plane().bytes, static_cast<std::size_t>(to.pitch * to.height));
  } else if (!copy.touched.empty()) {
    const DeviceBuffer<Window> windows(copy.touched.size());
    stream.copy(windows.data(), copy.touched.data(), windows.bytes());
    launch("restoreWindows", restoreWindows, static_cast<unsigned>(copy.touched.size()), 64, stream,
           original.plane(), windows.data(), to);
  }
  copy.touched.clear();
  copy.allTouched = false;
}

/// Flags windows of any sizes in separate passes, grouped by size.
void flagMany(Gpu& gpu, std::span<const Match> matches, const DevicePlane& flags) {
  std::vector<Match> sorted(matches.begin(), matches.end());
  const auto shape = [](const Match& w) { return std::pair(w.width, w.height); };
  std::ranges::sort(sorted, {}, shape);
  const DeviceImage bases({flags.width, flags.height}, kFlagFormat);
  const auto planeBytes = static_cast<std::size_t>(flags.pitch * flags.height);
  gpu.stream().set(flags.bytes, 0, planeBytes);
  for (std::size_t first = 0; first < sorted.size();) {
    std::vector<Place> places;
    std::size_t end = first;
    for (; end < sorted.size() && shape(sorted[end]) == shape(sorted[first]); ++end) {
      places.emplace_back(sorted[end].x, sorted[end].y);
    }
    gpu.stream().set(bases.plane().bytes, 0, planeBytes);
    setBases(gpu, places, 0, bases.plane());
    flagMembers(gpu, bases.plane(), {sorted[first].width, sorted[first].height}, true, flags);
    first = end;
  }
}

void paintAll(Gpu& gpu, const DeviceImage& original, PaintedCopy& copy,
              const MarkOptions& options) {
  copy.allTouched = true;
  paintByFlags(gpu, original.plane(), copy.picture, copy.flags.plane(), options);
}

}  // namespace

void markOnDevice(Gpu& gpu, DevicePicture& scene, std::span<const Match> matches,
                  const MarkOptions& options, StageClock& clock) {
  PaintedCopy& copy = scene.painted();
  const DeviceImage& original = scene.image();
  const PixelFormat format = mark::copyFormat(original.format(), options);
  clock.begin("prepare copy");
  ensureCopy(original, format, copy);
  // White-out overwrites every pixel anyway.
  if (options.style != MarkStyle::whiteout) restoreCopy(gpu, original, copy);
  clock.begin("pass 2");
  if (matches.size() > kFewWindows) {
    flagMany(gpu, matches, copy.flags.plane());
    clock.begin("pass 3");
    return paintAll(gpu, original, copy, options);
  }
  std::vector<Window> few;
  for (const Match& w : matches) few.push_back({w.x, w.y, w.width, w.height});
  if (options.style != MarkStyle::outline) {
    drawWindows(gpu, few, copy.flags.plane(), std::nullopt);
    clock.begin("pass 3");
    return paintAll(gpu, original, copy, options);
  }
  drawWindows(
      gpu, few, copy.flags.plane(),
      Outline{copy.picture.plane(), options.thickness, opaqueBytes(format, options.colour)});
  for (const Window& w : few) {
    copy.touched.push_back({w.x - options.thickness, w.y - options.thickness,
                            w.width + 2 * options.thickness, w.height + 2 * options.thickness});
  }
}

Image markPicture(const Scene& scene, std::span<const Match> matches, const MarkOptions& options,
                  const Control& control, Timeline& timeline) {
  if (options.style == MarkStyle::outline && (options.thickness < 1 || options.thickness > 255)) {
    throw Error(ErrorCode::badUse,
                phrase("an outline is 1 to 255 pixels thick, not {}", options.thickness));
  }
  std::unique_ptr<KeptPicture> sent;
  DevicePicture* kept = keptOnDevice(scene);
  if (kept == nullptr) {
    sent = keepPicture(*scene.view(), control, timeline);
    kept = &onDevice(*sent);
  }
  DevicePicture& picture = *kept;
  const GpuLease gpu(timeline);
  StageClock clock(gpu->stream(), timeline);
  markOnDevice(*gpu, picture, matches, options, clock);
  clock.begin("download");
  const DeviceImage& painted = picture.painted().picture;
  Image result = Image::forOverwrite(painted.size(), painted.format());
  download(painted.plane(), result.pixels(), gpu->stream(), control);
  clock.finish();
  return result;
}

}  // namespace espy::cuda
