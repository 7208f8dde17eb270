// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Each strategy of exact search separately against the reference, also where the engine would
// choose another.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "differential/case_generator.h"
#include "differential/find_cases.h"
#include "exact/block_graph.h"
#include "exact/linear.h"
#include "exact/planes.h"
#include "exact/reference.h"
#include "exact/sampled.h"
#include "exact/sweep.h"
#include "find/reference.h"

namespace espy::test {
namespace {

using exact::Pattern;

/// A case with one needle that fits its scene, its pattern, and the reference's positions.
struct OneNeedle {
  FindCase findCase;
  Pattern pattern;
  std::vector<Place> wanted;
  int threads = 1;
};

OneNeedle anyFittingCase() {
  CaseSeed seed = *anyCase();
  seed.needles = 1;
  seed.needleWidth = std::min(seed.needleWidth, seed.width);
  seed.needleHeight = std::min(seed.needleHeight, seed.height);
  OneNeedle one{makeCase(seed), {}, {}, *rc::gen::inRange(1, 5)};
  one.pattern = exact::makePattern(one.findCase.needles[0], 0, one.findCase.scene.format(),
                                   one.findCase.options.tolerance);
  RunReport report;
  one.wanted = exact::findByReference(one.findCase.scene, one.findCase.needles,
                                      one.findCase.options, {}, report)[0];
  return one;
}

RC_GTEST_PROP(Strategies, AutomataEqualTheReference, ()) {
  const OneNeedle one = anyFittingCase();
  RC_PRE(one.pattern.allOpaque && !one.pattern.ranged && !one.pattern.impossible);
  RC_ASSERT(exact::findLinear(one.findCase.scene, one.pattern, one.threads, {}) == one.wanted);
}

RC_GTEST_PROP(Strategies, PlanesEqualTheReference, ()) {
  const OneNeedle one = anyFittingCase();
  RC_PRE(!one.pattern.impossible);
  const auto graph = exact::BlockGraph::build(one.pattern, 5000, 50000);
  RC_ASSERT(graph.has_value());
  RC_ASSERT(exact::findByPlanes(one.findCase.scene, one.pattern, *graph, one.threads, {}) ==
            one.wanted);
}

RC_GTEST_PROP(Strategies, SweepEqualsTheReference, ()) {
  const OneNeedle one = anyFittingCase();
  RC_PRE(!one.pattern.impossible);
  constexpr auto kNoLimit = std::numeric_limits<std::int64_t>::max();
  RC_ASSERT(exact::findBySweep(one.findCase.scene, one.pattern, kNoLimit, one.threads, {}) ==
            one.wanted);
  const auto bounded = exact::findBySweep(one.findCase.scene, one.pattern, 0, one.threads, {});
  // In extra parentheses: RapidCheck would otherwise decompose and print both sides.
  RC_ASSERT((!bounded || *bounded == one.wanted));
}

RC_GTEST_PROP(Strategies, CarefullySampledEqualsTheReference, ()) {
  const OneNeedle one = anyFittingCase();
  RC_PRE(!one.pattern.ranged && !one.pattern.impossible);
  const Pattern* group[] = {&one.pattern};
  const auto never = [](const Pattern&) { return std::numeric_limits<double>::infinity(); };
  const exact::Plan plan = exact::planCarefully(one.findCase.scene, group, never);
  RC_ASSERT(plan.hopeless.empty() && plan.alone.empty());
  const auto found = exact::findSampled(one.findCase.scene, group, plan, exact::RunTable(plan.runs),
                                        one.threads, {});
  RC_ASSERT(found.has_value());  // one needle never has too many
  RC_CLASSIFY(!found->dropped.empty(), "given up");
  if (found->dropped.empty()) RC_ASSERT(found->places[0] == one.wanted);
}

}  // namespace
}  // namespace espy::test
