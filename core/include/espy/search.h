// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
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

/// The overlap that is usual with scored methods: windows that share two thirds of their pixels are
/// the same thing seen twice. Exact matches may overlap as they like.
inline constexpr double kScoredOverlap = 0.5;

struct SearchOptions {
  bool scored = false;   ///< search by `score`, else by `exact`
  ExactOptions exact;    ///< where not scored
  ScoreOptions score;    ///< where scored
  SelectOptions select;  ///< which of the places become matches

  /// Whether `Match::distance` says anything.
  bool hasDistance() const { return !scored || score.method != Method::zncc; }
};

/// What people write for a scored method, in the order of `Method`.
inline constexpr std::array<const char*, 3> kMethodNames{"sad", "ssd", "zncc"};
/// What they write for the method of these options: one of the above, or "exact".
const char* methodName(const SearchOptions& options);

/// `findScored` or `findExact`.
Finding search(const Registry& registry, std::string_view engine, const ImageView& scene,
               std::span<const Needle> needles, const SearchOptions& options,
               const Control& control = {});

}  // namespace espy
