// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMimeData>
#include <QWidget>
#include <functional>
#include <vector>

namespace espy::desktop {

/// A part of a view, and what dropping does there.
struct DropZone {
  int zone = 0;  ///< not 0
  QRect frame;   ///< in coordinates of the view
  QString title;
  QString hint;
};

/// Overlay shown during a drag over a view: its drop zones, the one under the pointer highlighted.
/// Accepts the view's drops, always as copies: the dropped files must stay where they are.
class DropOverlay : public QWidget {
  Q_OBJECT

 public:
  struct Rules {
    std::function<bool(const QMimeData& data)> accepts;  ///< called as a drag enters
    /// The zones of this drag. A place in none of them belongs to the first.
    std::function<std::vector<DropZone>()> zones;
    /// Returns false for data that cannot be dropped after all.
    std::function<bool(const QMimeData& data, int zone)> drop;
  };

  DropOverlay(QWidget* view, Rules rules);

  int zoneUnder(const QPoint& place) const;
  int litZone() const { return lit_; }  ///< 0: none

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void light(int zone);

  Rules rules_;
  int lit_ = 0;
};

}  // namespace espy::desktop
