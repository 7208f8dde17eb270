// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/card_kernels.h"
#include "cuda/base/launch.cuh"

namespace espy::bench {
namespace {

__global__ void hold(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

}  // namespace

void holdCard(const cuda::Stream& stream, int microseconds) {
  constexpr long long kCyclesAMicrosecond = 1800;
  cuda::launch("hold", hold, 1, 1, stream, kCyclesAMicrosecond * microseconds);
}

}  // namespace espy::bench
