// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"
#include "espy/engine/find.h"
#include "espy/image.h"
#include "find/match.h"

/// Selecting among many matches of one needle, whose windows have one size.
namespace espy::finders {

/// Intersection over union of two windows of this size, so many columns and rows apart.
double overlapOfLike(Size window, std::int64_t right, std::int64_t down);

/// Remembers which places were kept, so that a window of this size there overlaps one of them by
/// more than `overlap`. The scene is cut into cells so small that of one no two places are kept:
/// what is there lies in the few cells around. Where cells would have only some pixels, there is a
/// byte for each place, over which kept ones paint.
class KeptOfOneSize {
 public:
  KeptOfOneSize(Size window, Size places, double overlap);

  bool covers(std::int64_t x, std::int64_t y) const;
  void add(std::int64_t x, std::int64_t y);

 private:
  struct Kept {
    std::int32_t x;
    std::int32_t y;
  };

  Size places_;
  std::vector<std::int64_t> reach_;  ///< by rows down: so many columns to either side
  WorkVector<std::uint8_t> covered_;
  Size cell_;  ///< in which only one may be kept; 0 x 0 where each place has its byte
  Size cells_;
  WorkVector<Kept> kept_;
};

/// A number and what it belongs to.
struct Keyed {
  std::uint64_t key;
  std::uint32_t index;
};
/// Orders by key, least first, then by index; they come ordered by index.
void orderByKey(WorkVector<Keyed>& all);
/// A greater score has a lesser key; equal scores, and they alone, have equal ones.
std::uint64_t keyOfScore(double score);

/// `selectMatches` of very many matches, or peaks, of one needle that come ordered by y, then x.
/// False, and nothing done, where they are not that, or few for the room that it takes, or nearly
/// everywhere and of many scores.
template <class Place>
bool selectLike(std::vector<Place>& places, const AsMatch& asMatch, const SelectOptions& options,
                const Control& control);
extern template bool selectLike(std::vector<Match>& places, const AsMatch& asMatch,
                                const SelectOptions& options, const Control& control);
extern template bool selectLike(std::vector<Peak>& places, const AsMatch& asMatch,
                                const SelectOptions& options, const Control& control);

}  // namespace espy::finders
