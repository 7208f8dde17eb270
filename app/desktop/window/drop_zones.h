// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "model/drag_data.h"

namespace espy::desktop {

/// Overlay shown during a drag over the window: a drop zone over the needle tray, another over the
/// rest. The one under the pointer is highlighted.
class DropZones : public QWidget {
  Q_OBJECT

 public:
  enum class Zone { none, scene, needles };

  /// `needles` and `scene` are widgets of the window that define the zones.
  DropZones(QWidget* window, const QWidget& needles, const QWidget& scene);

  /// The zone at a point of this widget.
  Zone zoneAt(const QPoint& place) const;
  Zone lit() const { return lit_; }

 signals:
  void dropped(const espy::desktop::Dropped& what, espy::desktop::DropZones::Zone zone);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void light(Zone zone);
  /// Empty if the widget is not shown.
  QRect frameOf(const QWidget& widget) const;
  QRect frameOfZone(Zone zone) const;
  void paintZone(QPainter& painter, Zone zone, const QString& title, const QString& hint) const;

  const QWidget& needles_;
  const QWidget& scene_;
  Zone lit_ = Zone::none;
};

}  // namespace espy::desktop
