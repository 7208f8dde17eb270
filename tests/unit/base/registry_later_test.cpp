// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Engines that are loaded on first use.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <stdexcept>
#include <thread>

#include "espy/engine/registry.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

struct LaterAnswer {
  static constexpr const char* kName = "answering";
  using Function = std::function<int()>;
};

/// `plain`, and after loading `card` and `second card`.
class Later : public testing::Test {
 protected:
  Later() : registry_(withLoad([this](Registry& registry) { load(registry); })) {}

  static Registry withLoad(std::function<void(Registry&)> load) {
    Registry registry;
    registry.addEngine({"plain", true, "", ""});
    registry.add<LaterAnswer>("plain", [] { return 1; });
    registry.addEnginesLater({{"card", true, "", "a card"}, {"second card", true, "", "a card"}},
                             std::move(load));
    registry.addEngine({"last", true, "", ""});
    return registry;
  }

  void load(Registry& registry) {
    ++loads_;
    registry.setEngine({"card", true, "warm", "a card"});
    registry.add<LaterAnswer>("card", [] { return 2; });
    registry.setEngine({"second card", false, "cold", "a card"});
  }

  std::atomic<int> loads_ = 0;
  const Registry registry_;
};

TEST_F(Later, AskingForAnotherEngineLoadsNothing) {
  EXPECT_EQ(registry_.get<LaterAnswer>("plain")(), 1);
  EXPECT_TRUE(registry_.engine("last").available);
  EXPECT_FALSE(registry_.has<LaterAnswer>("last"));
  EXPECT_FALSE(registry_.has<LaterAnswer>("nobody"));
  EXPECT_EQ(test::errorOf(ErrorCode::badUse, [&] { registry_.engine("nobody"); }),
            "there is no engine named nobody; the engines are plain, card, second card, last");
  EXPECT_EQ(registry_.engineNames(),
            (std::vector<std::string>{"plain", "card", "second card", "last"}));
  EXPECT_EQ(loads_, 0);
}

TEST_F(Later, EachKindOfQueryLoadsOnce) {
  EXPECT_TRUE(registry_.has<LaterAnswer>("card"));
  EXPECT_EQ(loads_, 1);
  EXPECT_EQ(registry_.get<LaterAnswer>("card")(), 2);
  EXPECT_EQ(registry_.engine("card").detail, "warm");
  EXPECT_EQ(
      test::errorOf(ErrorCode::unsupported, [&] { registry_.get<LaterAnswer>("second card"); }),
      "engine second card cannot run here: cold");
  EXPECT_EQ(registry_.engines().size(), 4U);
  EXPECT_EQ(loads_, 1);
}

TEST_F(Later, TheListKeepsItsOrderAndLoadsAll) {
  std::vector<std::string> names;
  for (const Engine& engine : registry_.engines()) names.push_back(engine.name);
  EXPECT_EQ(names, registry_.engineNames());
  EXPECT_EQ(loads_, 1);
  EXPECT_EQ(registry_.engines()[1].detail, "warm");
}

TEST_F(Later, WhatWasHandedOutStaysValid) {
  const Engine& plain = registry_.engine("plain");
  const auto& answer = registry_.get<LaterAnswer>("plain");
  registry_.engines();
  EXPECT_EQ(&plain, &registry_.engine("plain"));
  EXPECT_EQ(&answer, &registry_.get<LaterAnswer>("plain"));
}

TEST_F(Later, PartsOfAnEngineAreFoundWhenItIsLoaded) {
  const Registry registry = withLoad([this](Registry& found) {
    load(found);
    found.addEngine({"card:1", true, "", "", {.device = true, .part = true}});
    found.add<LaterAnswer>("card:1", [] { return 3; });
  });
  const Engine& plain = registry.engine("plain");
  EXPECT_TRUE(registry.knows("card"));
  EXPECT_FALSE(registry.knows("nobody:1"));
  EXPECT_EQ(loads_, 0);
  EXPECT_TRUE(registry.knows("card:1"));
  EXPECT_FALSE(registry.knows("card:2"));
  EXPECT_EQ(loads_, 1);
  EXPECT_EQ(registry.get<LaterAnswer>("card:1")(), 3);
  EXPECT_EQ(&plain, &registry.engine("plain"));
  EXPECT_EQ(registry.engines().back().name, "card:1");
  EXPECT_EQ(registry.engineNames(),
            (std::vector<std::string>{"plain", "card", "second card", "last"}));
}

TEST_F(Later, AMovedRegistryLoadsAsWell) {
  Registry first = withLoad([this](Registry& registry) { load(registry); });
  const Registry second = std::move(first);
  EXPECT_EQ(second.get<LaterAnswer>("card")(), 2);
  EXPECT_EQ(loads_, 1);
}

TEST_F(Later, ALoadThatThrowsIsTheReason) {
  const Registry registry = withLoad([this](Registry& found) {
    load(found);
    throw std::runtime_error("the driver is too old");
  });
  for (const char* name : {"card", "second card"}) {
    EXPECT_FALSE(registry.engine(name).available);
    EXPECT_EQ(registry.engine(name).detail, "the driver is too old");
    EXPECT_EQ(registry.engine(name).description, "a card");
  }
  EXPECT_FALSE(registry.has<LaterAnswer>("card"));
  EXPECT_EQ(registry.engines().size(), 4U);
  EXPECT_EQ(loads_, 1);
}

TEST_F(Later, ALoadCannotSpeakForOtherEngines) {
  const Registry registry = withLoad([](Registry& found) {
    found.setEngine({"plain", false, "broken", ""});
  });
  EXPECT_FALSE(registry.engine("card").available);
  EXPECT_TRUE(registry.engine("plain").available);
}

TEST_F(Later, AnEngineThatWasNotAddedCannotRun) {
  const Registry registry = withLoad([](Registry&) {});
  EXPECT_FALSE(registry.engine("card").available);
}

TEST_F(Later, ManyThreadsAskAtOnce) {
  std::vector<std::jthread> threads;
  std::atomic<int> sum = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round) {
        sum += registry_.get<LaterAnswer>(i % 2 == 0 ? "plain" : "card")();
        sum += static_cast<int>(registry_.engines().size());
      }
    });
  }
  threads.clear();
  EXPECT_EQ(loads_, 1);
  EXPECT_EQ(sum, 8 * 50 * 4 + 4 * 50 * (1 + 2));
}

/// Searches on the CPU do not wait for a GPU that takes long to start.
TEST_F(Later, OthersAreServedWhileALoadTakesLong) {
  std::promise<void> begun;
  std::promise<void> mayEnd;
  const Registry registry = withLoad([&](Registry& found) {
    begun.set_value();
    mayEnd.get_future().wait_for(std::chrono::seconds(30));
    load(found);
  });
  std::jthread slow([&] { EXPECT_EQ(registry.get<LaterAnswer>("card")(), 2); });
  begun.get_future().wait();
  EXPECT_EQ(registry.get<LaterAnswer>("plain")(), 1);
  EXPECT_EQ(loads_, 0);
  mayEnd.set_value();
}

}  // namespace
}  // namespace espy
