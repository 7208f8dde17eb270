// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/prefetcher.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/few_threads.h"

namespace espy {
namespace {

TEST(Prefetcher, GivesAllInOrder) {
  Prefetcher<std::unique_ptr<std::size_t>> squares(
      50, [](std::size_t i) { return std::make_unique<std::size_t>(i * i); });
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(*squares.next(), i * i);
}

TEST(Prefetcher, MakesTheNextWhileOneIsUsed) {
  std::latch secondIsMade(1);
  Prefetcher<int> things(2, [&](std::size_t i) {
    if (i == 1) secondIsMade.count_down();
    return static_cast<int>(i);
  });
  EXPECT_EQ(things.next(), 0);
  secondIsMade.wait();  // blocks forever if it is not prefetched
  EXPECT_EQ(things.next(), 1);
}

TEST(Prefetcher, MakesOneAtATime) {
  std::atomic<int> making = 0;
  Prefetcher<int> things(20, [&](std::size_t i) {
    EXPECT_EQ(++making, 1);
    --making;
    return static_cast<int>(i);
  });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(things.next(), i);
}

TEST(Prefetcher, AFailureIsThrownInItsTurnAndTheRestFollows) {
  Prefetcher<int> things(3, [](std::size_t i) {
    if (i == 1) throw std::runtime_error("no second");
    return static_cast<int>(i);
  });
  EXPECT_EQ(things.next(), 0);
  EXPECT_THROW(things.next(), std::runtime_error);
  EXPECT_EQ(things.next(), 2);
}

TEST(Prefetcher, WhatMemoryWasTooShortForIsMadeOnceMoreAlone) {
  int tries = 0;
  Prefetcher<int> things(3, [&](std::size_t i) {
    if (i == 1 && ++tries == 1) throw std::bad_alloc();
    return static_cast<int>(i);
  });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(things.next(), i);
  EXPECT_EQ(tries, 2);
}

TEST(Prefetcher, MayBeLeftInTheMidst) {
  std::atomic<int> made = 0;
  {
    Prefetcher<int> things(1000, [&](std::size_t) { return ++made; });
    things.next();
  }
  EXPECT_LE(made, 2);
}

TEST(Prefetcher, NothingComesOnceTheUserStops) {
  std::stop_source source;
  std::latch left(1);
  Prefetcher<int> things(2, [&](std::size_t i) {
    if (i == 1) left.wait();
    return static_cast<int>(i);
  });
  EXPECT_EQ(things.next(source.get_token()), 0);
  std::jthread stopper([&source] { source.request_stop(); });
  EXPECT_EQ(things.next(source.get_token()), std::nullopt);
  left.count_down();
}

TEST(Prefetcher, AnUnwantedItemInTheMakingIsStopped) {
  Prefetcher<int> things(2, [&](std::size_t, const std::stop_token& unwanted) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, unwanted, [] { return false; });
    return 0;
  });
}

TEST(AheadDeathTest, WithoutAThreadItemsAreMadeOnDemand) {
  const auto work = [] {
    test::allowNoThread();
    std::stop_source stopped;
    stopped.request_stop();
    int tries = 0;
    Prefetcher<int> things(3, [&tries](std::size_t i) {
      if (i == 1 && ++tries == 1) throw std::runtime_error("no second");
      return static_cast<int>(i);
    });
    bool good = things.next() == 0;
    try {
      things.next();
      good = false;
    } catch (const std::runtime_error&) {
    }
    good = good && !things.next(stopped.get_token()) && things.next(std::stop_token()) == 2;
    ::_exit(good ? 7 : 8);
  };
  EXPECT_EXIT(work(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace espy
