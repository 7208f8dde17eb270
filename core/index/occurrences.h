// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

/// Converts sorted occurrences to matches of all needles that have these pictures; the first
/// `most`.
std::vector<Match> matchesOf(const NeedleIndex::State& state,
                             std::span<const Occurrence> occurrences, std::uint64_t most,
                             int threads, const Control& control);

}  // namespace espy::index
