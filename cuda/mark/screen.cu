// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/base/launch.cuh"
#include "cuda/mark/paint.h"
#include "espy/engine/find.h"

namespace espy::cuda {
namespace {

/// The kept colour, in units of the picture's samples.
struct Wanted {
  int colours[3] = {};
  int tolerance = 0;
};

template <class Sample>
__global__ void screen(DevicePlane scene, int channels, Wanted wanted, DevicePlane flags) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (x >= flags.width) return;
  for (std::int64_t y = blockIdx.y; y < flags.height; y += gridDim.y) {
    const auto* pixel =
        reinterpret_cast<const Sample*>(scene.bytes + y * scene.pitch + x * scene.bytesPerPixel);
    bool kept = true;
    for (int part = 0; part < 3; ++part) {
      const int value = pixel[channels < 3 ? 0 : part];  // grey is red, green and blue
      kept = kept && abs(value - wanted.colours[part]) <= wanted.tolerance;
    }
    flags.bytes[y * flags.pitch + x] = kept ? kFlagInside : kFlagNothing;
  }
}

}  // namespace

void screenOnDevice(Gpu& gpu, const DevicePlane& scene, PixelFormat format, Colour keep,
                    int tolerance, const DevicePlane& flags) {
  const int unit = format.depth == Depth::u8 ? 1 : 257;
  const Wanted wanted{{keep.red * unit, keep.green * unit, keep.blue * unit}, tolerance};
  const auto kernel = format.depth == Depth::u8 ? screen<std::uint8_t> : screen<std::uint16_t>;
  launch("screen", kernel, dim3(blocksFor(flags.width, kBlockThreads), rowsOfGrid(flags.height)),
         kBlockThreads, gpu.stream(), scene, format.channels, wanted, flags);
}

}  // namespace espy::cuda
