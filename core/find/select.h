// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "espy/engine/find.h"
#include "find/match.h"
#include "find/overlap_filter.h"
#include "find/place_reader.h"

namespace espy::finders {

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

/// What `selectMatches` makes of exact matches. All score 1, so they are taken by y, then x, then
/// needle until there are enough: what is not kept never becomes a match. Where needles lie
/// everywhere places are most of what memory is taken for, so that each needle's are selected as
/// soon as they are known. Where windows of all needles cover each other they wait for those of the
/// last one, a bit for each place at most; of many needles in one band of rows after another.
class PlaceSelection {
 public:
  PlaceSelection(Size scene, std::span<const Needle> needles, const SelectOptions& options,
                 const Control& control);

  /// How many bands of rows the scene should be searched in: 1 where needles do not wait.
  std::int64_t bands() const;
  /// The places that follow, of all needles, are in `rows` rows and count them from `first` on.
  void beginBand(std::int64_t first, std::int64_t rows);
  /// All places of a needle, or those in the band, once, by y, then x.
  void take(std::uint32_t needle, std::vector<Place>&& places);
  /// False: there are enough, and no other band is needed.
  bool endBand(bool last = false);
  /// Of all needles whose places were taken, once.
  std::vector<Match> matches();

 private:
  bool together() const;
  void leaveBest();

  Size scene_;
  std::span<const Needle> needles_;
  SelectOptions options_;
  const Control& control_;
  std::vector<PlaceReader> readers_;
  std::uint64_t count_ = 0;  ///< of places in lists
  // Where needles wait.
  std::int64_t first_ = 0;
  std::int64_t rows_;
  std::optional<OverlapFilter> filter_;
  std::vector<Match> kept_;
};

}  // namespace espy::finders
