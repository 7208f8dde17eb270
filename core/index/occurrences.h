// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "espy/control.h"
#include "espy/engine/needle_index.h"

namespace espy::index {

/// A found picture of a segment, by position.
struct Occurrence {
  FoundPicture found;
  std::uint32_t segment = 0;

  auto operator<=>(const Occurrence&) const = default;
};

/// Sorts occurrences whose upper rows are among these.
void sortByPosition(std::vector<Occurrence>& occurrences, SceneRows rows, int threads,
                    const Control& control);

/// Calls `take` for the matches of all needles that have the pictures of sorted occurrences, by y,
/// then x, then needle, until it returns false.
void forEachMatch(const NeedleIndex::State& state, std::span<const Occurrence> occurrences,
                  const Control& control, const std::function<bool(const Match&)>& take);

/// Appends all of these matches.
void addMatches(const NeedleIndex::State& state, std::span<const Occurrence> occurrences,
                int threads, const Control& control, std::vector<Match>& matches);

}  // namespace espy::index
