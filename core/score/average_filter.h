// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "picture/block_averages.h"
#include "score/average_bound.h"
#include "score/row_loops.h"

namespace espy::score {

/// Tests many positions at once with a `AverageBound`, on averages in the layout of
/// `BlockAverages`. The result is a bit per position.
class AverageFilter {
 public:
  /// Do all sums fit into the SIMD lanes?
  static bool can(const AverageBound& bound, Method method);

  /// Cost per position, measured on one core.
  static double nanoseconds(const AverageBound& bound, Method method);

  AverageFilter(const AverageBound& bound, Method method);

  /// One thread's scratch buffers.
  struct Scratch {
    ScratchVector<std::int32_t> terms;  ///< of rows of averages: the needle-independent part
    ScratchVector<std::int32_t> sums;   ///< the same, for four rows of positions
  };

  using Marks = score::Marks;

  /// Tests `positions` neighbouring windows of blocks in each of `count` rows. The first row of
  /// `means` is that of the first windows' first blocks; rows of blocks and of windows have the
  /// pitch of the planes. Marks those that may reach the score and whose bit in `valid` is set.
  void ask(const picture::SamplePlanes& means, std::int64_t positions, std::int64_t count,
           const std::uint64_t* valid, const Marks& marks, Scratch& scratch) const;

 private:
  void askSquares(const picture::SamplePlanes& means, std::int64_t positions, std::int64_t count,
                  const std::uint64_t* valid, const Marks& marks, Scratch& scratch) const;
  /// Writes what a row of averages adds to S of its windows.
  void termsOf(const picture::SamplePlanes& means, std::int64_t row, std::int64_t positions,
               std::int32_t* to) const;

  const RowLoops& loops_;
  Size grid_;
  std::int32_t limit_ = 0;                     ///< compared with the sums
  std::optional<ProductTaps> products_;        ///< ssd: T - 128
  std::optional<DifferenceTaps> differences_;  ///< sad
};

}  // namespace espy::score
