// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Adversarial searches for needles in any pose.
#include <utility>

#include "bench/worst_cases.h"

namespace espy::bench {

std::vector<WorstCase> poseCases() {
  std::vector<WorstCase> cases;
  const auto add = [&](Scenery scenery, Size scene, Size needle, Method method,
                       std::uint64_t top) -> WorstCase& {
    WorstCase one;
    one.scenery = scenery;
    one.scene = scene;
    one.needles.assign(1, needle);
    one.search.method = method;
    one.search.minScore = 0.9;
    one.search.select.overlap = kScoredOverlap;
    one.search.select.top = top;
    one.search.pose.angle = {-180, 180, 0};
    cases.push_back(std::move(one));
    return cases.back();
  };
  for (const Method method : {Method::sad, Method::ssd, Method::zncc}) {
    for (const Scenery scenery : {Scenery::stripes, Scenery::checkerboard, Scenery::noise,
                                  Scenery::gradient, Scenery::tiled}) {
      add(scenery, {700, 700}, {64, 48}, method, 1);
      add(scenery, {300, 300}, {64, 48}, method, 5).foreign = true;
    }
    add(Scenery::gradient, {200, 160}, {12, 14}, method, 1).search.pose.scale = {2, 2, 0};
    add(Scenery::gradient, {200, 160}, {24, 28}, method, 1).nearest = true;
  }
  for (const Scenery scenery : {Scenery::flat, Scenery::nearFlat, Scenery::flawed}) {
    for (const Size size : {Size{300, 300}, Size{700, 700}}) {
      add(scenery, size, {12, 12}, Method::sad, 1).search.pose.angle.step = 1;
      add(scenery, size, {64, 48}, Method::ssd, 1);
    }
  }
  return cases;
}

}  // namespace espy::bench
