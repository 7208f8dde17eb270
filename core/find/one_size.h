// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/scratch.h"
#include "espy/engine/find.h"
#include "espy/image.h"
#include "find/match.h"

/// Overlap suppression among many matches of one needle, whose windows have one size.
namespace espy::finders {

/// Intersection over union of two windows of this size at this offset.
double overlapOfLike(Size window, std::int64_t right, std::int64_t down);

/// The columns to either side of a window, by rows up or down, at which another window of its size
/// overlaps it by more than `overlap`.
std::vector<std::int64_t> reachOf(Size window, double overlap);

/// The positions that windows of one size cover too much, a byte each.
class CoveredPositions {
 public:
  /// None at first; `reach`: of `reachOf`.
  CoveredPositions(Size positions, std::vector<std::int64_t> reach);

  bool has(std::int64_t x, std::int64_t y) const { return has(y * positions_.width + x); }
  bool has(std::int64_t position) const { return bytes_[static_cast<std::size_t>(position)] != 0; }
  /// Adds those that a window here covers.
  void cover(std::int64_t x, std::int64_t y);

 private:
  Size positions_;
  std::vector<std::int64_t> reach_;
  ScratchVector<std::uint8_t> bytes_;
};

/// The set of selected positions, with a test whether a window of this size overlaps one of them by
/// more than `overlap`. The scene is divided into cells so small that each has at most one selected
/// position, and only neighbouring cells are tested. If cells would have only a few pixels, there
/// are `CoveredPositions` instead.
class SelectedPositions {
 public:
  SelectedPositions(Size window, Size places, double overlap);

  bool covers(std::int64_t x, std::int64_t y) const;
  void add(std::int64_t x, std::int64_t y);

 private:
  struct Kept {
    std::int32_t x;
    std::int32_t y;
  };

  Size places_;
  std::vector<std::int64_t> reach_;
  std::optional<CoveredPositions> covered_;  ///< instead of cells
  Size cell_;                                ///< holds at most one
  Size cells_;
  ScratchVector<Kept> kept_;
};

/// A key and the index of its element.
struct Keyed {
  std::uint64_t key;
  std::uint32_t index;
};
/// Sorts by key, ascending, then by index. The input is ordered by index.
void orderByKey(ScratchVector<Keyed>& all);
/// Order-reversing: a greater score has a smaller key; keys are equal only for equal scores.
std::uint64_t keyOfScore(double score);

/// `selectMatches` for very many matches or peaks of one needle, ordered by y, then x. False, with
/// nothing done, if they are not, are too few for the memory needed, or are dense with many
/// different scores.
template <class Place>
bool selectLike(std::vector<Place>& places, const AsMatch& asMatch, const SelectOptions& options,
                const Control& control);
extern template bool selectLike(std::vector<Match>& places, const AsMatch& asMatch,
                                const SelectOptions& options, const Control& control);
extern template bool selectLike(std::vector<Peak>& places, const AsMatch& asMatch,
                                const SelectOptions& options, const Control& control);

}  // namespace espy::finders
