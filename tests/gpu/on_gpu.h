// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"

namespace espy::test {

/// Fixture of tests that need a GPU; without one they are skipped, with the reason.
class OnGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    static const cuda::Availability device = cuda::findDevices().front();
    if (!device.available) GTEST_SKIP() << "no graphics card to test on: " << device.detail.text();
  }
  void TearDown() override {
    cuda::limitDeviceBlocks(0);
    for (const auto kind : {cuda::Call::allocation, cuda::Call::launch, cuda::Call::other}) {
      cuda::planFault(kind, 0, cudaSuccess);
    }
    cuda::makeDeviceUsable();
  }
};

}  // namespace espy::test
