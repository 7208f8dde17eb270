// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

namespace espy::cuda::warp {

/// Padding beside a row: its square is infinite, so no finite path meets it, and against itself it
/// costs nothing.
inline constexpr float kPadding = 1e30F;

/// The minimum of three sums, by their bits: they are not negative, and newer GPUs have an integer
/// minimum of three.
__device__ __forceinline__ float least(float a, float b, float c) {
  return __int_as_float(min(min(__float_as_int(a), __float_as_int(b)), __float_as_int(c)));
}

__device__ __forceinline__ float never() {
  return __int_as_float(0x7f800000);
}

/// Additions at the ends of a row: 0, or infinity if the band is narrower than the row. Cell k and
/// its mirror image have `more[k]`.
template <int kEdge>
struct Edge {
  float more[kEdge];
};
template <>
struct Edge<0> {};

/// A row of the banded table: cell k is in column `row - kBand + k`. A cell's diagonal neighbour
/// has the same index, so the row is updated in place.
template <int kBand, int kEdge = 0>
struct Row {
  static constexpr int kCells = 2 * kBand + 1;
  float sums[kCells];

  /// The state before the first row.
  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int k = 0; k < kCells; ++k) sums[k] = never();
    sums[kBand] = 0;
  }

  /// Advances by kRows rows as a wavefront, each two cells behind the one above, for
  /// instruction-level parallelism. `samples` are the rows', `columns` those of the first row's
  /// columns and kRows more.
  template <int kRows>
  __device__ __forceinline__ void descend(const float (&samples)[kRows], const float4* columns,
                                          const Edge<kEdge>& edge) {
    constexpr int kColumns = (kCells + kRows - 1 + 3) / 4 * 4;
    float column[kColumns];
#pragma unroll
    for (int j = 0; j < kColumns; j += 4) {
      const float4 four = columns[j / 4];
      column[j] = four.x;
      column[j + 1] = four.y;
      column[j + 2] = four.z;
      column[j + 3] = four.w;
    }
#pragma unroll
    for (int step = 0; step < kCells + 2 * (kRows - 1); ++step) {
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        const int k = step - 2 * r;
        if (k < 0 || k >= kCells) continue;
        const float up = k + 1 < kCells ? sums[k + 1] : never();
        const float left = k > 0 ? sums[k - 1] : never();
        const float apart = samples[r] - column[k + r];
        sums[k] = fmaf(apart, apart, least(sums[k], up, left));
        if constexpr (kEdge > 0) {
          const int end = k < kCells / 2 ? k : kCells - 1 - k;
          if (end < kEdge) sums[k] += edge.more[end];
        }
      }
    }
  }

  __device__ __forceinline__ float smallest() const {
    float found = sums[0];
#pragma unroll
    for (int k = 1; k + 1 < kCells; k += 2) found = least(found, sums[k], sums[k + 1]);
    return found;
  }
};

}  // namespace espy::cuda::warp
