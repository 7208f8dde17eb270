// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

namespace espy::desktop {

class Chart;

/// Text around an exported chart: title above, small lines below.
struct ChartPage {
  QString title;
  QStringList below;
};

/// The page as an image with `ratio` times the screen's resolution.
QImage pagePicture(const ChartPage& page, const Chart& chart, double ratio);
/// The page as SVG.
QByteArray pageSvg(const ChartPage& page, const Chart& chart);

}  // namespace espy::desktop
