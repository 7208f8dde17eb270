// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/barrier.cuh"

/// Hopper's warp-group matrix instructions (wgmma).
namespace espy::cuda {

inline constexpr int kGroupThreads = 128;  ///< of a warp group
inline constexpr int kSums = 64;           ///< per thread: two rows, 32 of 128 columns each

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/// Matrix descriptor of rows of 128 bytes, swizzled, at a shared memory address.
__device__ inline std::uint64_t rowsAt(Address address) {
  constexpr std::uint64_t kEightRows = 1024 >> 4;
  constexpr std::uint64_t kSwizzled = std::uint64_t{1} << 62;
  return (address & 0x3ffff) >> 4 | std::uint64_t{1} << 16 | kEightRows << 32 | kSwizzled;
}

// Operands of inline assembly: names of sums, and the sums from `first` on.
#define ESPY_NAMES_16 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15"
#define ESPY_NAMES_32                                                             \
  ESPY_NAMES_16                                                                   \
  ", %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, " \
  "%31"
#define ESPY_NAMES_48                                                             \
  ESPY_NAMES_32                                                                   \
  ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, " \
  "%47"
#define ESPY_NAMES_64                                                             \
  ESPY_NAMES_48                                                                   \
  ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, " \
  "%63"
#define ESPY_SUMS_4(first) \
  "+r"(sums[first]), "+r"(sums[first + 1]), "+r"(sums[first + 2]), "+r"(sums[first + 3])
#define ESPY_SUMS_16(first) \
  ESPY_SUMS_4(first), ESPY_SUMS_4(first + 4), ESPY_SUMS_4(first + 8), ESPY_SUMS_4(first + 12)
#define ESPY_SUMS_32(first) ESPY_SUMS_16(first), ESPY_SUMS_16(first + 16)
#define ESPY_SUMS_48(first) ESPY_SUMS_32(first), ESPY_SUMS_16(first + 32)
#define ESPY_SUMS_64(first) ESPY_SUMS_48(first), ESPY_SUMS_16(first + 48)

/// sums = (add ? sums : 0) + a * b for 64 rows at `a` and 128 rows at `b`, 32 bytes of each.
/// Asynchronous; wait with `awaitSums`.
__device__ inline void multiply(int (&sums)[kSums], std::uint64_t a, std::uint64_t b, int add) {
  asm volatile(
      "{\n"
      ".reg .pred adds;\n"
      "setp.ne.b32 adds, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k32.s32.u8.u8 {" ESPY_NAMES_64
      "}, %64, %65, adds;\n"
      "}"
      : ESPY_SUMS_64(0)
      : "l"(a), "l"(b), "r"(add));
}

/// Adds products of rows in registers and signed bytes at `b` to the first kColumns columns: 32,
/// 64, 96 or 128.
template <int kColumns>
__device__ inline void multiplyColumns(int (&sums)[kSums], const std::uint32_t (&a)[4],
                                       std::uint64_t b) {
#define ESPY_MULTIPLY(columns, names, list, a0, a1, a2, a3, at)                                 \
  if constexpr (kColumns == columns) {                                                          \
    asm volatile("wgmma.mma_async.sync.aligned.m64n" #columns "k32.s32.u8.s8 {" names "}, {" a0 \
                 ", " a1 ", " a2 ", " a3 "}, " at ", 1;"                                        \
                 : list(0)                                                                      \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));                         \
  }
  ESPY_MULTIPLY(32, ESPY_NAMES_16, ESPY_SUMS_16, "%16", "%17", "%18", "%19", "%20")
  ESPY_MULTIPLY(64, ESPY_NAMES_32, ESPY_SUMS_32, "%32", "%33", "%34", "%35", "%36")
  ESPY_MULTIPLY(96, ESPY_NAMES_48, ESPY_SUMS_48, "%48", "%49", "%50", "%51", "%52")
  ESPY_MULTIPLY(128, ESPY_NAMES_64, ESPY_SUMS_64, "%64", "%65", "%66", "%67", "%68")
#undef ESPY_MULTIPLY
}

/// Waits until at most `kLater` later groups are pending. Keeps the compiler from reading the sums
/// before; by index, since it does not unroll a loop over references, and keeps the sums in memory.
template <int kLater>
__device__ inline void awaitSums(int (&sums)[kSums]) {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLater) : "memory");
#pragma unroll
  for (int i = 0; i < kSums; ++i) asm volatile("" : "+r"(sums[i])::"memory");
}

/// Open and close a group of products.
__device__ inline void beginProducts() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void endProducts() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
#undef ESPY_NAMES_16
#undef ESPY_NAMES_32
#undef ESPY_NAMES_48
#undef ESPY_NAMES_64
#undef ESPY_SUMS_4
#undef ESPY_SUMS_16
#undef ESPY_SUMS_32
#undef ESPY_SUMS_48
#undef ESPY_SUMS_64
#endif

}  // namespace espy::cuda
