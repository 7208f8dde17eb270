// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/output.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// Result of one image, for output.
struct FoundInImage {
  const std::string& image;                 ///< as on the command line
  const std::vector<std::string>& needles;  ///< as on the command line
  const FindOptions& method;
  Size size;
  const Finding& finding;
  const Timeline& timeline;  ///< of all stages for this image
  double totalMilliseconds = 0;
};

/// One line per match: IMAGE:X,Y,W,H score=S [angle=A scale=F [mirrored]] [at=X,Y] [judge=P]
/// needle=FILE.
void writeText(Output& out, const FoundInImage& found);

/// One JSON object on one line.
void writeJson(Output& out, const FoundInImage& found);

/// Title of the table of timings.
std::string timingsTitle(const FoundInImage& found);

/// Writes a score map to a path that `checkScoresTarget` accepted. PGM has 16 bits: 65535 is score
/// 1, and 0 is the method's minimum, 0 with sad and ssd, -1 with zncc. TIFF has 32-bit
/// floating-point scores.
void writeScores(const std::string& path, Method method, const ScoreMap& map);

}  // namespace espy::cli
