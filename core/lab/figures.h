// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/lab.h"

/// Derives the papers' figures from times.
namespace espy::lab {

/// Baseline and amount of work of a row.
struct Reference {
  std::string baseline;  ///< a strategy, for the relative speed-up; may be empty
  int baselineThreads = 1;
  double operations = 0;  ///< per run; 0: not counted
  double bytes = 0;
  double items = 0;
  double floorRate = 0;   ///< operations per second; 0: unknown
  double gpuThreads = 0;  ///< 0: not counted
};

/// A row without the values that depend on other rows.
LabRow rowOf(const MeasuredEngine& measured, bool same);

/// Computes speed-ups, efficiencies and rates from medians; `references` has one element per row.
void refer(std::vector<LabRow>& rows, const std::vector<Reference>& references);

}  // namespace espy::lab
