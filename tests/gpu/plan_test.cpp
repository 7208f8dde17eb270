// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Planned shared memory in a kernel.
#include "gpu/on_gpu.h"
#include "gpu/plan_kernels.h"

namespace espy::test {
namespace {

class SharedMemoryPlan : public OnGpu {};

TEST_F(SharedMemoryPlan, WhatHasDiedIsOverwrittenIfWanted) {
  Timeline unheard;
  const cuda::GpuLease gpu(unheard);
  for (const unsigned char byte : deadBuffer(gpu->stream(), true)) EXPECT_EQ(byte, 0xff);
  for (const unsigned char byte : deadBuffer(gpu->stream(), false)) EXPECT_EQ(byte, 7);
}

}  // namespace
}  // namespace espy::test
