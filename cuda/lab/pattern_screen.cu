// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Milestones 1 to 3 of where-is-a-pattern: one thread for each pixel, numbered over the whole
// picture, which changes no pixel but its own. White is neither colour, so a neighbour that is
// white already decides nothing.
#include "cuda/base/launch.cuh"
#include "cuda/lab/pattern_kernels.h"

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

__global__ void screenPixels(DevicePlane picture, Colour shape) {
  const std::int64_t number = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (number >= picture.width * picture.height) return;
  std::uint8_t* pixel = picture.bytes + number / picture.width * picture.pitch +
                        number % picture.width * picture.bytesPerPixel;
  if (!hasColour(pixel, picture.bytesPerPixel, shape)) paintWhite(pixel, picture.bytesPerPixel);
}

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

void queueScreen(const DevicePlane& picture, Colour shape, const Stream& stream) {
  launch("screenPixels", screenPixels, blocksFor(picture.width * picture.height, kPaperBlock),
         kPaperBlock, stream, picture, shape);
}

void queueOutlineShape(const DevicePlane& picture, Colour shape, Colour ground,
                       const Stream& stream) {
  launch("outlineShape", outlineShape, blocksFor(picture.width * picture.height, kPaperBlock),
         kPaperBlock, stream, picture, shape, ground);
}

}  // namespace espy::cuda
