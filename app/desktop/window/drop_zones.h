// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/drag_data.h"
#include "widgets/drop_overlay.h"

namespace espy::desktop {

/// Drop zones of the window: one over the needle tray, another over the rest.
class DropZones : public DropOverlay {
  Q_OBJECT

 public:
  enum class Zone { none, scene, needles };

  /// `needles` and `scene` are widgets of the window that define the zones.
  DropZones(QWidget* window, const QWidget& needles, const QWidget& scene);

  /// The zone at a point of this widget.
  Zone zoneAt(const QPoint& place) const { return static_cast<Zone>(zoneUnder(place)); }
  Zone lit() const { return static_cast<Zone>(litZone()); }

 signals:
  void dropped(const espy::desktop::Dropped& what, espy::desktop::DropZones::Zone zone);

 private:
  std::vector<DropZone> zones(const QWidget& needles, const QWidget& scene) const;
};

}  // namespace espy::desktop
