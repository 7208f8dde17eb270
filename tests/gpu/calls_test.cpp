// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Failing calls; no GPU is needed.
#include "cuda/base/calls.h"

#include <gtest/gtest.h>

#include <string>

#include "cuda/base/memory.h"

namespace espy::cuda {
namespace {

class Calls : public ::testing::Test {
 protected:
  void TearDown() override {
    for (const Call kind : {Call::allocation, Call::launch, Call::other}) {
      planFault(kind, 0, cudaSuccess);
    }
    makeDeviceUsable();
  }
};

cudaError_t succeed() {
  return cudaSuccess;
}

TEST_F(Calls, SayWhichCallFailedAndHow) {
  try {
    call("cudaFrobnicate", [] { return cudaErrorInvalidValue; });
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::device);
    EXPECT_NE(std::string(error.what()).find("cudaFrobnicate"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("cudaErrorInvalidValue"), std::string::npos);
  }
  EXPECT_FALSE(deviceLost());
}

TEST_F(Calls, MemoryThatIsShortIsAnErrorOfItsOwn) {
  EXPECT_THROW(call("cudaMalloc", [] { return cudaErrorMemoryAllocation; }), OutOfDeviceMemory);
  EXPECT_FALSE(deviceLost());
  EXPECT_NO_THROW(call("next", succeed));
}

TEST_F(Calls, APlannedFaultComesAtItsTurnAndOnce) {
  planFault(Call::launch, 2, cudaErrorInvalidConfiguration);
  EXPECT_NO_THROW(call("first", succeed, Call::launch));
  EXPECT_NO_THROW(call("of another kind", succeed, Call::other));
  EXPECT_THROW(call("second", succeed, Call::launch), Error);
  EXPECT_NO_THROW(call("third", succeed, Call::launch));
}

TEST_F(Calls, AfterAStickyErrorNoFurtherCallIsMade) {
  for (const cudaError_t sticky : {cudaErrorIllegalAddress, cudaErrorLaunchTimeout,
                                   cudaErrorLaunchFailure, cudaErrorECCUncorrectable}) {
    planFault(Call::other, 1, sticky);
    EXPECT_THROW(call("fails", succeed), Error);
    EXPECT_TRUE(deviceLost());
    const std::int64_t before = callsMade();
    bool called = false;
    const auto note = [&] {
      called = true;
      return cudaSuccess;
    };
    EXPECT_THROW(call("next", note), Error);
    EXPECT_THROW(call("launch", note, Call::launch), Error);
    callQuietly(note);
    EXPECT_FALSE(called);
    EXPECT_EQ(callsMade(), before);
    makeDeviceUsable();
  }
}

TEST_F(Calls, DestructorsKeepErrorsToThemselves) {
  EXPECT_NO_THROW(callQuietly([] { return cudaErrorInvalidValue; }));
}

TEST_F(Calls, APoolTriesOnceMoreBeforeItReportsNoMemory) {
  // The first attempt fails; whether the second one succeeds depends on the GPU: the test checks
  // that it is made.
  planFault(Call::allocation, 1, cudaErrorMemoryAllocation);
  MemoryPool pool(MemoryKind::device);
  const std::int64_t before = callsMade();
  std::size_t capacity = 0;
  try {
    void* memory = pool.take(1000, capacity);
    EXPECT_NE(memory, nullptr);
    pool.giveBack(memory, capacity);
  } catch (const Error&) {  // without a GPU
  }
  EXPECT_GT(callsMade(), before);
}

}  // namespace
}  // namespace espy::cuda
