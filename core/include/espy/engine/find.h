// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "espy/engine/registry.h"
#include "espy/find.h"

#pragma GCC visibility push(default)
namespace espy {

/// Upper-left pixel of an occurrence. Sides of up to 2^32 - 1 pixels are searched.
struct Place {
  /// Uninitialised, so that memory for millions of positions is first touched by the thread that
  /// fills it (NUMA).
  Place() {}
  Place(std::uint32_t column, std::uint32_t line) : x(column), y(line) {}

  std::uint32_t x;
  std::uint32_t y;

  bool operator==(const Place&) const = default;
};

/// A candidate match, in 32 bytes: there may be one per pixel of the scene.
struct Peak {
  std::uint32_t needle = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t distanceHigh = 0;  ///< bits 64 to 79 of the distance
  double score = 1;
  std::uint64_t distance = 0;

  bool operator==(const Peak&) const = default;
};

/// Capability "flag plane": returns the flags of these matches after pass 1 or 2. Recording stages
/// such as "pass 2" and "download" is optional.
struct FlagMatches {
  static constexpr const char* kName = "flag plane";
  using Function = std::function<Image(Size scene, std::span<const Match> matches, int lastPass,
                                       const Control& control, Timeline& timeline)>;
};

/// `find` with these engines.
Finding find(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
             const FindOptions& options = {});

/// `flagPlane` with this engine. Stages: "pass 1" or "pass 2", or the engine's own.
Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass, const Control& control,
                Timeline& timeline);
Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass = 2, const Control& control = {});

/// The same for a finding: by its outlines if it has them, else by its matches.
Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                const Finding& finding, int lastPass, const Control& control, Timeline& timeline);

/// Adds `FlagMatches` of the built-in engines.
void addFind(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
