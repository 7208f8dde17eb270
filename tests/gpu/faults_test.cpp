// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Searches during which the GPU fails.
#include <memory>

#include "cuda/base/resident.h"
#include "cuda/exact/engines.h"
#include "cuda/mark/engines.h"
#include "differential/find_cases.h"
#include "gpu/on_gpu.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

/// A case large enough for several launches and allocations.
FindCase ordinaryCase(Kind kind) {
  CaseSeed seed;
  seed.kind = static_cast<int>(kind);
  seed.width = 500;
  seed.height = 300;
  seed.needleWidth = 12;
  seed.needleHeight = 10;
  seed.needles = 3;
  seed.detail = 77;
  return makeCase(seed);
}

class Faults : public OnGpu {
 protected:
  static std::vector<std::vector<Place>> wanted(const FindCase& findCase) {
    RunReport report;
    const Registry registry = makeRegistry();
    return registry.get<FindExact>("reference")(findCase.scene, findCase.needles, findCase.options,
                                                {}, report);
  }
  static std::vector<std::vector<Place>> search(const FindCase& findCase) {
    RunReport report;
    return cuda::findExact(findCase.scene, findCase.needles, findCase.options, {}, report);
  }
};

TEST_F(Faults, MemoryThatIsShortOnceChangesNoAnswer) {
  for (const Kind kind : {Kind::noise, Kind::flat, Kind::tiled}) {
    const FindCase findCase = ordinaryCase(kind);
    const auto answer = wanted(findCase);
    for (std::int64_t nth = 1; nth <= 12; ++nth) {
      cuda::pool(cuda::MemoryKind::device).trim();
      cuda::planFault(cuda::Call::allocation, nth, cudaErrorMemoryAllocation);
      EXPECT_EQ(search(findCase), answer) << nth;
      cuda::planFault(cuda::Call::allocation, 0, cudaSuccess);
    }
  }
}

TEST_F(Faults, LittleMemoryMeansMoreBandsAndTheSameAnswer) {
  for (const Kind kind : {Kind::noise, Kind::flat, Kind::stripes, Kind::gradient}) {
    const FindCase findCase = ordinaryCase(kind);
    const auto answer = wanted(findCase);
    for (const std::size_t limit : {std::size_t{8} << 20, std::size_t{7} << 20}) {
      cuda::limitDeviceBlocks(limit);
      EXPECT_EQ(search(findCase), answer) << limit;
      RunReport report;
      EXPECT_EQ(cuda::findByPasses(findCase.scene, findCase.needles, findCase.options, {}, report),
                answer);
    }
    for (const std::size_t limit : {std::size_t{256} << 10, std::size_t{64} << 10}) {
      cuda::limitDeviceBlocks(limit);
      RunReport report;
      EXPECT_EQ(cuda::findByPasses(findCase.scene, findCase.needles, findCase.options, {}, report),
                answer)
          << limit;
    }
  }
}

TEST_F(Faults, NoMemoryAtAllIsReported) {
  const FindCase findCase = ordinaryCase(Kind::noise);
  cuda::limitDeviceBlocks(1);
  EXPECT_EQ(codeOf([&] { search(findCase); }), ErrorCode::device);
  cuda::limitDeviceBlocks(0);
  EXPECT_EQ(search(findCase), wanted(findCase));
}

TEST_F(Faults, AnyLaunchThatFailsIsAnErrorAndTheNextSearchIsSound) {
  for (const Kind kind : {Kind::noise, Kind::flat}) {
    const FindCase findCase = ordinaryCase(kind);
    const auto answer = wanted(findCase);
    int failures = 0;
    for (std::int64_t nth = 1; nth <= 10; ++nth) {
      cuda::planFault(cuda::Call::launch, nth, cudaErrorLaunchOutOfResources);
      try {
        EXPECT_EQ(search(findCase), answer);  // there were fewer launches
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device);
        ++failures;
      }
      cuda::planFault(cuda::Call::launch, 0, cudaSuccess);
      EXPECT_FALSE(cuda::deviceLost());
      EXPECT_EQ(search(findCase), answer) << nth;
    }
    EXPECT_GE(failures, 2);
  }
}

TEST_F(Faults, ALostDeviceIsNotTouchedAgain) {
  const FindCase findCase = ordinaryCase(Kind::noise);
  search(findCase);  // creates the context
  cuda::planFault(cuda::Call::launch, 2, cudaErrorIllegalAddress);
  EXPECT_THROW(search(findCase), Error);
  EXPECT_TRUE(cuda::deviceLost());
  const std::int64_t before = cuda::callsMade();
  EXPECT_THROW(search(findCase), Error);
  EXPECT_EQ(cuda::callsMade(), before);
  cuda::makeDeviceUsable();
  EXPECT_EQ(search(findCase), wanted(findCase));
}

TEST_F(Faults, APictureWithoutMemoryIsNotKept) {
  const Image picture({2000, 2000}, {4, Depth::u8});
  cuda::limitDeviceBlocks(1 << 20);
  Timeline unheard;
  EXPECT_THROW(cuda::keepPicture(picture, {}, unheard), cuda::OutOfDeviceMemory);
}

TEST_F(Faults, SearchesStopOnRequest) {
  for (const Kind kind : {Kind::noise, Kind::flat}) {
    const FindCase findCase = ordinaryCase(kind);
    RunReport report;
    EXPECT_EQ(codeOf([&] {
                cuda::findExact(findCase.scene, findCase.needles, findCase.options,
                                stoppedControl(), report);
              }),
              ErrorCode::cancelled);
  }
}

}  // namespace
}  // namespace espy::test
