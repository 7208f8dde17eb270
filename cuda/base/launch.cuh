// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/base/stream.h"

namespace espy::cuda {

/// Threads of a block, where nothing else is said.
inline constexpr int kBlockThreads = 256;

inline unsigned blocksFor(std::int64_t items, std::int64_t perBlock) {
  return static_cast<unsigned>(std::max<std::int64_t>(1, (items + perBlock - 1) / perBlock));
}

/// A grid's y and z count to 65535; kernels go on from there in strides of gridDim.
inline unsigned rowsOfGrid(std::int64_t rows) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(rows, 1, 65535));
}

/// Queues a kernel; `name` is for the error's sentence.
template <class... Parameters, class... Arguments>
void launch(const char* name, void (*kernel)(Parameters...), dim3 grid, dim3 block,
            const Stream& stream, const Arguments&... arguments) {
  call(
      name,
      [&] {
        kernel<<<grid, block, 0, stream.get()>>>(static_cast<Parameters>(arguments)...);
        return cudaGetLastError();
      },
      Call::launch);
}

}  // namespace espy::cuda
