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

/// `selectMatches` for peaks of these needles; only selected ones are converted to matches.
std::vector<Match> selectPeaks(std::vector<Peak>&& peaks, std::span<const Needle> needles,
                               const SelectOptions& options, const Control& control);

/// Selection from peaks in parts, each part worse than those before.
class Selection {
 public:
  Selection(std::span<const Needle> needles, const SelectOptions& options);

  /// Sorts a part and keeps what overlaps nothing better, until there are enough.
  void take(std::vector<Peak>&& part, const Control& control);
  bool enough() const { return options_.top && kept_.size() >= *options_.top; }
  /// Do selected windows cover all positions of a needle? Then none of its peaks can follow.
  /// `positions`: their number across and down. Each is tested once in all calls.
  bool coversAll(std::uint32_t needle, Size positions, const Control& control);
  /// Moves the result out.
  std::vector<Match> matches() { return std::move(kept_); }

 private:
  AsMatch asMatch_;
  SelectOptions options_;
  std::vector<Match> kept_;
  OverlapKinds kinds_;
  std::optional<OverlapFilter> filter_;  ///< set once windows may overlap too much
  std::vector<Place> uncovered_;         ///< by needle: all positions before it are covered
};

/// `selectMatches` for exact matches, from lists of positions. All score 1, so they are selected by
/// y, then x, then needle until there are enough; others are never converted to matches. Where
/// needles match everywhere positions dominate the memory, so each needle's are selected as soon as
/// they are known. If windows of different needles suppress each other, positions are stored until
/// those of the last needle are known, with at most a bit per pixel; for many needles in bands of
/// rows.
class PlaceSelection {
 public:
  PlaceSelection(Size scene, std::span<const Needle> needles, const SelectOptions& options,
                 const Control& control);

  /// Number of bands of rows in which the scene should be searched; 1 if positions are not stored.
  std::int64_t bands() const;
  /// Starts a band of `rows` rows; the following positions count rows from `first` on.
  void beginBand(std::int64_t first, std::int64_t rows);
  /// Adds all positions of a needle, or those in the band, once, by y, then x.
  void take(std::uint32_t needle, std::vector<Place>&& places);
  /// False if enough are selected and no other band is needed.
  bool endBand(bool last = false);
  /// The matches of all needles that were added. To be called once.
  std::vector<Match> matches();

 private:
  bool together() const;
  void keepTop();

  Size scene_;
  std::span<const Needle> needles_;
  SelectOptions options_;
  const Control& control_;
  std::vector<PlaceReader> readers_;
  std::uint64_t count_ = 0;  ///< of positions in lists
  // If needles suppress each other.
  std::int64_t first_ = 0;
  std::int64_t rows_;
  std::optional<OverlapFilter> filter_;
  std::vector<Match> kept_;
};

}  // namespace espy::finders
