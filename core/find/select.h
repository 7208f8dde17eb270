// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "espy/find.h"
#include "find/match.h"
#include "find/overlap_filter.h"

namespace espy::find {

/// `selectMatches` of the peaks of these needles, of which only what is kept becomes a match.
std::vector<Match> selectPeaks(std::vector<Peak>&& peaks, std::span<const Needle> needles,
                               const SelectOptions& options, const Control& control);

/// Selects among peaks that come in parts, each part worse than all before.
class Selection {
 public:
  Selection(std::span<const Needle> needles, const SelectOptions& options);

  /// Orders a part and keeps what overlaps nothing better, until there are enough.
  void take(std::vector<Peak>&& part, const Control& control);
  bool enough() const { return options_.top && kept_.size() >= *options_.top; }
  /// Hands the kept ones over.
  std::vector<Match> matches() { return std::move(kept_); }

 private:
  AsMatch asMatch_;
  SelectOptions options_;
  std::vector<Match> kept_;
  OverlapKinds kinds_;
  std::optional<OverlapFilter> filter_;  ///< once windows may cover each other
};

/// What `selectMatches` makes of exact matches at these places of each needle, ordered by y, then
/// x. All score 1, so they are taken in that order until there are enough: what is not kept never
/// becomes a match. Where needles lie everywhere the answer is most of what memory is taken for:
/// places are sieved where they stand, and given back as they become matches.
std::vector<Match> selectPlaces(std::vector<std::vector<Place>>&& places,
                                std::span<const Needle> needles, const SelectOptions& options,
                                const Control& control);

}  // namespace espy::find
