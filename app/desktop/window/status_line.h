// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QObject>
#include <QStatusBar>

namespace espy::desktop {

class Canvas;
class Workbench;

/// Status bar contents: the pixel under the pointer and the zoom.
class StatusLine : public QObject {
  Q_OBJECT

 public:
  StatusLine(QStatusBar& bar, Workbench& bench, Canvas& canvas);

 private:
  void probe(const QPoint& pixel);
  void showZoom();

  Workbench& bench_;
  Canvas& canvas_;
  QLabel* pixel_;
  QLabel* zoom_;
};

}  // namespace espy::desktop
