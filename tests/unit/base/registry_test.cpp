// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>

#include "base/openmp_threads.h"
#include "espy/engine/registry.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

struct Answer {
  static constexpr const char* kName = "answering";
  using Function = std::function<int()>;
};

TEST(Registry, ReturnsTheFunctionOfTheNamedEngineAndNamesTheKnownOnes) {
  Registry registry;
  registry.addEngine({"one", true, "", ""});
  registry.addEngine({"two", true, "", ""});
  registry.add<Answer>("one", [] { return 1; });
  registry.add<Answer>("two", [] { return 2; });
  EXPECT_EQ(registry.get<Answer>("one")(), 1);
  EXPECT_EQ(registry.get<Answer>("two")(), 2);
  EXPECT_EQ(test::errorOf(ErrorCode::badUse, [&] { registry.get<Answer>("three"); }),
            "there is no engine named three; the engines are one, two");
}

TEST(Registry, NeverGivesAnotherEngineInsteadAndSaysSoBeforehand) {
  Registry registry;
  registry.addEngine({"cuda", false, "no CUDA driver found", ""});
  registry.addEngine({"plain", true, "", ""});
  registry.add<Answer>("cuda", [] { return 1; });
  EXPECT_EQ(test::errorOf(ErrorCode::unsupported, [&] { registry.get<Answer>("cuda"); }),
            "engine cuda cannot run here: no CUDA driver found");
  EXPECT_EQ(test::errorOf(ErrorCode::unsupported, [&] { registry.get<Answer>("plain"); }),
            "engine plain does not support answering");
  EXPECT_EQ(registry.refusal<Answer>("cuda"), "engine cuda cannot run here: no CUDA driver found");
  EXPECT_EQ(registry.refusal<Answer>("plain"), "engine plain does not support answering");
  EXPECT_EQ(registry.refusal<Answer>("three"), "there is no engine three");
  registry.add<Answer>("plain", [] { return 2; });
  EXPECT_EQ(registry.refusal<Answer>("plain"), "");
}

TEST(Registry, KnowsWhatFollowsFromHowAnEngineComputes) {
  Registry registry;
  addBuiltInEngines(registry);
  EXPECT_TRUE(registry.engine("reference").facts.oneThread);
  EXPECT_FALSE(registry.engine("reference").facts.prunes);
  EXPECT_TRUE(registry.engine("sequential").facts.oneThread);
  EXPECT_TRUE(registry.engine("sequential").facts.prunes);
  for (const char* name : {"threads", "openmp"}) {
    EXPECT_FALSE(registry.engine(name).facts.oneThread);
    EXPECT_TRUE(registry.engine(name).facts.prunes);
  }
  for (const Engine& engine : registry.engines()) EXPECT_FALSE(engine.facts.device);
}

TEST(Registry, HasTheBuiltInEngines) {
  Registry registry;
  addBuiltInEngines(registry);
  for (const char* name : {"reference", "sequential", "threads"}) {
    EXPECT_TRUE(registry.engine(name).available) << name;
  }
  EXPECT_EQ(registry.engine("openmp").available, hasOpenMp());
  EXPECT_EQ(registry.engine("openmp").detail == "this build has no OpenMP", !hasOpenMp());
}

}  // namespace
}  // namespace espy
