// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "espy/engine/find.h"
#include "espy/engine/registry.h"
#include "espy/engine/scene.h"

#pragma GCC visibility push(default)
namespace espy {

/// What of `FindOptions` exact search needs.
struct ExactOptions {
  int tolerance = 0;
  bool distances = true;
  /// An engine may hand over all places of a needle as soon as it knows them, from the thread that
  /// called it, instead of returning them, so that not all needles' places are in memory at once.
  std::function<void(std::uint32_t needle, std::vector<Place>&& places)> take = {};
};

/// The capability "exact find": all places of every needle, ordered by y, then x, but for those
/// that were handed over (`ExactOptions::take`).
struct FindExact {
  static constexpr const char* kName = "exact find";
  using Function = std::function<std::vector<std::vector<Place>>(
      const Scene& scene, std::span<const Needle> needles, const ExactOptions& options,
      const Control& control, RunReport& report)>;
};

/// The capability "distances": fills in `distance` of matches that `FindExact` found with a
/// tolerance. For engines that keep pictures which the program cannot read.
struct FillDistances {
  static constexpr const char* kName = "distances";
  using Function = std::function<void(const Scene& scene, std::span<const Needle> needles,
                                      std::span<Match> matches, const Control& control)>;
};

/// Adds exact search by the built-in engines.
void addExact(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
