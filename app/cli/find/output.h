// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/output.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// One searched image, as it is told.
struct FoundInImage {
  const std::string& image;                 ///< as written on the command line
  const std::vector<std::string>& needles;  ///< the same
  const FindOptions& method;
  Size size;
  const Finding& finding;
  const Timeline& timeline;  ///< of everything that was done for this image
  double totalMilliseconds = 0;
};

/// One line per match: IMAGE:X,Y,W,H score=S needle=FILE, with angle=A scale=F and mirrored where
/// poses were searched, at=X,Y where sub-pixels are known, and judge=P, before the needle.
void writeText(Output& out, const FoundInImage& found);

/// One line with one JSON object.
void writeJson(Output& out, const FoundInImage& found);

/// The title of the image's table of timings.
std::string timingsTitle(const FoundInImage& found);

/// Writes a score map under a name that `checkScoresTarget` took. A PGM has 16 bits: 65535 is a
/// score of 1 and 0 the method's least, 0 with sad and ssd, -1 with zncc. A TIFF has the scores
/// themselves as 32-bit floating-point numbers.
void writeScores(const std::string& path, Method method, const ScoreMap& map);

}  // namespace espy::cli
