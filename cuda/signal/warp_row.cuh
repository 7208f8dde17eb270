// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

namespace espy::cuda::warp {

/// What stands in the place of samples beside a row: no path that counts meets it, since its square
/// is infinite, and where it meets itself it costs nothing.
inline constexpr float kBeside = 1e30F;

/// The least of three sums. They are not negative, so that their bits are in order as whole numbers
/// are, of which newer cards take the least of three at once.
__device__ __forceinline__ float least(float a, float b, float c) {
  return __int_as_float(min(min(__float_as_int(a), __float_as_int(b)), __float_as_int(c)));
}

__device__ __forceinline__ float never() {
  return __int_as_float(0x7f800000);
}

/// What the cells at the ends of a row have more: nothing, or infinitely much where the band is
/// narrower than the row. Cell k and that as far from the other end have `more[k]`.
template <int kEdge>
struct Edge {
  float more[kEdge];
};
template <>
struct Edge<0> {};

/// A row of the table, as far as it lies in the band: cell k is in column `row - kBand + k`. So a
/// cell's neighbour above it on the diagonal is the one that has its own number, and the whole row
/// is renewed in place.
template <int kBand, int kEdge = 0>
struct Row {
  static constexpr int kCells = 2 * kBand + 1;
  float sums[kCells];

  /// As it is before the first row.
  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int k = 0; k < kCells; ++k) sums[k] = never();
    sums[kBand] = 0;
  }

  /// Goes down by kRows rows, each of which is two cells behind the one above it, so that many
  /// cells wait for nobody. `samples` are the rows', `columns` those of the columns of the first
  /// row and as many more as there are rows.
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
