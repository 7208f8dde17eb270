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

/// Style of a series. Colours are distinguishable with colour blindness, patterns in greyscale
/// prints.
struct SeriesStyle {
  QColor colour;
  Qt::BrushStyle pattern = Qt::SolidPattern;  ///< drawn over the colour
};

/// Style of a series; repeats after 64. Negative: remainder, in a muted colour of the palette.
SeriesStyle seriesStyle(int index, const QPalette& palette);

/// Series index of a stage ("pass 1"), the same in all charts and in the race; -1 for "other".
int seriesOfStage(std::string_view stage);

/// Translated name of a stage.
QString stageName(const std::string& stage);

/// Interpolates colours: 0 is `a`, 1 is `b`.
QColor mixed(const QColor& a, const QColor& b, double part);

/// Fills an area with colour and pattern.
void fillSeries(QPainter& painter, const QRectF& area, const SeriesStyle& style);

}  // namespace espy::desktop
