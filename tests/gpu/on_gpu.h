// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "support/thrown_errors.h"

namespace espy::test {

/// Fixture of tests that need a GPU; without one they are skipped, with the reason.
class OnGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    static const cuda::Availability device = cuda::findDevices().front();
    if (!device.available) GTEST_SKIP() << "no GPU to test on: " << device.detail.text();
  }
  void TearDown() override {
    cuda::limitDeviceBlocks(0);
    for (const auto kind : {cuda::Call::allocation, cuda::Call::launch, cuda::Call::other}) {
      cuda::planFault(kind, 0, cudaSuccess);
    }
    cuda::makeDeviceUsable();
  }

  /// Lets the nth call of each kind fail, for every n below `calls`. Expects that check(), which
  /// searches, holds or fails with an error of the device, and holds afterwards; `forget` frees
  /// what would make a search call less.
  template <class Forget, class Check>
  static void expectFaultsAreForgotten(std::int64_t calls, const Forget& forget,
                                       const Check& check) {
    for (const auto kind : {cuda::Call::allocation, cuda::Call::launch, cuda::Call::other}) {
      for (std::int64_t nth = 1; nth < calls; ++nth) {
        SCOPED_TRACE(nth);
        forget();
        cuda::pool(cuda::MemoryKind::device).trim();
        cuda::picturePool().trim();
        cuda::planFault(
            kind, nth,
            kind == cuda::Call::allocation ? cudaErrorMemoryAllocation : cudaErrorLaunchFailure);
        const std::optional<ErrorCode> code = codeOf(check);
        EXPECT_TRUE(!code || *code == ErrorCode::device);
        cuda::planFault(kind, 0, cudaSuccess);
        cuda::makeDeviceUsable();
        check();
      }
    }
  }
};

}  // namespace espy::test
