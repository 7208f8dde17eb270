// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "charts/chart_page.h"
#include "espy/engine/lab.h"

namespace espy::desktop {

/// What stands over and under the chart of a report, so that it can stand alone.
ChartPage labPageOf(const LabReport& report);

/// What the figures say, and what others have published, as paragraphs.
QStringList findingsOf(const LabReport& report);

}  // namespace espy::desktop
