// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/mark/paint.h"

#include <algorithm>
#include <cstring>

#include "cuda/base/gather.cuh"
#include "cuda/base/launch.cuh"
#include "espy/engine/find.h"
#include "mark/engines.h"

namespace espy::cuda {
namespace {

/// Four pixels of `bytes` bytes each.
template <int bytes>
struct FourPixels {
  std::uint32_t words[bytes];
};

/// Mask for word `word` of four pixels: the bytes of pixels whose bit is set.
template <int bytes>
__device__ std::uint32_t byteMask(std::uint32_t pixels, int word) {
  std::uint32_t mask = 0;
  for (int b = 0; b < 4; ++b) {
    if (pixels >> ((word * 4 + b) / bytes) & 1U) mask |= 0xffU << (8 * b);
  }
  return mask;
}

/// Bits of the unflagged among four pixels.
__device__ std::uint32_t unflaggedOf(const DevicePlane& flags, std::int64_t x, std::int64_t y) {
  const auto four = *reinterpret_cast<const std::uint32_t*>(flags.bytes + y * flags.pitch + x);
  return fourBits(__vcmpeq4(four, 0));
}

/// Bits of the flagged among sixteen pixels.
__device__ std::uint32_t flaggedOf(const DevicePlane& flags, std::int64_t x, std::int64_t y) {
  const uint4 all = *reinterpret_cast<const uint4*>(flags.bytes + y * flags.pitch + x);
  return fourBits(__vcmpne4(all.x, 0)) | fourBits(__vcmpne4(all.y, 0)) << 4 |
         fourBits(__vcmpne4(all.z, 0)) << 8 | fourBits(__vcmpne4(all.w, 0)) << 12;
}

template <int bytes>
__device__ FourPixels<bytes> loadFour(const DevicePlane& plane, std::int64_t x, std::int64_t y) {
  const auto* at =
      reinterpret_cast<const std::uint32_t*>(plane.bytes + y * plane.pitch + x * bytes);
  FourPixels<bytes> four;
  if constexpr (bytes % 4 == 0) {
    for (int i = 0; i < bytes; i += 4) {
      const uint4 quad = *reinterpret_cast<const uint4*>(at + i);
      four.words[i] = quad.x;
      four.words[i + 1] = quad.y;
      four.words[i + 2] = quad.z;
      four.words[i + 3] = quad.w;
    }
  } else {
    for (int i = 0; i < bytes; ++i) four.words[i] = at[i];
  }
  return four;
}

template <int bytes>
__device__ void storeFour(const DevicePlane& plane, std::int64_t x, std::int64_t y,
                          const FourPixels<bytes>& four) {
  auto* at = reinterpret_cast<std::uint32_t*>(plane.bytes + y * plane.pitch + x * bytes);
  if constexpr (bytes % 4 == 0) {
    for (int i = 0; i < bytes; i += 4) {
      *reinterpret_cast<uint4*>(at + i) = {four.words[i], four.words[i + 1], four.words[i + 2],
                                           four.words[i + 3]};
    }
  } else {
    for (int i = 0; i < bytes; ++i) at[i] = four.words[i];
  }
}

/// Four pixels per thread. Completely white groups are not read, since all their bytes are 0xff.
template <int bytes>
__global__ void paintWhite(DevicePlane from, DevicePlane flags, DevicePlane to) {
  const std::int64_t x = 4 * (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (x >= flags.width) return;
  for (std::int64_t y = blockIdx.y; y < flags.height; y += gridDim.y) {
    const std::uint32_t white = unflaggedOf(flags, x, y);
    FourPixels<bytes> four;
    if (white != 15U) four = loadFour<bytes>(from, x, y);
    for (int i = 0; i < bytes; ++i) {
      four.words[i] = white == 15U ? ~0U : four.words[i] | byteMask<bytes>(white, i);
    }
    storeFour<bytes>(to, x, y, four);
  }
}

/// A third of each sample, rounded down; alpha stays. `flip` has all bits set to dim the negative,
/// which lightens.
template <int bytes, class Sample>
__global__ void paintDim(DevicePlane picture, int channels, DevicePlane flags, std::uint32_t flip) {
  const std::int64_t x = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (x >= flags.width) return;
  const int colours = channels % 2 == 0 ? channels - 1 : channels;
  for (std::int64_t y = blockIdx.y; y < flags.height; y += gridDim.y) {
    if (flags.bytes[y * flags.pitch + x] != 0) continue;
    auto* pixel = reinterpret_cast<Sample*>(picture.bytes + y * picture.pitch + x * bytes);
    for (int c = 0; c < colours; ++c) {
      pixel[c] = static_cast<Sample>(static_cast<Sample>(pixel[c] ^ flip) / 3U ^ flip);
    }
  }
}

__global__ void __launch_bounds__(kBlockThreads)
    paintOutline(DevicePlane picture, DevicePlane flags, Reach reach, PixelBytes paint) {
  extern __shared__ std::uint32_t shared[];
  const Gathered gathered = gather<false>(flags, reach, shared);
  if (gathered.wide == nullptr) return;
  const int bytes = picture.bytesPerPixel;
  for (int i = 0; i < kGroupsAThread; ++i) {
    const std::int64_t y = gathered.y(i);
    if (y >= flags.height) return;
    std::uint32_t left = gathered.bits(i);
    if (left != 0) left &= ~flaggedOf(flags, gathered.x(), y);
    for (; left != 0; left &= left - 1) {
      const std::int64_t x = gathered.x() + __ffs(static_cast<int>(left)) - 1;
      if (x >= flags.width) break;
      std::uint8_t* pixel = picture.bytes + y * picture.pitch + x * bytes;
      for (int b = 0; b < bytes; ++b) pixel[b] = paint[b];
    }
  }
}

/// Calls body.operator()<bytes per pixel>().
template <class Body>
void withPixelBytes(PixelFormat format, const Body& body) {
  switch (format.bytesPerPixel()) {
    case 1:
      return body.template operator()<1>();
    case 2:
      return body.template operator()<2>();
    case 3:
      return body.template operator()<3>();
    case 4:
      return body.template operator()<4>();
    case 6:
      return body.template operator()<6>();
    default:
      return body.template operator()<8>();
  }
}

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

void whiteOut(Gpu& gpu, const DevicePlane& from, const DeviceImage& picture,
              const DevicePlane& flags) {
  withPixelBytes(picture.format(), [&]<int bytes>() {
    launch("paintWhite", paintWhite<bytes>,
           dim3(blocksFor(flags.width, 4 * kBlockThreads), rowsOfGrid(flags.height)), kBlockThreads,
           gpu.stream(), from, flags, picture.plane());
  });
}

void dim(Gpu& gpu, const DeviceImage& picture, const DevicePlane& flags, bool lighten) {
  const PixelFormat format = picture.format();
  withPixelBytes(format, [&]<int bytes>() {
    const auto kernel =
        format.depth == Depth::u8 ? paintDim<bytes, std::uint8_t> : paintDim<bytes, std::uint16_t>;
    launch("paintDim", kernel,
           dim3(blocksFor(flags.width, kBlockThreads), rowsOfGrid(flags.height)), kBlockThreads,
           gpu.stream(), picture.plane(), format.channels, flags, lighten ? ~0U : 0U);
  });
}

void outline(Gpu& gpu, const DeviceImage& picture, const DevicePlane& flags, int thickness,
             Colour colour) {
  const Reach reach{thickness, thickness, thickness, thickness};
  launchGather("paintOutline", paintOutline, flags, reach, gpu.stream(), picture.plane(), flags,
               reach, opaqueBytes(picture.format(), colour));
}

}  // namespace

PixelBytes opaqueBytes(PixelFormat format, Colour colour) {
  const mark::Samples samples = mark::opaquePixel(format, colour);
  PixelBytes bytes{};
  static_assert(sizeof bytes == sizeof samples);
  if (format.depth == Depth::u16) {
    std::memcpy(bytes.data(), samples.data(), sizeof bytes);
  } else {
    std::transform(samples.begin(), samples.end(), bytes.begin(),
                   [](std::uint16_t sample) { return static_cast<std::uint8_t>(sample); });
  }
  return bytes;
}

void paintByFlags(Gpu& gpu, const DevicePlane& from, const DeviceImage& picture,
                  const DevicePlane& flags, const MarkOptions& options) {
  switch (options.style) {
    case MarkStyle::outline:
      return outline(gpu, picture, flags, options.thickness, options.colour);
    case MarkStyle::whiteout:
      return whiteOut(gpu, from, picture, flags);
    case MarkStyle::dim:
      return dim(gpu, picture, flags, false);
    case MarkStyle::lighten:
      return dim(gpu, picture, flags, true);
    case MarkStyle::none:
      return;
  }
}

void screenOnDevice(Gpu& gpu, const DevicePlane& scene, PixelFormat format, Colour keep,
                    int tolerance, const DevicePlane& flags) {
  const int unit = format.depth == Depth::u8 ? 1 : 257;
  const Wanted wanted{{keep.red * unit, keep.green * unit, keep.blue * unit}, tolerance};
  const auto kernel = format.depth == Depth::u8 ? screen<std::uint8_t> : screen<std::uint16_t>;
  launch("screen", kernel, dim3(blocksFor(flags.width, kBlockThreads), rowsOfGrid(flags.height)),
         kBlockThreads, gpu.stream(), scene, format.channels, wanted, flags);
}

}  // namespace espy::cuda
