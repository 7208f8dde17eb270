// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string_view>

#include "espy/espy.h"

namespace espy::test {

enum class Fault { movedPlace, missingPlace, wrongFlag };

/// Adds an engine "faulty": the sequential one with one planted fault, to show that tests see it.
inline void addFaultyEngine(Registry& registry, Fault fault) {
  registry.addEngine({"faulty", true, "1 thread", "the sequential engine with a planted fault"});
  const auto find = registry.get<FindExact>("sequential");
  registry.add<FindExact>(
      "faulty", [=](const ImageView& scene, std::span<const Needle> needles,
                    const ExactOptions& options, const Control& control, RunReport& report) {
        auto places = find(scene, needles, options, control, report);
        report.engine = "faulty";
        for (auto& ofNeedle : places) {
          if (ofNeedle.empty()) continue;
          if (fault == Fault::movedPlace) ofNeedle.back().x ^= 1U;
          if (fault == Fault::missingPlace) ofNeedle.pop_back();
          break;
        }
        return places;
      });
  const auto flag = registry.get<FlagMatches>("sequential");
  registry.add<FlagMatches>("faulty", [=](Size scene, std::span<const Match> matches, int lastPass,
                                          const Control& control) {
    Image flags = flag(scene, matches, lastPass, control);
    if (fault == Fault::wrongFlag) {
      std::uint8_t& last = *flags.pixels().pixel(scene.width - 1, scene.height - 1);
      last = last == 0 ? 1 : 0;
    }
    return flags;
  });
}

/// All engines of this build; with ESPY_PLANT_FAULT set, the faulty one besides. CTest runs the
/// differential tests that way too and expects them to fail.
inline Registry registryUnderTest() {
  Registry registry = makeRegistry();
  if (std::getenv("ESPY_PLANT_FAULT") != nullptr) addFaultyEngine(registry, Fault::wrongFlag);
  return registry;
}

}  // namespace espy::test
