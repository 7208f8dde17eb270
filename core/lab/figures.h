// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/lab.h"

/// The figures that the papers print, from times.
namespace espy::lab {

/// What a row refers to, and what was done in its time.
struct Reference {
  std::string baseline;  ///< a strategy, for RS; may be empty
  int baselineThreads = 1;
  double operations = 0;  ///< of a run; 0: not counted
  double bytes = 0;
  double items = 0;
  double floorRate = 0;  ///< operations a second; 0: unknown
};

/// A row without what refers to other rows.
LabRow rowOf(const MeasuredEngine& measured, bool same);

/// Fills in speed-ups, efficiencies and rates, from medians; `references` has one for each row.
void refer(std::vector<LabRow>& rows, const std::vector<Reference>& references);

}  // namespace espy::lab
