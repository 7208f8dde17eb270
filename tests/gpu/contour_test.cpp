// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Interval dynamic programming on the GPU against the reference, to the last bit.
#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "contour/interval.h"
#include "cuda/contour/engines.h"
#include "cuda/contour/layout.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "gpu/on_gpu.h"
#include "support/random_intervals.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

class GpuContour : public OnGpu {
 protected:
  template <class Number>
  static void expectEqual(const IntervalTable<Number>& found,
                          const IntervalTable<Number>& expected) {
    ASSERT_EQ(found.points(), expected.points());
    for (std::int64_t i = 0; i < found.points(); ++i) {
      for (std::int64_t j = i + 1; j < found.points(); ++j) {
        ASSERT_EQ(found.at(i, j), expected.at(i, j))
            << i << " to " << j << " of " << found.points() << " points";
      }
    }
  }

  template <class Number>
  static void smallTablesEqualTheReference() {
    Random random(3);
    for (int turn = 0; turn < 200; ++turn) {
      const std::int64_t n = 1 + (turn < 100 ? turn : random.below(300));
      const IntervalTask<Number> task = anyTask<Number>(n, random);
      expectEqual(cuda::fillIntervalsOnGpu(task, {}), contour::fillByReference(task));
      if (HasFatalFailure()) return;
    }
  }

  /// Tables of many tiles, whose late diagonals are shared among blocks.
  template <class Number>
  static void largeTablesEqualTheProcessors() {
    Random random(4);
    for (const std::int64_t n : {700, 1537, 4000}) {
      const IntervalTask<Number> task = anyTask<Number>(n, random);
      for (int turn = 0; turn < 3; ++turn) {
        expectEqual(cuda::fillIntervalsOnGpu(task, {}), contour::fillFast(task, 0, {}));
        if (HasFatalFailure()) return;
      }
    }
  }

  template <class Number>
  static void divisionsEqualTheReference() {
    Random random(5);
    std::vector<IntervalTask<Number>> tasks;
    for (const std::int64_t n :
         {1, 2, 3, 31, 95, 96, 175, 176, 219, 220, 279, 280, 319, 320, 400}) {
      tasks.push_back(anyTask<Number>(n, random));
    }
    for (int more = 0; more < 5000; ++more) {
      tasks.push_back(anyTask<Number>(1 + random.below(40), random));
    }
    const auto found = cuda::divideIntervalsOnGpu(std::span<const IntervalTask<Number>>(tasks), {});
    ASSERT_EQ(found.size(), tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const auto table = contour::fillByReference(tasks[i]);
      ASSERT_EQ(found[i].cost, table.at(0, table.points() - 1)) << table.points() << " points";
      ASSERT_EQ(found[i].splits, intervalSplits(tasks[i], table)) << table.points() << " points";
    }
  }
};

TEST_F(GpuContour, SmallTablesEqualTheReference) {
  smallTablesEqualTheReference<float>();
  smallTablesEqualTheReference<std::int32_t>();
  smallTablesEqualTheReference<std::uint16_t>();
}

TEST_F(GpuContour, LargeTablesEqualTheProcessors) {
  largeTablesEqualTheProcessors<float>();
  largeTablesEqualTheProcessors<std::int32_t>();
}

TEST_F(GpuContour, SixteenBitsAboveOffsetsOfTheirTiles) {
  IntervalTask<std::uint16_t> task;
  Random random(6);
  for (int i = 0; i < 3000; ++i) {
    task.first.push_back(static_cast<std::uint16_t>(560 + random.below(40)));
  }
  expectEqual(cuda::fillIntervalsOnGpu(task, {}), contour::fillFast(task, 0, {}));
  const auto codeOf = [](const IntervalTask<std::uint16_t>& wide) {
    return test::codeOf([&] { cuda::fillIntervalsOnGpu(wide, {}); });
  };
  EXPECT_EQ(codeOf({.first = std::vector<std::uint16_t>(60, 60000)}), ErrorCode::tooLarge);
  EXPECT_EQ(codeOf({.first = std::vector<std::uint16_t>(6000, 60000)}), ErrorCode::unsupported);
}

TEST_F(GpuContour, DivisionsOfManyTasksEqualTheReference) {
  divisionsEqualTheReference<float>();
  divisionsEqualTheReference<std::int32_t>();
}

TEST_F(GpuContour, TheEngineCudaRunsIt) {
  const Registry registry = makeRegistry();
  Random random(7);
  const IntervalTask<float> task = anyTask<float>(500, random);
  const IntervalTable<float> found = intervalCosts(registry, "cuda", task);
  expectEqual(found, contour::fillByReference(task));
  EXPECT_EQ(intervalSplits(task, found), intervalSplits(task, contour::fillByReference(task)));
}

TEST_F(GpuContour, IsCancelledSoonAndFaultsAreReported) {
  using Clock = std::chrono::steady_clock;
  IntervalTask<float> task;
  task.first.assign(30000, 1);
  std::stop_source source;
  const Control control{0, source.get_token(), {}};
  std::atomic<Clock::rep> asked = 0;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    asked = Clock::now().time_since_epoch().count();
    source.request_stop();
  });
  try {
    cuda::fillIntervalsOnGpu(task, control);
    FAIL() << "was not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
    const Clock::duration late = Clock::now().time_since_epoch() - Clock::duration(asked.load());
    EXPECT_LT(std::chrono::duration<double>(late).count(), 0.2);
  }
  task.first.resize(500);
  cuda::planFault(cuda::Call::launch, 1, cudaErrorLaunchOutOfResources);
  EXPECT_THROW(cuda::fillIntervalsOnGpu(task, {}), Error);
}

}  // namespace
}  // namespace espy::test
