// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/choose.h"

#include <gtest/gtest.h>

#include "espy/error.h"
#include "signal/motif_plan.h"

namespace espy::test {
namespace {

/// Engines that do nothing, with a fake GPU that may be missing or fail.
Registry choiceRegistry(bool hasGpu, bool fails = false) {
  Registry registry;
  addBuiltInEngines(registry);
  addMotif(registry);
  registry.addEngine({"cuda", hasGpu, "a card", "computes on a card"});
  registry.add<FindMotif>("cuda", [=](const MotifTask&, const Control&, RunReport& report) {
    if (fails) throw Error(ErrorCode::device, "the card is out of memory");
    report.engine = "cuda";
    return std::vector<MotifMatch>{};
  });
  return registry;
}

/// A channel of `size` samples, all at one address.
Samples repeated(std::int64_t size) {
  static const double zero = 0;
  Samples::Layout layout;
  layout.stride = 0;
  return {&zero, size, layout};
}

Control threads(int count) {
  Control control;
  control.threads = count;
  return control;
}

MotifTask choiceTask(std::int64_t query, std::int64_t data) {
  return {{repeated(query)}, {repeated(data)}, {}};
}

TEST(MotifChoice, LittleWorkStaysOnOneThread) {
  const Registry registry = choiceRegistry(true);
  EXPECT_EQ(
      signal::chooseMotifEngine(registry, resolved(choiceTask(100, 10'000'000)), threads(1)).engine,
      "sequential");
  EXPECT_EQ(signal::chooseMotifEngine(registry, resolved(choiceTask(10, 1000)), threads(4)).engine,
            "sequential");
  EXPECT_EQ(
      signal::chooseMotifEngine(registry, resolved(choiceTask(400, 1'000'000)), threads(4)).engine,
      "threads");
}

TEST(MotifChoice, LargeSupportedTasksGoToTheGpu) {
  const MotifTask large = resolved(choiceTask(400, 1'000'000'000));
  EXPECT_EQ(signal::chooseMotifEngine(choiceRegistry(true), large, threads(4)).engine, "cuda");
  const Choice without = signal::chooseMotifEngine(choiceRegistry(false), large, threads(4));
  EXPECT_EQ(without.engine, "threads");
  EXPECT_NE(without.why.text().find("GPU"), std::string::npos) << without.why.text();
  MotifTask lagging = large;
  lagging.options.lag = 3;
  EXPECT_EQ(signal::chooseMotifEngine(choiceRegistry(true), lagging, threads(4)).engine, "cuda");
  lagging.options.lag = 100'000;
  EXPECT_EQ(signal::chooseMotifEngine(choiceRegistry(true), lagging, threads(4)).engine, "threads");
  EXPECT_EQ(signal::gpuRefusal(lagging).text(),
            "on GPUs channels can lag by at most 16384 samples");
  MotifTask open = choiceTask(400, 1'000'000'000);
  open.options.open = true;
  EXPECT_EQ(signal::chooseMotifEngine(choiceRegistry(true), resolved(open), threads(4)).engine,
            "threads");
  const MotifTask longer = resolved(choiceTask(3'000'000, 1'000'000'000));
  EXPECT_EQ(signal::chooseMotifEngine(choiceRegistry(true), longer, threads(4)).engine, "threads");
}

TEST(MotifChoice, AFailingGpuFallsBackToTheCpuAndIsReported) {
  const Registry registry = choiceRegistry(true, true);
  // Slow by the estimate but not in fact: constant windows.
  MotifTask task = choiceTask(20'000, 600'000);
  task.options.band = 20'000;
  const MotifFinding finding = findMotif(registry, "auto", task, threads(2));
  EXPECT_EQ(finding.report.engine, "threads");
  EXPECT_EQ(finding.report.fallback.text(), "the card is out of memory");
  ASSERT_EQ(finding.matches.size(), 1U);
  EXPECT_EQ(finding.matches.front().start, 0);
  EXPECT_THROW(findMotif(registry, "cuda", task, threads(2)), Error);
}

}  // namespace
}  // namespace espy::test
