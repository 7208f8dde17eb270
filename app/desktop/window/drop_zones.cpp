// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/drop_zones.h"

namespace espy::desktop {

DropZones::DropZones(QWidget* window, const QWidget& needles, const QWidget& scene)
    : DropOverlay(window, {canDrop, [this, &needles, &scene] { return zones(needles, scene); },
                           [this](const QMimeData& mime, int zone) {
                             const Dropped what = take(mime);
                             if (!what.empty()) emit dropped(what, static_cast<Zone>(zone));
                             return !what.empty();
                           }}) {}

std::vector<DropZone> DropZones::zones(const QWidget& needles, const QWidget& scene) const {
  const auto frameOf = [this](const QWidget& widget) {
    return QRect(widget.mapTo(parentWidget(), QPoint(0, 0)), widget.size());
  };
  std::vector<DropZone> all{{static_cast<int>(Zone::scene),
                             scene.isVisible() ? frameOf(scene) : rect(), tr("Search in this"),
                             tr("several pictures make a batch")}};
  if (needles.isVisible()) {
    all.push_back(
        {static_cast<int>(Zone::needles), frameOf(needles), tr("Search for this"), tr("a needle")});
  }
  return all;
}

}  // namespace espy::desktop
