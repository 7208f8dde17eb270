// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "charts/bar_chart.h"
#include "charts/chart_page.h"
#include "charts/line_chart.h"
#include "espy/engine/lab.h"

namespace espy::desktop {

/// How an exhibit of a paper is drawn.
enum class ExhibitShape {
  lines,  ///< its rows are increasing numbers
  bars,   ///< its rows are words
  table,  ///< its values have several units, or there are only words
};
ExhibitShape shapeOf(const LabExhibit& exhibit);

/// Two lines per series, as far as there are values: the published one and ours.
std::vector<LineSeries> paperLinesOf(const LabExhibit& exhibit);
/// One row per row and series, with the published value and ours.
std::vector<BarRow> paperBarsOf(const LabExhibit& exhibit);

/// Title of the axis of values.
QString unitTitleOf(const LabExhibit& exhibit);
/// Logarithmic where the values span decades.
ChartAxis::Scale rowScaleOf(const LabExhibit& exhibit);
ChartAxis::Scale valueScaleOf(const LabExhibit& exhibit);

/// Texts of a cell; "–" without a value.
QString publishedText(const LabCell& cell);
QString oursText(const LabCell& cell);
QString ratioText(const LabCell& cell);
/// Why there is no value of ours; empty if there is one or nothing was measured yet.
QString refusalText(const LabCell& cell);

/// Reasons and notes, one sentence or more each.
QStringList remarksOf(const LabExhibit& exhibit);
/// Authors and title of the paper, and what the published values are from.
QStringList sourcesOf(const LabPaper& paper);
/// Title and footer of an exported chart.
ChartPage paperPageOf(const LabPaper& paper, const LabComparison& comparison);

}  // namespace espy::desktop
