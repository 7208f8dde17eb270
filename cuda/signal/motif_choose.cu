// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Selects the windows that may matter, by their bounds.
#include "cuda/base/launch.cuh"
#include "cuda/signal/motif_window.cuh"

namespace espy::cuda::motif {
namespace {

constexpr int kThreads = 256;

/// Visits the windows in whole warps.
template <class Body>
__device__ void overWindows(std::int64_t places, const Body& body) {
  const std::int64_t all = (places + 31) / 32 * 32;
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < all;
       i += stride) {
    body(i, i < places);
  }
}

__global__ void __launch_bounds__(kThreads)
    countBins(const float* sums, Levels levels, std::int64_t places, Allowance allowed,
              std::uint32_t* bins) {
  __shared__ std::uint32_t own[kBins];
  for (int b = static_cast<int>(threadIdx.x); b < kBins; b += kThreads) own[b] = 0;
  __syncthreads();
  overWindows(places, [&](std::int64_t i, bool there) {
    if (!there) return;
    const float sum = sums[i];
    if (sum <= mostOf(allowed, levels.reaches[i])) {
      atomicAdd(own + binOf(__float_as_uint(sum)), 1U);
    }
  });
  __syncthreads();
  for (int b = static_cast<int>(threadIdx.x); b < kBins; b += kThreads) {
    if (own[b] > 0) atomicAdd(bins + b, own[b]);
  }
}

__global__ void __launch_bounds__(kThreads)
    chooseWindows(const float* sums, Levels levels, std::int64_t places, Allowance allowed,
                  std::uint32_t first, std::uint32_t last, AppendList<std::uint32_t> chosen) {
  overWindows(places, [&](std::int64_t i, bool there) {
    bool want = false;
    if (there) {
      const float sum = sums[i];
      const std::uint32_t bin = binOf(__float_as_uint(sum));
      want = bin >= first && bin <= last && sum <= mostOf(allowed, levels.reaches[i]);
    }
    const std::uint32_t at = grow(chosen.count, want);
    if (want) chosen.entries[at] = static_cast<std::uint32_t>(i);
  });
}

__global__ void __launch_bounds__(kThreads)
    takeWindows(const float* sums, Levels levels, std::int64_t places, Allowance allowed,
                AppendList<Found> found) {
  overWindows(places, [&](std::int64_t i, bool there) {
    take(found, allowed, static_cast<std::uint32_t>(i), there ? sums[i] : 0.0F,
         there ? levels.reaches[i] : 0.0F, there);
  });
}

dim3 gridFor(std::int64_t places) {
  return std::min(blocksFor(places, kThreads), 4096U);
}

}  // namespace

void queueBins(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, std::uint32_t* bins, const Stream& stream) {
  launch("countBins", countBins, std::min(blocksFor(places, kThreads), 1024U), kThreads, stream,
         sums, levels, places, allowed, bins);
}

void queueChoose(const float* sums, const Levels& levels, std::int64_t places,
                 const Allowance& allowed, std::uint32_t first, std::uint32_t last,
                 const AppendList<std::uint32_t>& chosen, const Stream& stream) {
  launch("chooseWindows", chooseWindows, gridFor(places), kThreads, stream, sums, levels, places,
         allowed, first, last, chosen);
}

void queueTake(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, const AppendList<Found>& found, const Stream& stream) {
  launch("takeWindows", takeWindows, gridFor(places), kThreads, stream, sums, levels, places,
         allowed, found);
}

}  // namespace espy::cuda::motif
