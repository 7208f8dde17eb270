// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"
#include "espy/find.h"
#include "espy/image.h"
#include "find/match.h"

/// Selecting among many matches of one needle, whose windows have one size.
namespace espy::find {

/// Intersection over union of two windows of this size, so many columns and rows apart.
double overlapOfLike(Size window, std::int64_t right, std::int64_t down);

/// Remembers at which places a window of this size would overlap one that was kept by more than
/// `overlap`: a byte for each place, so that asking costs no more than looking it up. Each place is
/// painted over by few windows, since kept ones do not lie close together.
class KeptOfOneSize {
 public:
  KeptOfOneSize(Size window, Size places, double overlap);

  bool covers(std::int64_t x, std::int64_t y) const {
    return covered_[static_cast<std::size_t>(y * places_.width + x)] != 0;
  }
  void add(std::int64_t x, std::int64_t y);

 private:
  Size places_;
  std::vector<std::int64_t> reach_;  ///< by rows down: so many columns to either side
  WorkVector<std::uint8_t> covered_;
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
/// False, and nothing done, where they are not that, or few for the room that it takes.
template <class Place>
bool selectLike(std::vector<Place>& places, const AsMatch& asMatch, const SelectOptions& options,
                const Control& control);
extern template bool selectLike(std::vector<Match>& places, const AsMatch& asMatch,
                                const SelectOptions& options, const Control& control);
extern template bool selectLike(std::vector<Peak>& places, const AsMatch& asMatch,
                                const SelectOptions& options, const Control& control);

}  // namespace espy::find
