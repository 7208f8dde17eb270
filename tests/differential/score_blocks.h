// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "differential/score_case.h"
#include "score/by_blocks.h"
#include "score/needle.h"

namespace espy::test {

/// Sums of blocks, asked of all needles of a form together in tiles so small that there are many
/// regions, of which none, some or most are left to transforms of the scene itself. With zncc.
class Blocks {
 public:
  Blocks(const ScoreCase& one, int side);

  /// Of how many needles it tells anything.
  std::size_t asked() const { return needles_.size(); }
  /// Not all blocks of which count.
  std::ptrdiff_t masked() const;

  /// How the answer differs from the reference's; empty where it does not. There must be needles
  /// that are asked. `fallback`: nanoseconds, as for `score::BlockSearch`.
  std::string difference(double fallback, int threads, bool direct);
  /// Whether all can be multiplied block by block.
  bool canDirectly() const;

 private:
  const ScoreCase& case_;
  Control control_;
  std::vector<score::ScoredNeedle> needles_;
  std::vector<score::BlockBound> bounds_;
};

}  // namespace espy::test
