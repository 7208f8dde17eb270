// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/score.h"

namespace espy::cli {

/// Writes a score map under a name that `checkScoresTarget` took. A PGM has 16 bits: 65535 is a
/// score of 1 and 0 the method's least, 0 with sad and ssd, -1 with zncc. A TIFF has the scores
/// themselves as 32-bit floating-point numbers.
void writeScores(const std::string& path, Method method, const ScoreMap& map);

}  // namespace espy::cli
