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

/// The part of `FindOptions` that exact search needs.
struct ExactOptions {
  int tolerance = 0;
  bool distances = true;
  /// If set, an engine may pass all positions of a needle to it as soon as they are complete, on
  /// the calling thread, instead of returning them, to bound memory.
  std::function<void(std::uint32_t needle, std::vector<Place>&& places)> take = {};
};

/// Capability "exact find": returns all positions of every needle, ordered by y, then x, except
/// those passed to `ExactOptions::take`.
struct FindExact {
  static constexpr const char* kName = "exact find";
  using Function = std::function<std::vector<std::vector<Place>>(
      const Scene& scene, std::span<const Needle> needles, const ExactOptions& options,
      const Control& control, RunReport& report)>;
};

/// Capability "distances": fills in `distance` of matches that `FindExact` found with a tolerance.
/// For engines whose kept pictures the program cannot read.
struct FillDistances {
  static constexpr const char* kName = "distances";
  using Function = std::function<void(const Scene& scene, std::span<const Needle> needles,
                                      std::span<Match> matches, const Control& control)>;
};

/// Adds exact search by the built-in engines.
void addExact(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
