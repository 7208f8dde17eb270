// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "model/drag_data.h"

namespace espy::desktop {

/// Two labelled zones that lie over the window while something is dragged over it: the needles
/// where the needles are, and the scene everywhere else. The one under the pointer lights up.
class DropZones : public QWidget {
  Q_OBJECT

 public:
  enum class Zone { none, scene, needles };

  /// Where things are dropped: widgets of the window.
  DropZones(QWidget* window, const QWidget& needles, const QWidget& scene);

  /// Which zone a place of this widget belongs to.
  Zone zoneAt(const QPoint& place) const;
  Zone lit() const { return lit_; }

 signals:
  void dropped(const espy::desktop::Dropped& what, espy::desktop::DropZones::Zone zone);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void light(Zone zone);
  /// Empty while another view is shown.
  QRect frameOf(const QWidget& widget) const;
  QRect frameOfZone(Zone zone) const;
  void paintZone(QPainter& painter, Zone zone, const QString& title, const QString& hint) const;

  const QWidget& needles_;
  const QWidget& scene_;
  Zone lit_ = Zone::none;
};

}  // namespace espy::desktop
