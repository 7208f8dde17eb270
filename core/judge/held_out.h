// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/engine/judge.h"

namespace espy::judge {

/// The AUC of this evidence, and its like.
HeldOut heldOutOf(std::span<const float> evidence, std::span<const char> yes);

/// How well a minimum score, without a judge, separates the labelled matches.
struct ScoreAlone {
  std::int64_t yes = 0;
  std::int64_t no = 0;
  /// A minimum score would drop all clicked false matches with a safe margin to the true ones.
  bool willDo = false;
};
ScoreAlone scoreAloneOf(std::span<const float> scores, std::span<const char> yes);

/// Chooses the learner with the better ranking if it beats chance and is not significantly worse
/// than the score; none if the score alone will do.
Judge::By bestOf(const Judge& judge, const ScoreAlone& score);

/// Quantile of Student's t distribution with `freedom` degrees of freedom.
double studentOf(double share, double freedom);

}  // namespace espy::judge
