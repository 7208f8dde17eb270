// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/base/stream.h"

namespace espy::cuda {

/// Default number of threads per block.
inline constexpr int kBlockThreads = 256;

inline unsigned blocksFor(std::int64_t items, std::int64_t perBlock) {
  return static_cast<unsigned>(std::max<std::int64_t>(1, (items + perBlock - 1) / perBlock));
}

/// Limit of a grid's y and z; kernels continue in a grid-stride loop.
inline unsigned rowsOfGrid(std::int64_t rows) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(rows, 1, 65535));
}

/// Lets blocks of `kernel` have `bytes` of dynamic shared memory.
template <class Kernel>
void allowShared(Kernel* kernel, std::size_t bytes) {
  constexpr std::size_t kAlwaysAllowed = std::size_t{48} << 10;
  if (bytes <= kAlwaysAllowed) return;
  call("cudaFuncSetAttribute", [&] {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(bytes));
  });
}

/// Launches a kernel with `bytes` of dynamic shared memory per block; `name` appears in error
/// messages.
template <class... Parameters, class... Arguments>
void launchShared(const char* name, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                  std::size_t bytes, const Stream& stream, const Arguments&... arguments) {
  allowShared(kernel, bytes);
  call(
      name,
      [&] {
        kernel<<<grid, block, bytes, stream.get()>>>(static_cast<Parameters>(arguments)...);
        return cudaGetLastError();
      },
      Call::launch);
}

/// The same without dynamic shared memory.
template <class... Parameters, class... Arguments>
void launch(const char* name, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            const Stream& stream, const Arguments&... arguments) {
  launchShared(name, kernel, grid, block, 0, stream, arguments...);
}

}  // namespace espy::cuda
