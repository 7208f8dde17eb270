// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace espy::desktop {

/// Overlay with the drop zones of the view: add to the library, identify, open a library, create
/// one. The zone under the pointer is highlighted.
class IdentifyZones : public QWidget {
  Q_OBJECT

 public:
  enum class Zone { none, add, ask, open, make };

  /// `library` is the part of the view on which photographs are added.
  IdentifyZones(QWidget* view, const QWidget& library);

  /// Shows the zones for a dragged library (open it) or for photographs (add and identify, or
  /// create a library when none is open).
  void begin(bool isLibrary, bool hasLibrary);
  /// Highlights and returns the zone at `place`, in coordinates of the view.
  Zone light(const QPoint& place);
  void end();
  Zone zoneAt(const QPoint& place) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect frameOf(Zone zone) const;

  const QWidget& library_;
  bool isLibrary_ = false;
  bool hasLibrary_ = false;
  Zone lit_ = Zone::none;
};

}  // namespace espy::desktop
