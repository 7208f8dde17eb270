// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/score.h"
#include "score/batch.h"

namespace espy::score {

/// Collects the peaks of a search part by part. On flat areas every position of every needle is
/// one: a needle's peaks are selected as soon as they are complete, if allowed
/// (`ScoreOptions::overlap`), and several needles are searched together only while they have few.
class FoundPeaks {
 public:
  using Workers = std::vector<std::unique_ptr<TileWorker>>;

  FoundPeaks(Size scene, std::span<const Needle> needles, const ScoreOptions& options,
             const Control& control)
      : scene_(scene),
        needles_(needles),
        options_(options),
        control_(control),
        first_(options.most.value_or(0), needles.size()) {}

  /// May overlapped peaks be dropped?
  bool selects() const { return options_.overlap < 1 && !options_.after; }

  /// Limit of the peaks per thread while this many needles are searched together.
  std::optional<std::uint64_t> mostOf(std::size_t needles) const {
    if (options_.most || needles == 1 || !selects()) return options_.most;
    return std::max(std::int64_t{1} << 16, scene_.pixels() / 8);
  }
  /// Limits a list of the peaks of this many needles.
  void limit(finders::PeakList& list, std::size_t needles) const {
    if (firstNeedles()) {
      list.keepNeedles(first_);
    } else {
      list.keepBest(mostOf(needles), options_.after);
    }
  }
  /// Are a needle's peaks kept (`ScoreOptions::firstNeedles`)?
  bool wants(const ScoredNeedle& needle) const { return first_.wants(needle.index); }

  /// Has a list so many peaks that these needles must be searched in smaller groups?
  bool tooMany(const finders::PeakList& list, std::size_t needles) const {
    const std::optional<std::uint64_t> most = mostOf(needles);
    if (options_.most || !most) return false;
    return list.dropped() || static_cast<std::uint64_t>(list.end() - list.begin()) > *most;
  }

  /// Frees cached memory before lists of very many peaks.
  void makeRoom() const;

  /// Appends the peaks of a part of the search. `complete`: there are no others of these needles,
  /// so that they may be selected.
  void take(finders::PeakList& list, bool complete = false);
  void take(const Workers& workers, bool complete = false);
  /// `dropped`: the worst were left out.
  void take(std::vector<std::vector<Peak>>&& lists, bool dropped, bool complete);

  /// All peaks, ordered by needle, then y, then x.
  ScoredPlaces ordered();

 private:
  bool firstNeedles() const { return options_.firstNeedles && options_.most; }
  std::size_t count() const;
  void takeSelected(std::vector<std::vector<Peak>>&& lists);
  void drop();

  Size scene_;
  std::span<const Needle> needles_;
  const ScoreOptions& options_;
  const Control& control_;
  std::vector<std::vector<Peak>> peaks_;
  bool leftOut_ = false;                ///< worse peaks were dropped
  mutable finders::NeedleLimit first_;  ///< with `firstNeedles`
};

}  // namespace espy::score
