// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/image.h"
#include "espy/registry.h"
#include "espy/resident.h"
#include "espy/timeline.h"

/// Where in this picture is that picture?
///
///     espy::Finding found = espy::findExact(registry, "auto", scene, {{needle}});
///     for (const espy::Match& match : found.matches) std::cout << match.x << ',' << match.y;
namespace espy {

/// A picture to look for. Its pixels take part where its alpha is not 0 and, if it has a mask,
/// where the mask is not 0. Grey meets colour as red = green = blue; an 8-bit v meets 16 bits as
/// 257 v.
struct Needle {
  ImageView picture;
  std::optional<ImageView> mask;  ///< grey, of the needle's size
};

struct ExactOptions {
  /// A pixel matches if none of its colour samples differs by more than this. In units of the
  /// picture's samples, of the 16-bit side where the depths differ.
  int tolerance = 0;
  /// Tell each match's distance, which with a tolerance means to compare its window once more.
  bool distances = true;
};

/// The upper-left pixel of an occurrence. Sides of up to 2^32 - 1 pixels are searched.
struct Place {
  /// Sets nothing, so that memory for millions of places is first touched by who fills it in.
  Place() {}
  Place(std::uint32_t column, std::uint32_t line) : x(column), y(line) {}

  std::uint32_t x;
  std::uint32_t y;

  bool operator==(const Place&) const = default;
};

/// One found needle.
struct Match {
  std::uint32_t needle = 0;  ///< index into the needles that were given
  std::uint32_t x = 0;       ///< upper-left pixel
  std::uint32_t y = 0;
  std::uint32_t width = 0;  ///< the window: the needle's size
  std::uint32_t height = 0;
  /// What the distance has beyond 64 bits, times 2^64: more than 0 only with ssd and needles of
  /// more than 16 million 16-bit samples. `digitsOfDistance` tells both together.
  std::uint32_t distanceHigh = 0;
  double score = 1;  ///< 1 is identical
  /// The sum of absolute differences (squared ones with ssd) over the compared samples; 0 with
  /// zncc.
  std::uint64_t distance = 0;

  bool operator==(const Match&) const = default;
};

/// The whole distance as a decimal number.
std::string digitsOfDistance(const Match& match);

/// Which of the places become matches, once all places are known.
struct SelectOptions {
  /// Drop a match whose overlap (intersection over union) with a better one exceeds this; 1 keeps
  /// all.
  double overlap = 1;
  /// Compare overlaps over all needles together, not only within one.
  bool across = false;
  /// Keep the best so many, over all needles.
  std::optional<std::uint64_t> top;
};

/// The capability "exact find": all places of every needle, ordered by y, then x.
struct FindExact {
  static constexpr const char* kName = "exact find";
  using Function = std::function<std::vector<std::vector<Place>>(
      const ImageView& scene, std::span<const Needle> needles, const ExactOptions& options,
      const Control& control, RunReport& report)>;
};

/// The capability "exact find in a resident picture": the same places, of a picture that this
/// engine keeps. Whoever has it has `DistancesResident` too.
struct FindExactResident {
  static constexpr const char* kName = "exact find in a resident picture";
  using Function = std::function<std::vector<std::vector<Place>>(
      ResidentPicture& scene, std::span<const Needle> needles, const ExactOptions& options,
      const Control& control, RunReport& report)>;
};

/// The capability "distances in a resident picture": fills in `distance` of matches that
/// `FindExactResident` found in this picture with a tolerance.
struct DistancesResident {
  static constexpr const char* kName = "distances in a resident picture";
  using Function = std::function<void(ResidentPicture& scene, std::span<const Needle> needles,
                                      std::span<Match> matches, const Control& control)>;
};

/// The capability "flag plane": the flags (flags.h) of these matches after pass 1 or pass 2.
struct FlagMatches {
  static constexpr const char* kName = "flag plane";
  using Function = std::function<Image(Size scene, std::span<const Match> matches, int lastPass,
                                       const Control& control)>;
};

struct Finding {
  std::vector<Match> matches;  ///< by score (best first), then y, then x, then needle
  std::optional<Match> best;   ///< the nearest place where nothing reached a minimum score
  RunReport report;
  std::string choice;    ///< why this engine, where the caller did not name one
  std::string fallback;  ///< why another engine than the chosen one had to finish, or empty
};

/// Finds every needle, selects, and orders. `engine` is a name in the registry or `auto`, which
/// takes a graphics card only where the search is long, and another engine where the card fails; an
/// engine that was named is never replaced. Throws `badUse` for an empty needle, one without an
/// opaque pixel, a mask of another size and a negative tolerance; a needle larger than the scene is
/// found nowhere.
Finding findExact(const Registry& registry, std::string_view engine, const ImageView& scene,
                  std::span<const Needle> needles, const ExactOptions& options = {},
                  const SelectOptions& select = {}, const Control& control = {});

/// The same in a picture that an engine keeps, searched by that engine.
Finding findExact(const Registry& registry, ResidentPicture& scene, std::span<const Needle> needles,
                  const ExactOptions& options = {}, const SelectOptions& select = {},
                  const Control& control = {});

/// Applies overlap and top to matches and orders them.
void selectMatches(std::vector<Match>& matches, const SelectOptions& options,
                   const Control& control = {});

/// Adds this room's functions for the built-in engines.
void addFind(Registry& registry);

}  // namespace espy
