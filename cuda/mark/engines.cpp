// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/mark/engines.h"

#include <algorithm>

#include "cuda/base/bands.h"
#include "cuda/base/transfer.h"
#include "cuda/mark/paint.h"
#include "mark/engines.h"

namespace espy::cuda {
namespace {

constexpr PixelFormat kFlagFormat{1, Depth::u8};

/// Rows of a picture and its flags that fit in device memory.
std::int64_t rowsAtOnce(Size size, PixelFormat format) {
  constexpr std::int64_t kSmall = std::int64_t{64} << 20;
  const std::int64_t rowBytes =
      DeviceImage::pitchOf(size.width, format) + DeviceImage::pitchOf(size.width, kFlagFormat);
  if (rowBytes * size.height <= kSmall) return size.height;
  return availableDeviceBytes() / rowBytes;
}

}  // namespace

void paintMarks(const MutableImageView& picture, const ImageView& flags, const MarkOptions& options,
                const Control& control, Timeline& timeline) {
  mark::checkRequest(picture.size(), picture.format(), flags, options);
  if (options.style == MarkStyle::none) return;
  const GpuLease gpu(timeline);
  StageClock clock(gpu->stream(), timeline);
  // Halo rows above and below a band.
  const std::int64_t seen = options.style == MarkStyle::outline ? options.thickness : 0;
  const std::int64_t atOnce = rowsAtOnce(picture.size(), picture.format()) - 2 * seen;
  overBands(picture.height(), atOnce, [&](std::int64_t first, std::int64_t count) {
    control.check();
    const std::int64_t top = std::max<std::int64_t>(first - seen, 0);
    const std::int64_t rows = std::min(first + count + seen, picture.height()) - top;
    const Size size{picture.width(), rows};
    const DeviceImage band(size, picture.format());
    const DeviceImage bandFlags(size, kFlagFormat);
    clock.begin("upload");
    upload(picture, top, 1, band.plane(), gpu->stream(), control);
    upload(flags, top, 1, bandFlags.plane(), gpu->stream(), control);
    clock.begin("pass 3");
    paintByFlags(*gpu, band.plane(), band, bandFlags.plane(), options);
    DevicePlane own = band.plane();
    own.bytes += (first - top) * own.pitch;
    own.height = count;
    clock.begin("download");
    download(own, picture.crop(0, first, {picture.width(), count}), gpu->stream(), control);
    clock.end();
  });
  clock.finish();
}

Image screenColour(const ImageView& scene, Colour keep, int tolerance, const Control& control,
                   Timeline& timeline) {
  mark::checkTolerance(tolerance);
  Image result = Image::forOverwrite(scene.size(), kFlagFormat);
  const GpuLease gpu(timeline);
  StageClock clock(gpu->stream(), timeline);
  overBands(scene.height(), rowsAtOnce(scene.size(), scene.format()),
            [&](std::int64_t first, std::int64_t count) {
              control.check();
              const Size size{scene.width(), count};
              const DeviceImage band(size, scene.format());
              const DeviceImage flags(size, kFlagFormat);
              clock.begin("upload");
              upload(scene, first, 1, band.plane(), gpu->stream(), control);
              clock.begin("screen");
              screenOnDevice(*gpu, band.plane(), scene.format(), keep, tolerance, flags.plane());
              clock.begin("download");
              download(flags.plane(), result.pixels().crop(0, first, size), gpu->stream(), control);
              clock.end();
            });
  clock.finish();
  return result;
}

}  // namespace espy::cuda
