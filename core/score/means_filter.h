// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "picture/means_map.h"
#include "score/means_bound.h"
#include "score/row_loops.h"

namespace espy::score {

/// Asks a bound of many places at once, whose means lie as in `MeansMap`. Nothing is kept of them
/// but a bit for each.
class MeansFilter {
 public:
  /// Does everything fit into the lanes of registers?
  static bool can(const MeansBound& bound, Method method);

  /// What a place takes with so many blocks, as measured on one core.
  static double nanoseconds(const MeansBound& bound, Method method);

  MeansFilter(const MeansBound& bound, Method method);

  /// What a thread works in.
  struct Scratch {
    WorkVector<std::int32_t> terms;  ///< of rows of means: what does not depend on the needle
    WorkVector<std::int32_t> sums;   ///< of those, for four rows of places
  };

  using Marks = score::Marks;

  /// Asks `positions` windows of blocks beside each other in each of `count` rows. The means'
  /// first row is that of the first windows' first blocks; rows of blocks, and rows of windows, are
  /// as far apart as the planes' rows. Marks those that may reach the
  /// score and whose bit in `valid` is set.
  void ask(const picture::SamplePlanes& means, std::int64_t positions, std::int64_t count,
           const std::uint64_t* valid, const Marks& marks, Scratch& scratch) const;

 private:
  void askSquares(const picture::SamplePlanes& means, std::int64_t positions, std::int64_t count,
                  const std::uint64_t* valid, const Marks& marks, Scratch& scratch) const;
  /// What a row of means adds to S of the windows that it is in.
  void termsOf(const picture::SamplePlanes& means, std::int64_t row, std::int64_t positions,
               std::int32_t* to) const;

  const RowLoops& loops_;
  Size grid_;
  std::int32_t limit_ = 0;                     ///< of what is compared
  std::optional<ProductTaps> products_;        ///< ssd: T - 128
  std::optional<DifferenceTaps> differences_;  ///< sad
};

}  // namespace espy::score
