// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Interval dynamic programming and shape trees of every engine against the reference, to the last
// bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

#include "contour/shape_tree.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "support/random_intervals.h"

namespace espy::test {
namespace {

/// All engines; with ESPY_PLANT_FAULT set, also one with one wrong cost.
template <class Number>
Registry registryUnderTest() {
  Registry registry = makeRegistry();
  if (std::getenv("ESPY_PLANT_FAULT") == nullptr) return registry;
  registry.addEngine({"faulty", true, "1 thread", "the reference with a planted fault"});
  const auto fill = registry.get<FillIntervals<Number>>("reference");
  registry.add<FillIntervals<Number>>(
      "faulty", [fill](const IntervalTask<Number>& task, const Control& control) {
        IntervalTable<Number> table = fill(task, control);
        if (table.points() > 3) table.tile(0, 0)[3] += 1;
        return table;
      });
  return registry;
}

template <class Number>
void intervalsEqualTheReference() {
  static const Registry registry = registryUnderTest<Number>();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const std::int64_t n =
      *rc::gen::oneOf(rc::gen::inRange(1, 12), rc::gen::inRange(1, 60), rc::gen::inRange(40, 160));
  const IntervalTask<Number> task = anyTask<Number>(n, random);
  const IntervalTable<Number> expected = intervalCosts(registry, "reference", task);
  const auto splits = intervalSplits(task, expected);
  RC_ASSERT(static_cast<std::int64_t>(splits.size()) == n - 1);
  for (const Engine& engine : registry.engines()) {
    if (!engine.available || !registry.has<FillIntervals<Number>>(engine.name)) continue;
    Control control;
    control.threads = 1 + static_cast<int>(random.below(3));
    const IntervalTable<Number> table = intervalCosts(registry, engine.name, task, control);
    for (std::int64_t i = 0; i <= n; ++i) {
      for (std::int64_t j = i + 1; j <= n; ++j) {
        if (table.at(i, j) == expected.at(i, j)) continue;
        RC_FAIL(engine.name + ": the cost from " + std::to_string(i) + " to " + std::to_string(j) +
                " of " + std::to_string(n) + " differs");
      }
    }
    RC_ASSERT(intervalSplits(task, table) == splits);
  }
}

RC_GTEST_PROP(IntervalDifferential, AllEnginesEqualTheReferenceInFloats, ()) {
  intervalsEqualTheReference<float>();
}
RC_GTEST_PROP(IntervalDifferential, AllEnginesEqualTheReferenceInDoubles, ()) {
  intervalsEqualTheReference<double>();
}
RC_GTEST_PROP(IntervalDifferential, AllEnginesEqualTheReferenceInInts, ()) {
  intervalsEqualTheReference<std::int32_t>();
}
RC_GTEST_PROP(IntervalDifferential, AllEnginesEqualTheReferenceInShorts, ()) {
  intervalsEqualTheReference<std::uint16_t>();
}

/// Many small tasks at once.
template <class Number>
void divisionsEqualTheReference() {
  static const Registry registry = makeRegistry();
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::vector<IntervalTask<Number>> tasks;
  for (std::int64_t count = random.below(6); count >= 0; --count) {
    tasks.push_back(anyTask<Number>(1 + random.below(random.oneIn(4) ? 130 : 20), random));
  }
  const std::span<const IntervalTask<Number>> all(tasks);
  const auto expected = intervalDivisions(registry, "reference", all);
  for (const Engine& engine : registry.engines()) {
    if (!engine.available || !registry.has<DivideIntervals<Number>>(engine.name)) continue;
    const auto divisions = intervalDivisions(registry, engine.name, all);
    RC_ASSERT(divisions.size() == tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (divisions[i].cost == expected[i].cost && divisions[i].splits == expected[i].splits) {
        continue;
      }
      RC_FAIL(engine.name + ": task " + std::to_string(i) + " differs");
    }
  }
}
RC_GTEST_PROP(IntervalDifferential, DivisionsOfManyTasksEqualTheReferenceInFloats, ()) {
  divisionsEqualTheReference<float>();
}
RC_GTEST_PROP(IntervalDifferential, DivisionsOfManyTasksEqualTheReferenceInInts, ()) {
  divisionsEqualTheReference<std::int32_t>();
}

template <class Number>
void largeTableEqualsPlainLoops() {
  const Registry registry = makeRegistry();
  Random random(7);
  IntervalTask<Number> task;
  constexpr std::int64_t kPoints = 512;
  for (std::int64_t i = 0; i < kPoints; ++i) task.first.push_back(anyCost<Number>(random, 300));
  const IntervalTable<Number> expected = intervalCosts(registry, "reference", task);
  const IntervalTable<Number> table = intervalCosts(registry, "threads", task);
  for (std::int64_t i = 0; i <= kPoints; ++i) {
    for (std::int64_t j = i + 1; j <= kPoints; ++j) {
      ASSERT_EQ(table.at(i, j), expected.at(i, j)) << i << ' ' << j;
    }
  }
}
TEST(IntervalDifferential, LargeTablesEqualPlainLoops) {
  largeTableEqualsPlainLoops<float>();
  largeTableEqualsPlainLoops<std::int32_t>();
  largeTableEqualsPlainLoops<std::uint16_t>();
}

/// A walk, smooth or rough, sometimes with points that coincide.
std::vector<SubPixel> anyWalk(std::int64_t points, Random& random) {
  std::vector<SubPixel> walk;
  SubPixel at{500, 500};
  const std::int64_t step = 1 + random.below(200);
  SubPixel way{0, 0};
  for (std::int64_t i = 0; i < points; ++i) {
    walk.push_back(at);
    if (random.oneIn(5)) continue;
    const auto change = [&] { return static_cast<double>(random.below(2 * step + 1) - step) / 16; };
    way = {0.7 * way.x + change(), 0.7 * way.y + change()};
    at = {at.x + way.x, at.y + way.y};
  }
  return walk;
}

RC_GTEST_PROP(TreeDifferential, TheFastCostsEqualTheReference, ()) {
  using contour::TreeCosts;
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const bool closedTree = random.oneIn(2);
  const contour::ShapeTree tree(
      anyWalk(contour::kSegments + (closedTree ? 0 : 1), random), closedTree,
      random.oneIn(4) ? 1 : 0.05 + 0.01 * static_cast<double>(random.below(60)));
  // Mostly short: the reference is slow.
  const std::int64_t points = 3 + random.below(random.oneIn(4) ? 200 : 60);
  const contour::StepContour contour =
      contour::stepContour(anyWalk(points, random), random.oneIn(2));
  TreeCosts expected(points);
  TreeCosts costs(points);
  contour::fillByReference(tree, contour, expected);
  contour::fillFast(tree, contour, costs);
  if (std::getenv("ESPY_PLANT_FAULT") != nullptr) ++costs.row(40, 3)[0];
  for (int v = 0; v < contour::kNodes; ++v) {
    const int level = tree.nodes()[static_cast<std::size_t>(v)].level;
    for (std::int64_t steps = contour::leastSteps(level); steps <= contour::mostSteps(level);
         ++steps) {
      for (std::int64_t i = 0; i < points; ++i) {
        if (costs.at(v, i, steps) == expected.at(v, i, steps)) continue;
        RC_FAIL("node " + std::to_string(v) + " of " + std::to_string(steps) + " steps from " +
                std::to_string(i) + " differs");
      }
    }
  }
}

}  // namespace
}  // namespace espy::test
