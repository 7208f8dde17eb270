// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "espy/engine/lab.h"

namespace espy::desktop {

/// Texts of a report that table and chart share.

/// Whether the strategy was measured beyond the warm-up run.
inline bool hasLabFigures(const LabRow& row) {
  return row.refusal.empty() && row.work.count > 0;
}

/// Whether a row is a baseline: a later row of the point has the same strategy. A point may have a
/// strategy on one thread and on all; the last row is the result.
bool isBaseline(const LabPoint& point, std::size_t row);

/// "openmp-lock", or "openmp-lock, 1 thread" if the point has several rows of the strategy.
QString labelOf(const LabPoint& point, std::size_t row);
/// "cannot run here: no driver was found".
QString refusalOf(const LabRow& row);
/// "✓ same"; empty if it has not run.
QString samenessOf(const LabRow& row);
/// "0.171 – 0.183", or one number.
QString rangeOf(const LabPublished& published);
/// "published, milliseconds: 0.171 – 0.183. What the paper says of it."
QString sentenceOf(const LabPublished& published);
/// "signal-sad: samples 100000, length 500,1000".
QString settingsOf(const LabReport& report);
/// The swept parameter, or null.
const LabParameter* sweptOf(const LabReport& report);

}  // namespace espy::desktop
