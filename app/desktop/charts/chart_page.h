// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

namespace espy::desktop {

class Chart;

/// What makes a chart stand alone: a title over it, and small lines under it.
struct ChartPage {
  QString title;
  QStringList below;
};

/// At so many pixels for each of the screen's.
QImage pagePicture(const ChartPage& page, const Chart& chart, double ratio);
/// The same as lines and text.
QByteArray pageSvg(const ChartPage& page, const Chart& chart);

}  // namespace espy::desktop
