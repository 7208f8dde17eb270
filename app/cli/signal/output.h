// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "common/output.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// Result of one data file, for output.
struct FoundInData {
  const std::string& data;
  const MotifTask& task;
  double rate;  ///< sampling rate of the data, Hz; 0: unknown
  const MotifFinding& finding;
  const Timeline& timeline;
  double totalMilliseconds;
};

/// One line per match.
void writeMotifText(Output& out, const FoundInData& found);
/// One JSON object on one line.
void writeMotifJson(Output& out, const FoundInData& found);
/// Title of the table of timings.
std::string motifTimingsTitle(const FoundInData& found);
/// Writes the matches as annotations; the suffix determines the format.
void writeMotifMarks(const std::string& path, const FoundInData& found);
/// Writes the warping path of the best match as CSV; without a match only the header.
void writeMotifPath(const std::string& path, const FoundInData& found);

}  // namespace espy::cli
