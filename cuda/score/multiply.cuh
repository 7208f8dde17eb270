// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy::cuda {

#if __CUDA_ARCH__ >= 800
/// 16 rows of 32 bytes, distributed over a warp.
using Fragment = std::uint32_t[4];

/// Adds the products of 16 rows and 8 columns, unsigned times signed bytes.
__device__ inline void multiply(int (&sums)[4], const Fragment& a, uint2 b) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
}
#endif

}  // namespace espy::cuda
