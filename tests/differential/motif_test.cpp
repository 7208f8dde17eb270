// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every engine that finds motifs against the reference, to the last bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "espy/engine/all.h"
#include "signal/choose.h"
#include "support/motifs.h"

namespace espy::test {
namespace {

/// All engines; with ESPY_PLANT_FAULT set, also one whose band is too narrow by one.
Registry motifEnginesUnderTest() {
  Registry registry = makeRegistry();
  if (std::getenv("ESPY_PLANT_FAULT") == nullptr) return registry;
  registry.addEngine({"faulty", true, "1 thread", "the reference with a planted fault"});
  const auto find = registry.get<FindMotif>("reference");
  registry.add<FindMotif>("faulty",
                          [find](MotifTask task, const Control& control, RunReport& report) {
                            if (task.options.band.value_or(0) > 0)
                              task.options.band = *task.options.band - 1;
                            std::vector<MotifMatch> matches = find(task, control, report);
                            report.engine = "faulty";
                            return matches;
                          });
  const auto profile = registry.get<ProfileMotif>("reference");
  registry.add<ProfileMotif>(
      "faulty", [profile](const MotifTask& task, const Control& control, RunReport& report) {
        std::vector<double> distances = profile(task, control, report);
        if (distances.size() > 8) distances.back() += 1;
        report.engine = "faulty";
        return distances;
      });
  return registry;
}

OwnedMotifTask drawOpenTask(Random& random, const MotifSizes& sizes) {
  for (;;) {
    OwnedMotifTask task = drawMotifTask(random, sizes);
    if (task.options.open) return task;
  }
}

void motifsOfAllEnginesEqualTheReferences(const MotifSizes& sizes, bool open = false) {
  static const Registry registry = motifEnginesUnderTest();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const OwnedMotifTask task = open ? drawOpenTask(random, sizes) : drawMotifTask(random, sizes);
  Control control;
  control.threads = static_cast<int>(1 + random.below(4));
  const auto wanted = findMotif(registry, "reference", task.view(), control).matches;
  for (const Engine& engine : registry.engines()) {
    if (!registry.refusal<FindMotif>(engine.name).empty()) continue;
    if (engine.facts.device && !signal::gpuRefusal(resolved(task.view())).empty()) continue;
    const MotifFinding found = findMotif(registry, engine.name, task.view(), control);
    if (found.matches != wanted) {
      RC_LOG() << "wanted " << testing::PrintToString(wanted) << "\nfound  "
               << testing::PrintToString(found.matches) << "\n";
      RC_FAIL(engine.name + " differs: " + found.report.strategy.text());
    }
    RC_ASSERT(found.report.engine == engine.name);
  }
}

void profilesOfAllEnginesEqualTheReferences(const MotifSizes& sizes) {
  static const Registry registry = motifEnginesUnderTest();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  OwnedMotifTask task = drawMotifTask(random, sizes);
  Control control;
  control.threads = static_cast<int>(1 + random.below(4));
  const auto wanted = motifProfile(registry, "reference", task.view(), control).distances;
  for (const Engine& engine : registry.engines()) {
    if (!registry.refusal<ProfileMotif>(engine.name).empty()) continue;
    const MotifFinding found = motifProfile(registry, engine.name, task.view(), control);
    if (found.distances != wanted) {
      RC_LOG() << "wanted " << testing::PrintToString(wanted) << "\nfound  "
               << testing::PrintToString(found.distances) << "\n";
      RC_FAIL(engine.name + " differs: " + found.report.strategy.text());
    }
    RC_ASSERT(found.report.engine == engine.name);
  }
  // The search finds the least of them.
  task.options.top = 1;
  task.options.maxDistance = std::numeric_limits<double>::infinity();
  const auto best = findMotif(registry, "openmp", task.view(), control).matches;
  const auto least = std::min_element(wanted.begin(), wanted.end());
  const bool any = least != wanted.end() && std::isfinite(*least);
  RC_ASSERT(best.empty() == !any);
  if (any) RC_ASSERT(best.front().distance == *least);
}

RC_GTEST_PROP(MotifDifferential, OfSmallTasksAllProfilesEqualTheReferences, ()) {
  profilesOfAllEnginesEqualTheReferences({40, 12, 4});
}

RC_GTEST_PROP(MotifDifferential, OfLongerTasksAllProfilesEqualTheReferences, ()) {
  if (*rc::gen::inRange(0, 8) != 0) return;
  profilesOfAllEnginesEqualTheReferences({400, 70, 3});
}

RC_GTEST_PROP(MotifDifferential, OfSmallTasksAllEnginesEqualTheReference, ()) {
  motifsOfAllEnginesEqualTheReferences({40, 12, 4});
}

RC_GTEST_PROP(MotifDifferential, OfLongerTasksAllEnginesEqualTheReference, ()) {
  // The reference fills tables of the query's length squared.
  if (*rc::gen::inRange(0, 8) != 0) return;
  motifsOfAllEnginesEqualTheReferences({400, 70, 3});
}

RC_GTEST_PROP(MotifDifferential, WithOpenEndsAllEnginesEqualTheReference, ()) {
  if (*rc::gen::inRange(0, 4) != 0) return;
  motifsOfAllEnginesEqualTheReferences({3000, 200, 2}, true);
}

}  // namespace
}  // namespace espy::test
