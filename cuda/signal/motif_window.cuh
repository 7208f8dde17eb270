// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/signal/motif_kernels.h"

/// Limits by a window's reach, and appending to lists.
namespace espy::cuda::motif {

/// The largest sum that may matter: NaN for a window that never does.
__device__ __forceinline__ float mostOf(const Allowance& allowed, float reach) {
  const float most = allowed.most + allowed.slack * reach;
  return (allowed.squared ? most * most : most) * allowed.growth;
}

/// Warp-aggregated allocation for the threads that `want` an entry.
__device__ __forceinline__ std::uint32_t grow(std::uint32_t* count, bool want) {
  const unsigned wanting = __ballot_sync(~0U, want);
  const unsigned lane = threadIdx.x % 32;
  std::uint32_t first = 0;
  if (lane == 0 && wanting != 0) {
    first = atomicAdd(count, static_cast<std::uint32_t>(__popc(wanting)));
  }
  first = __shfl_sync(~0U, first, 0);
  return first + static_cast<std::uint32_t>(__popc(wanting & ((1U << lane) - 1)));
}

/// Appends the window if its sum may matter. Called by whole warps.
__device__ __forceinline__ void take(const AppendList<Found>& found, const Allowance& allowed,
                                     std::uint32_t place, float sum, float reach, bool there) {
  if (isinf(reach)) sum = 0;
  const bool want = there && sum <= mostOf(allowed, reach);
  const std::uint32_t at = grow(found.count, want);
  if (want) found.entries[at] = {place, sum, reach};
}

}  // namespace espy::cuda::motif
