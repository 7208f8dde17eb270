// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Milestones 1 to 3 of where-is-a-pattern: one thread for each pixel, numbered over the whole
// picture, which changes no pixel but its own: in place, on 8-bit grey or RGBA. White is neither
// colour, so a neighbour that is white already decides nothing.
#include "base/phrase.h"
#include "cuda/base/gpu.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/transfer.h"
#include "cuda/lab/engines.h"
#include "espy/error.h"

namespace espy::cuda {
namespace {

constexpr int kPaperBlock = 128;

__device__ bool hasColour(const std::uint8_t* pixel, int bytes, Colour colour) {
  if (bytes == 1) return pixel[0] == colour.red;
  return pixel[0] == colour.red && pixel[1] == colour.green && pixel[2] == colour.blue;
}

__device__ void paintWhite(std::uint8_t* pixel, int bytes) {
  const int colours = bytes == 1 ? 1 : 3;
  for (int i = 0; i < colours; ++i) pixel[i] = 255;
}

/// Paints pixels white that have not the colour; alpha is kept.
__global__ void screenPixels(DevicePlane picture, Colour shape) {
  const std::int64_t number = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (number >= picture.width * picture.height) return;
  std::uint8_t* pixel = picture.bytes + number / picture.width * picture.pitch +
                        number % picture.width * picture.bytesPerPixel;
  if (!hasColour(pixel, picture.bytesPerPixel, shape)) paintWhite(pixel, picture.bytesPerPixel);
}

/// Paints pixels of the ground white that have one of the shape among their eight neighbours.
/// Neither colour may be white.
__global__ void outlineShape(DevicePlane picture, Colour shape, Colour ground) {
  const std::int64_t number = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (number >= picture.width * picture.height) return;
  const std::int64_t x = number % picture.width;
  const std::int64_t y = number / picture.width;
  const int bytes = picture.bytesPerPixel;
  std::uint8_t* pixel = picture.bytes + y * picture.pitch + x * bytes;
  if (!hasColour(pixel, bytes, ground)) return;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (x + right < 0 || x + right >= picture.width) continue;
      if (y + down < 0 || y + down >= picture.height) continue;
      if (!hasColour(pixel + down * picture.pitch + right * bytes, bytes, shape)) continue;
      return paintWhite(pixel, bytes);
    }
  }
}

}  // namespace

Image screenOnGpu(const lab::pattern::PatternTask& task, const Control& control,
                  Timeline& timeline) {
  const PixelFormat format = task.scene.format();
  if (!task.screening || format.depth != Depth::u8 ||
      (format.channels != 1 && format.channels != 4)) {
    throw Error(ErrorCode::unsupported,
                phrase("the lab's screening requires colours, and 8-bit grey or RGB with alpha"));
  }
  control.check();
  const GpuLease gpu(timeline);
  const Stream& stream = gpu->stream();
  StageClock clock(stream, timeline);
  const DeviceImage picture(task.scene.size(), format);
  clock.begin("upload");
  upload(task.scene, 0, 1, picture.plane(), stream, control);
  clock.begin("screen");
  const unsigned blocks = blocksFor(task.scene.size().pixels(), kPaperBlock);
  if (task.marks.style == MarkStyle::outline) {
    launch("outlineShape", outlineShape, blocks, kPaperBlock, stream, picture.plane(),
           task.screening->shape, task.screening->ground);
  } else {
    launch("screenPixels", screenPixels, blocks, kPaperBlock, stream, picture.plane(),
           task.screening->shape);
  }
  clock.begin("download");
  Image marked = Image::forOverwrite(task.scene.size(), format);
  download(picture.plane(), marked.pixels(), stream, control);
  clock.finish();
  return marked;
}

}  // namespace espy::cuda
