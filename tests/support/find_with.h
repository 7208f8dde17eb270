// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "espy/engine/all.h"

/// Overloads of `find` with an engine and the options that a test is about.
namespace espy {

inline Finding search(const Registry& registry, std::string_view engine, const Scene& scene,
                      std::span<const Needle> needles, FindOptions options,
                      const Control& control = {}) {
  options.engine = engine;
  options.control = control;
  return find(registry, scene, needles, options);
}

inline Finding findExact(const Registry& registry, std::string_view engine, const Scene& scene,
                         std::span<const Needle> needles, const ExactOptions& exact = {},
                         const SelectOptions& select = {}, const Control& control = {}) {
  return search(registry, engine, scene, needles,
                {.tolerance = exact.tolerance, .distances = exact.distances, .select = select},
                control);
}

inline Finding findPosed(const Registry& registry, std::string_view engine, const Scene& scene,
                         std::span<const Needle> needles, const ScoreOptions& score,
                         const PoseOptions& pose, const SelectOptions& select = {},
                         const Control& control = {}) {
  return search(registry, engine, scene, needles,
                {.method = score.method,
                 .minScore = score.minScore,
                 .weighted = score.weighted,
                 .channelMeans = score.channelMeans,
                 .wantBest = score.wantBest,
                 .pose = pose,
                 .select = select},
                control);
}

inline Finding findScored(const Registry& registry, std::string_view engine, const Scene& scene,
                          std::span<const Needle> needles, const ScoreOptions& score = {},
                          const SelectOptions& select = {}, const Control& control = {}) {
  return findPosed(registry, engine, scene, needles, score, {}, select, control);
}

}  // namespace espy
