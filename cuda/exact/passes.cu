// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/exact/passes.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/parallel.h"
#include "cuda/base/gather.cuh"
#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "cuda/exact/compare.cuh"
#include "cuda/exact/needle_pack.h"
#include "espy/engine/find.h"

namespace espy::cuda {
namespace {

/// Pixels and rows per thread; all are loaded first.
constexpr int kPixelsOfPass1 = 4;
constexpr int kRowsOfPass1 = 4;

template <Compare how>
__device__ bool windowLies(const DevicePlane& scene, const DeviceNeedles& needles, std::int64_t x,
                           std::int64_t y) {
  const DeviceNeedle needle = needles.needles[0];
  const std::uint32_t* value = needles.words + needle.values;
  const std::uint32_t* second = needles.words + needle.seconds;
  for (std::uint32_t row = 0; row < needle.height; ++row) {
    WordReader reader(pixelAt(scene, x, y + row));
    for (std::uint32_t i = 0; i < needle.rowWords; ++i) {
      if (differs<how>(reader.next(), *value++, second[i])) return false;
    }
    second += needle.secondStride;
  }
  return true;
}

/// `value` and `second` are the needle's first word, which rejects most positions; `starts`: number
/// of positions; pixels outside get 0.
template <Compare how>
__global__ void __launch_bounds__(kBlockThreads)
    pass1(DevicePlane scene, DeviceNeedles needles, std::uint32_t value, std::uint32_t second,
          Size starts, std::int64_t firstRow, std::int64_t rows, DevicePlane flags) {
  const std::int64_t left = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * kPixelsOfPass1;
  if (left >= scene.width) return;
  std::uint32_t first[kRowsOfPass1][kPixelsOfPass1];
  const std::int64_t top = std::int64_t{blockIdx.y} * kRowsOfPass1;
  for (std::int64_t row = top; row < rows; row += std::int64_t{gridDim.y} * kRowsOfPass1) {
#pragma unroll
    for (int r = 0; r < kRowsOfPass1; ++r) {
      firstWordsAt(scene, left, firstRow + min(row + r, rows - 1), first[r]);
    }
#pragma unroll
    for (int r = 0; r < kRowsOfPass1; ++r) {
      if (row + r >= rows) break;
      const std::int64_t y = firstRow + row + r;
      std::uint32_t four = 0;
#pragma unroll
      for (int i = 0; i < kPixelsOfPass1; ++i) {
        if (differs<how>(first[r][i], value, second)) continue;
        if (left + i >= starts.width || y >= starts.height) continue;
        if (windowLies<how>(scene, needles, left + i, y)) {
          four |= std::uint32_t{kFlagBase} << (8 * i);
        }
      }
      *reinterpret_cast<std::uint32_t*>(flags.bytes + y * flags.pitch + left) = four;
    }
  }
}

/// A needle's first four bytes, as they are compared.
struct FirstWord {
  std::uint32_t value = 0;
  std::uint32_t second = 0;
};

FirstWord firstWordOf(const exact::Pattern& pattern) {
  const auto bytes = static_cast<std::size_t>(std::min<std::int64_t>(4, pattern.rowBytes));
  FirstWord word;
  std::memcpy(&word.value, pattern.low.data(), bytes);
  if (pattern.ranged) {
    word.second = ~0U;
    std::memcpy(&word.second, pattern.high.data(), bytes);
  } else if (pattern.care.empty()) {
    std::memset(&word.second, 0xff, bytes);
  } else {
    std::memcpy(&word.second, pattern.care.data(), bytes);
  }
  return word;
}

__global__ void packBases(DevicePlane flags, std::int64_t rowWords, std::int64_t rows,
                          std::uint32_t* bits) {
  const std::int64_t word = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (word >= rowWords) return;
  for (std::int64_t y = blockIdx.y; y < rows; y += gridDim.y) {
    const std::int64_t x = word * 32;
    const bool inside = x < flags.width;
    const FlagWords own = inside ? loadFlags(flags.bytes + y * flags.pitch + x) : FlagWords{};
    bits[y * rowWords + word] = bitsOf<true>(own, inside ? flags.width - x : 0);
  }
}

}  // namespace

BaseFlagger::BaseFlagger(Gpu& gpu, const exact::Pattern& pattern)
    : gpu_(gpu), pattern_(&pattern), pack_({&pattern_, 1}, nullptr) {
  pack_.send(gpu.stream());
}

void BaseFlagger::flag(const DevicePlane& scene, const DevicePlane& flags,
                       const Control& control) const {
  const exact::Pattern& pattern = *pattern_;
  const FirstWord word = firstWordOf(pattern);
  const auto kernel = !pattern.ranged                     ? pass1<Compare::masked>
                      : pattern.format.depth == Depth::u8 ? pass1<Compare::range8>
                                                          : pass1<Compare::range16>;
  const Size starts{scene.width - pattern.size.width + 1, scene.height - pattern.size.height + 1};
  // One launch, unless late mismatches could make it too long for a desktop's watchdog.
  const double wordsARow = static_cast<double>(scene.width) *
                           static_cast<double>((pattern.rowBytes + 3) / 4 * pattern.size.height);
  const double wordsEach = static_cast<double>(gpu_.multiprocessors()) * (1 << 27);
  const auto atOnce = static_cast<std::int64_t>(std::max(1.0, wordsEach / wordsARow));
  for (std::int64_t first = 0; first < scene.height; first += atOnce) {
    if (first > 0) gpu_.stream().wait();
    control.check();
    const std::int64_t rows = std::min(atOnce, scene.height - first);
    launch("pass1", kernel,
           dim3(blocksFor(scene.width, kBlockThreads * kPixelsOfPass1),
                rowsOfGrid((rows + kRowsOfPass1 - 1) / kRowsOfPass1)),
           kBlockThreads, gpu_.stream(), scene, pack_.onDevice(), word.value, word.second, starts,
           first, rows, flags);
  }
}

void fetchBases(const Gpu& gpu, const DevicePlane& flags, const Control& control,
                exact::MatchBits& bits) {
  const std::int64_t rows = bits.starts().height;
  const std::int64_t rowWords = (flags.width + 63) / 64 * 2;
  const DeviceBuffer<std::uint32_t> packed(static_cast<std::size_t>(rowWords * rows));
  launch("packBases", packBases, dim3(blocksFor(rowWords, 64), rowsOfGrid(rows)), 64, gpu.stream(),
         flags, rowWords, rows, packed.data());
  // `store` reads a word ahead.
  const PinnedBuffer<std::uint64_t> host(static_cast<std::size_t>(rowWords / 2 * rows + 1));
  gpu.stream().copy(host.data(), packed.data(), packed.bytes());
  gpu.stream().wait();
  constexpr std::int64_t kRowsPerTask = 64;
  const std::int64_t tasks = (rows + kRowsPerTask - 1) / kRowsPerTask;
  parallelFor(tasks, threadsFor(control), {0, control.stop, {}}, [&](std::int64_t task, int) {
    const std::int64_t end = std::min(rows, (task + 1) * kRowsPerTask);
    for (std::int64_t y = task * kRowsPerTask; y < end; ++y) {
      bits.store(0, y, bits.starts().width, host.data() + y * rowWords / 2, 0);
    }
  });
}

}  // namespace espy::cuda
