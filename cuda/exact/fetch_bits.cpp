// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/exact/fetch_bits.h"

#include <algorithm>

#include "base/parallel.h"
#include "cuda/base/memory.h"

namespace espy::cuda {

void fetchBits(Gpu& gpu, const std::uint32_t* words, std::int64_t rowWords, std::int64_t skip,
               const BitRowsOfMatches& rows, const Control& control, exact::MatchBits& bits) {
  // `store` reads `skip` bits and a word ahead.
  const std::int64_t spare = skip / 64 + 2;
  const PinnedBuffer<std::uint64_t> host(
      static_cast<std::size_t>(rowWords / 2 * rows.count + spare));
  gpu.stream().copy(host.data(), words,
                    static_cast<std::size_t>(rowWords * rows.count) * sizeof(std::uint32_t));
  gpu.stream().wait();
  constexpr std::int64_t kRowsPerTask = 64;
  const std::int64_t tasks = (rows.count + kRowsPerTask - 1) / kRowsPerTask;
  parallelFor(tasks, threadsFor(control), {0, control.stop, {}}, [&](std::int64_t task, int) {
    const std::int64_t end = std::min(rows.count, (task + 1) * kRowsPerTask);
    for (std::int64_t y = task * kRowsPerTask; y < end; ++y) {
      bits.store(0, rows.first + y, bits.starts().width, host.data() + y * rowWords / 2, skip);
    }
  });
}

}  // namespace espy::cuda
