// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "espy/engine/lab.h"

namespace espy::desktop {

/// What people read of a report, in table and chart alike.

/// Was it measured, beyond the first run?
inline bool hasLabFigures(const LabRow& row) {
  return row.refusal.empty() && row.work.count > 0;
}

/// A point has the same strategy on one thread and on all; the last of them is the strategy itself,
/// the others are what it is compared with.
bool isBaseline(const LabPoint& point, std::size_t row);

/// "openmp-lock", or "openmp-lock, 1 thread" where the point has it on several.
QString labelOf(const LabPoint& point, std::size_t row);
/// "cannot run here: no driver was found".
QString refusalOf(const LabRow& row);
/// "✓ same"; empty where it has not run.
QString samenessOf(const LabRow& row);
/// "0.171 – 0.183", or one number.
QString rangeOf(const LabPublished& published);
/// "published, milliseconds: 0.171 – 0.183. What the paper says of it."
QString sentenceOf(const LabPublished& published);
/// "signal-sad: samples 100000, length 500,1000".
QString settingsOf(const LabReport& report);
/// The swept parameter; null where nothing is swept.
const LabParameter* sweptOf(const LabReport& report);

}  // namespace espy::desktop
