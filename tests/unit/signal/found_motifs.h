// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Shared by tests of the definition: the reference's matches and two named constants.
#pragma once

#include <limits>
#include <vector>

#include "espy/engine/all.h"
#include "support/motifs.h"

namespace espy::test {

constexpr double kNone = std::numeric_limits<double>::infinity();
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

inline std::vector<MotifMatch> found(const MotifTask& task) {
  return findMotif(allEngines(), "reference", task).matches;
}
inline std::vector<MotifMatch> found(const OwnedMotifTask& task) {
  return found(task.view());
}

}  // namespace espy::test
