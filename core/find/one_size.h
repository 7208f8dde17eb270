// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "espy/engine/find.h"
#include "espy/image.h"
#include "find/match.h"

/// Overlap suppression among many matches of one needle, whose windows have one size.
namespace espy::finders {

/// Intersection over union of two windows of this size at this offset.
double overlapOfLike(Size window, std::int64_t right, std::int64_t down);

/// The set of selected positions, with a test whether a window of this size overlaps one of them by
/// more than `overlap`. The scene is divided into cells so small that each has at most one selected
/// position, and only neighbouring cells are tested. If cells would have only a few pixels, there
/// is instead a byte for each position, set in the neighbourhood of selected ones.
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
  std::vector<std::int64_t> reach_;  ///< by row offset: maximal column offset
  ScratchVector<std::uint8_t> covered_;
  Size cell_;  ///< holds at most one; 0 x 0 if each position has a byte
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
