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

/// Search by block sums for all needles of a format together, with zncc, in tiles so small that
/// there are many regions, of which none, some or most are left to FFTs of the scene.
class Blocks {
 public:
  Blocks(const ScoreCase& one, int side);

  /// Number of needles with a block bound.
  std::size_t bounded() const { return needles_.size(); }
  /// Of these, the ones with ignored blocks.
  std::ptrdiff_t masked() const;

  /// How the result differs from the reference's; empty if equal. Requires `asked() > 0`.
  /// `fallback`: nanoseconds, as for `score::BlockSearch`.
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
