// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/race_pictures.h"

#include <QPainter>
#include <algorithm>

namespace espy::desktop {
namespace {

QImage layerLike(const QImage& scene) {
  QImage layer(scene.size(), QImage::Format_ARGB32_Premultiplied);
  layer.fill(Qt::transparent);
  return layer;
}

}  // namespace

std::vector<RaceMatch> raceMatchesOf(const Marks& marks) {
  std::vector<RaceMatch> matches;
  matches.reserve(marks.all().size());
  for (const Mark& mark : marks.all()) matches.push_back({mark.window, marks.colour(mark)});
  return matches;
}

RacePictures::RacePictures(const QImage& thumbnail, QSize whole,
                           const std::vector<RaceMatch>& matches)
    : scene(thumbnail),
      flagged(layerLike(thumbnail)),
      inside(layerLike(thumbnail)),
      marked(layerLike(thumbnail)) {
  if (thumbnail.isNull() || whole.isEmpty()) return;
  const double across = static_cast<double>(thumbnail.width()) / whole.width();
  const double down = static_cast<double>(thumbnail.height()) / whole.height();
  QPainter dots(&flagged);
  QPainter windows(&inside);
  QPainter outlines(&marked);
  dots.setRenderHint(QPainter::Antialiasing);
  outlines.setRenderHint(QPainter::Antialiasing);
  for (const RaceMatch& match : matches) {
    // Minimum size: matches must stay visible in a thumbnail.
    const QRectF window(match.window.x() * across, match.window.y() * down,
                        std::max(3.0, match.window.width() * across),
                        std::max(3.0, match.window.height() * down));
    QColor wash = match.colour;
    wash.setAlphaF(0.45F);
    dots.setPen(QPen(Qt::white, 1));
    dots.setBrush(match.colour);
    dots.drawEllipse(window.topLeft(), 3.0, 3.0);
    windows.fillRect(window, wash);
    for (const bool halo : {true, false}) {
      outlines.setPen(QPen(halo ? QColor(Qt::white) : match.colour, halo ? 4.0 : 2.2));
      outlines.drawRect(window.adjusted(-1.5, -1.5, 1.5, 1.5));
    }
  }
}

}  // namespace espy::desktop
