// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "common/output.h"
#include "espy/engine/all.h"

namespace espy::cli {

/// What was found in one data file.
struct FoundInData {
  const std::string& data;
  const MotifTask& task;
  double rate;  ///< samples of the data a second; 0 if nobody says
  const MotifFinding& finding;
  const Timeline& timeline;
  double totalMilliseconds;
};

/// A line for each match.
void writeMotifText(Output& out, const FoundInData& found);
/// One object, one line.
void writeMotifJson(Output& out, const FoundInData& found);
/// What stands above the table of stages.
std::string motifTimingsTitle(const FoundInData& found);
/// The matches as marks; the ending chooses the format.
void writeMotifMarks(const std::string& path, const FoundInData& found);
/// The path of the best match's channels as CSV; without a match only the title.
void writeMotifPath(const std::string& path, const FoundInData& found);

}  // namespace espy::cli
