// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBrush>
#include <QColor>
#include <QPainter>
#include <QString>
#include <string>
#include <string_view>

namespace espy::desktop {

/// What a series looks like. Colours keep apart for the colour-blind, and patterns for everybody
/// who prints in grey.
struct SeriesStyle {
  QColor colour;
  Qt::BrushStyle pattern = Qt::SolidPattern;  ///< laid over the colour
};

/// The look of the series of this number; repeats after 64. Negative: what is left over, which
/// takes a quiet colour of the palette.
SeriesStyle seriesStyle(int index, const QPalette& palette);

/// The number of a stage ("pass 1"), the same in every chart and in the race; -1 for "other".
int seriesOfStage(std::string_view stage);

/// What people read for a stage, in their language.
QString stageName(const std::string& stage);

/// Black or white, whichever can be read on this colour.
QColor inkOn(const QColor& fill);

/// Between two colours: 0 is `a`, 1 is `b`.
QColor mixed(const QColor& a, const QColor& b, double part);

/// Fills with the colour and lays the pattern over it.
void fillSeries(QPainter& painter, const QRectF& area, const SeriesStyle& style);

}  // namespace espy::desktop
