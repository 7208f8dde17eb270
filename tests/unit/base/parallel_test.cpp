// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/openmp_threads.h"
#include "base/parallel.h"
#include "base/thread_pool.h"
#include "espy/timeline.h"
#include "support/few_threads.h"
#include "support/in_openmp.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

/// With Espy's own thread pool (parameter) or OpenMP.
class ParallelFor : public testing::TestWithParam<bool> {
 protected:
  static std::unique_ptr<OnOpenMp> loopsOf(int threads) {
    return GetParam() ? std::make_unique<OnOpenMp>(threads) : nullptr;
  }
};
INSTANTIATE_TEST_SUITE_P(On, ParallelFor, testing::Bool(),
                         [](const auto& given) { return given.param ? "OpenMp" : "Own"; });

TEST_P(ParallelFor, RunsOnTheThreadsThatItShould) {
  const bool openMp = GetParam() && hasOpenMp();
  {
    const auto loops = loopsOf(3);
    EXPECT_EQ(OnOpenMp::current() != nullptr, openMp);
    parallelFor(9, 3, {}, [&](std::int64_t, int) { EXPECT_EQ(test::isInOpenMp(), openMp); });
  }
  EXPECT_EQ(OnOpenMp::current(), nullptr);
  parallelFor(9, 3, {}, [](std::int64_t, int) { EXPECT_FALSE(test::isInOpenMp()); });
}

/// Thread pools of different sizes in turn, and loops with fewer parts than threads.
TEST_P(ParallelFor, TeamsOfAnySizeFollowEachOther) {
  for (const int team : {2, 7, 1, 3, 16, 4}) {
    const auto loops = loopsOf(team);
    for (const int threads : {team, 2, team, 30}) {
      std::atomic<int> calls = 0;
      parallelFor(40, threads, {}, [&](std::int64_t, int thread) {
        EXPECT_LT(thread, threads);
        ++calls;
      });
      EXPECT_EQ(calls, 40);
    }
  }
}

/// After fork(), OpenMP would wait forever for threads that exist only in the parent.
TEST_P(ParallelFor, GoesOnInTheChildOfAFork) {
  const auto loops = loopsOf(3);
  parallelFor(100, 3, {}, [](std::int64_t, int) {});
  const pid_t child = ::fork();
  if (child == 0) {
    const auto own = loopsOf(3);
    std::atomic<int> calls = 0;
    parallelFor(100, 3, {}, [&](std::int64_t, int) { ++calls; });
    ::_exit(calls == 100 && OnOpenMp::current() == nullptr ? 7 : 8);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
}

TEST(Crew, RunsEachShareOnceWithThreadsOfItsOwn) {
  for (int round = 0; round < 100; ++round) {
    const Crew crew(3);
    ASSERT_EQ(crew.size(), 3);
    std::vector<std::atomic<int>> shares(3), calls(3);
    crew.run([&](int share) {
      ++shares[share];
      parallelFor(10, 2, {}, [&](std::int64_t, int) { ++calls[share]; });
    });
    for (const std::atomic<int>& count : shares) EXPECT_EQ(count, 1);
    for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 10);
  }
  int calls = 0;
  Crew(0).run([&](int share) { calls += share == 0 ? 1 : 100; });
  EXPECT_EQ(calls, 1);
}

TEST_P(ParallelFor, CallsEachIndexOnce) {
  const auto loops = loopsOf(24);
  for (const int threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> calls(1000);
    parallelFor(1000, threads, {}, [&](std::int64_t i, int thread) {
      ++calls[i];
      ASSERT_GE(thread, 0);
      ASSERT_LT(thread, threads);
    });
    for (const std::atomic<int>& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST_P(ParallelFor, ThrowsTheFailureOfTheLowestIndex) {
  const auto loops = loopsOf(24);
  for (const int threads : {1, 4}) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      const auto loop = [&] {
        parallelFor(64, threads, {}, [](std::int64_t i, int) {
          if (i % 10 == 7) throw Error(ErrorCode::badUse, std::to_string(i));
        });
      };
      EXPECT_EQ(test::errorOf(ErrorCode::badUse, loop), "7");
    }
  }
}

TEST_P(ParallelFor, StopsOnRequest) {
  const auto loops = loopsOf(24);
  for (const int threads : {1, 3}) {
    std::stop_source source;
    Control control;
    control.stop = source.get_token();
    std::atomic<int> calls = 0;
    test::expectError(ErrorCode::cancelled, [&] {
      parallelFor(100000, threads, control, [&](std::int64_t, int) {
        if (++calls == 10) source.request_stop();
      });
    });
    EXPECT_LT(calls, 100);
  }
}

TEST_P(ParallelFor, ReportsRisingProgressUpToOne) {
  const auto loops = loopsOf(24);
  for (const int threads : {1, 3}) {
    std::vector<double> reported;
    Control control;
    control.progress = [&](double part) { reported.push_back(part); };
    parallelFor(20, threads, control, [](std::int64_t, int) {});
    ASSERT_EQ(reported.size(), 20U);
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    EXPECT_EQ(reported.back(), 1.0);
  }
}

/// A new thread is started on a given CPU, but must get its caller's affinity mask back.
TEST_P(ParallelFor, ThreadsMayRunWhereTheirCallerMay) {
  const auto loops = loopsOf(24);
  const auto allowed = [] {
    cpu_set_t set;
    CPU_ZERO(&set);
    EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    return set;
  };
  const cpu_set_t callers = allowed();
  constexpr int kThreads = 24;  // more than were started before
  std::vector<std::atomic<int>> freed(kThreads);
  std::atomic<int> taken = 0;
  parallelFor(kThreads, kThreads, {}, [&](std::int64_t, int thread) {
    ++taken;
    // The mask may be reset a little later.
    for (int tries = 0; tries < 2000; ++tries) {
      const cpu_set_t own = allowed();
      if (CPU_EQUAL(&own, &callers) != 0) freed[thread] = 1;
      if (freed[thread] != 0 && taken == kThreads) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (const std::atomic<int>& one : freed) EXPECT_EQ(one, 1);
}

TEST_P(ParallelFor, ManyCallersAtATimeAndCallsInsideOfCalls) {
  const auto loops = loopsOf(24);
  std::atomic<int> calls = 0;
  {
    std::vector<std::jthread> callers;
    for (int i = 0; i < 12; ++i) {
      callers.emplace_back([&calls] {
        const auto own = loopsOf(3);
        for (int repeat = 0; repeat < 200; ++repeat) {
          parallelFor(5, 3, {}, [&](std::int64_t, int) {
            parallelFor(2, 4, {}, [&](std::int64_t, int thread) {
              EXPECT_EQ(thread, 0) << "who is one of several has no several of its own";
              ++calls;
            });
          });
        }
      });
    }
  }
  EXPECT_EQ(calls, 12 * 200 * 5 * 2);
}

TEST_P(ParallelFor, AThreadThatIsHeldUpHoldsUpItsOwnPartOnly) {
  const auto loops = loopsOf(24);
  // The first part waits for all others; with a single thread it would wait forever.
  std::atomic<int> done = 0;
  parallelFor(100, 2, {}, [&](std::int64_t i, int) {
    if (i > 0) {
      if (++done == 99) done.notify_all();
    } else {
      for (int seen = done; seen < 99; seen = done) done.wait(seen);
    }
  });
  EXPECT_EQ(done, 99);
}

using ParallelForDeathTest = ParallelFor;
INSTANTIATE_TEST_SUITE_P(On, ParallelForDeathTest, testing::Bool(),
                         [](const auto& given) { return given.param ? "OpenMp" : "Own"; });

TEST_P(ParallelForDeathTest, GoesOnWithFewerThreadsWhereTheSystemStartsNoMore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // not in a forked child
  const auto work = [] {
    const auto loops = loopsOf(64);
    test::allowFewThreads();
    std::vector<int> calls(1000);
    parallelFor(1000, 64, {}, [&](std::int64_t i, int) { ++calls[static_cast<std::size_t>(i)]; });
    const bool once = std::all_of(calls.begin(), calls.end(), [](int c) { return c == 1; });
    ::_exit(once && threadsHad(64) < 64 ? 7 : 8);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(7), "");
  EXPECT_EQ(threadsHad(64), 64);
}

TEST(RequireThreadsDeathTest, ReportsTheirNumber) {
  requireThreads(5);
  const auto work = [] {
    test::allowFewThreads();
    requireThreads(5);  // already started
    try {
      requireThreads(64);
    } catch (const Error& error) {
      ::_exit(std::string(error.what()).find(" of 64 threads: ") != std::string::npos ? 7 : 8);
    }
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(7), "");
}

TEST(Timeline, AddsUpStagesInTheirOrder) {
  Timeline timeline;
  timeline.add("load", 1.5);
  timeline.add("pass 1", 2);
  timeline.add("load", 0.5);
  ASSERT_EQ(timeline.stages().size(), 2U);
  EXPECT_EQ(timeline.stages()[0].name, "load");
  EXPECT_DOUBLE_EQ(timeline.stages()[0].milliseconds, 2.0);
  Timeline all;
  all.add("save", 1);
  all.add(timeline);
  EXPECT_EQ(all.stages()[1].name, "load");
  EXPECT_DOUBLE_EQ(all.totalMilliseconds(), 5.0);
}

TEST(StageTimer, CountsAlsoWhenAnExceptionLeavesTheScope) {
  Timeline timeline;
  try {
    const StageTimer timer(timeline, "load");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    throw Error(ErrorCode::system, "gone");
  } catch (const Error&) {
  }
  ASSERT_EQ(timeline.stages().size(), 1U);
  EXPECT_GE(timeline.stages()[0].milliseconds, 2.0);
}

}  // namespace
}  // namespace espy
