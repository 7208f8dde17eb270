// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/engine/judge.h"

namespace espy::judge {

/// How well this evidence tells those that are true from the others.
HeldOut heldOutOf(std::span<const float> evidence, std::span<const char> yes);

/// What clicks tell of the score alone.
struct ScoreAlone {
  std::int64_t yes = 0;
  std::int64_t no = 0;
  /// A minimum would leave out all false ones that were clicked, with room to spare for true ones
  /// that were not.
  bool willDo = false;
};
ScoreAlone scoreAloneOf(std::span<const float> scores, std::span<const char> yes);

/// Who is taken, by how well each did: the learner that orders better, if that is more than chance
/// makes of so many clicks, and not so much less than the score that chance would not; and none
/// where the score will do.
Judge::By bestOf(const Judge& judge, const ScoreAlone& score);

}  // namespace espy::judge
