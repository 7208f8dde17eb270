// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QMimeData>
#include <QStringList>
#include <QWidget>

namespace espy::desktop {

/// What somebody drops or pastes: pixels, or files of this machine.
struct Dropped {
  QImage pixels;      ///< taken first where a program offers both
  QStringList files;  ///< paths

  bool empty() const { return pixels.isNull() && files.isEmpty(); }
};
/// Does this hold anything that can be taken? Asked while dragging, so nothing is decoded.
bool canTake(const QMimeData& data);
Dropped take(const QMimeData& data);

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
