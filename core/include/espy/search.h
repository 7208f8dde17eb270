// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "espy/find.h"
#include "espy/score.h"

/// Find, whichever the method: for who lets others choose it.
///
///     espy::SearchOptions options;
///     options.scored = true;
///     espy::Finding found = espy::search(registry, "auto", scene, {{needle}}, options);
namespace espy {

struct SearchOptions {
  bool scored = false;   ///< search by `score`, else by `exact`
  ExactOptions exact;    ///< where not scored
  ScoreOptions score;    ///< where scored
  SelectOptions select;  ///< which of the places become matches
};

/// `findScored` or `findExact`.
Finding search(const Registry& registry, std::string_view engine, const ImageView& scene,
               std::span<const Needle> needles, const SearchOptions& options,
               const Control& control = {});

}  // namespace espy
