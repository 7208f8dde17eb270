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
  /// Leaves the members uninitialised, so that memory for millions of places is first touched by
  /// the thread that fills it.
  Place() {}
  Place(std::uint32_t column, std::uint32_t line) : x(column), y(line) {}

  std::uint32_t x;
  std::uint32_t y;

  bool operator==(const Place&) const = default;
};

/// A candidate for a match, in 32 bytes: there may be one for each pixel of the scene.
struct Peak {
  std::uint32_t needle = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t distanceHigh = 0;  ///< the distance's bits beyond 64
  double score = 1;
  std::uint64_t distance = 0;

  bool operator==(const Peak&) const = default;
};

/// The capability "flag plane": the flags of these matches after pass 1 or 2. Stages such as
/// "pass 2" and "download" are optional.
struct FlagMatches {
  static constexpr const char* kName = "flag plane";
  using Function = std::function<Image(Size scene, std::span<const Match> matches, int lastPass,
                                       const Control& control, Timeline& timeline)>;
};

/// `find` among these engines.
Finding find(const Registry& registry, const Scene& scene, std::span<const Needle> needles,
             const FindOptions& options = {});

/// `flagPlane` by this engine. Its stage is "pass 1" or "pass 2", or those that the engine writes.
Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass, const Control& control,
                Timeline& timeline);
Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                std::span<const Match> matches, int lastPass = 2, const Control& control = {});

/// Adds `FlagMatches` of the built-in engines.
void addFind(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
