// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/image.h"
#include "espy/registry.h"
#include "espy/scene.h"

#pragma GCC visibility push(default)
/// Where in this picture is that picture?
///
///     espy::Finding found = espy::findExact(registry, "auto", scene, {{needle}});
///     for (const espy::Match& match : found.matches) std::cout << match.x << ',' << match.y;
namespace espy {

/// What counts as identical.
struct ExactOptions {
  /// A pixel matches if none of its colour samples differs by more than this. In units of the
  /// picture's samples, of the 16-bit side where the depths differ.
  int tolerance = 0;
  /// Tell each match's distance, which with a tolerance means to compare its window once more.
  bool distances = true;
  /// An engine may hand over all places of a needle as soon as it knows them, from the thread that
  /// called it, instead of returning them: so not all needles' are there at a time.
  std::function<void(std::uint32_t needle, std::vector<Place>&& places)> take = {};
};

/// The capability "exact find": all places of every needle, ordered by y, then x; but for those
/// that were handed over (`ExactOptions::take`).
struct FindExact {
  static constexpr const char* kName = "exact find";
  using Function = std::function<std::vector<std::vector<Place>>(
      const Scene& scene, std::span<const Needle> needles, const ExactOptions& options,
      const Control& control, RunReport& report)>;
};

/// The capability "distances": fills in `distance` of matches that `FindExact` found with a
/// tolerance. Needed of engines that keep pictures where the program cannot read them.
struct FillDistances {
  static constexpr const char* kName = "distances";
  using Function = std::function<void(const Scene& scene, std::span<const Needle> needles,
                                      std::span<Match> matches, const Control& control)>;
};

/// Finds every needle, selects, and orders. `engine` is a name in the registry or `auto`, which
/// takes a graphics card only where the search is long, and another engine where the card fails; an
/// engine that was named is never replaced. A picture that an engine keeps is searched by that
/// engine, and refused (`badUse`) with the name of another. Throws `badUse` for an empty needle,
/// one without an opaque pixel, a mask of another size and a negative tolerance; a needle larger
/// than the scene is found nowhere.
Finding findExact(const Registry& registry, std::string_view engine, const Scene& scene,
                  std::span<const Needle> needles, const ExactOptions& options = {},
                  const SelectOptions& select = {}, const Control& control = {});

/// Adds this room's functions for the built-in engines.
void addExact(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
