// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The picture of a report: the matches in the style that was chosen, and their numbers.
#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "canvas/device_map.h"
#include "canvas/mark_numbers.h"
#include "canvas/marks.h"
#include "results/report.h"

namespace espy::desktop {
namespace {

/// Of the picture's longer side: enough for a page at 200 dots per inch.
constexpr int kMostPixels = 1400;

/// A light line, then one in colour: it is seen on any ground.
template <class Draw>
void drawTwice(QPainter& painter, const QColor& colour, const Draw& draw) {
  painter.setPen(QPen(Qt::white, 4));
  draw();
  painter.setPen(QPen(colour, 2));
  draw();
}

QPolygonF polygonOf(const TurnedOutline& turned, const DeviceMap& map) {
  QPolygonF polygon;
  for (const QPointF& corner : turned.corners) {
    polygon << QPointF(map.left, map.top) + corner * map.scale;
  }
  return polygon;
}

/// Says where the needle's top is, as on the canvas.
QLineF stemOf(const TurnedOutline& turned, const DeviceMap& map) {
  constexpr double kLength = 10;
  const QPolygonF polygon = polygonOf(turned, map);
  QLineF stem((polygon[0] + polygon[1]) / 2, (polygon[0] + polygon[1] - polygon[2] - polygon[3]));
  stem = QLineF(stem.p1(), stem.p1() + stem.p2());
  stem.setLength(kLength);
  return stem;
}

/// Each match by itself: a box, or a ring where that would be small.
void paintBoxes(QImage& picture, const Marks& marks, const DeviceMap& map) {
  constexpr double kLeastSide = 24;
  QPainter painter(&picture);
  painter.setBrush(Qt::NoBrush);
  for (const Mark& mark : marks.all()) {
    const QRectF window = map.toWidget(mark.window).adjusted(-1, -1, 1, 1);
    const bool ring = std::max(window.width(), window.height()) < kLeastSide;
    const TurnedOutline* turned = marks.turned(mark);
    const bool box = turned == nullptr || turned->upright;
    painter.setRenderHint(QPainter::Antialiasing, ring || !box);
    drawTwice(painter, marks.colour(mark), [&] {
      if (ring) {
        painter.drawEllipse(window.center(), kLeastSide / 2, kLeastSide / 2);
      } else if (!box) {
        painter.drawPolygon(polygonOf(*turned, map));
        painter.drawLine(stemOf(*turned, map));
      } else {
        painter.drawRect(window);
      }
    });
  }
}

/// What all matches cover together stays as it is; the rest is painted as the style has it.
void paintAround(QImage& picture, const MarkSettings& style, const Marks& marks,
                 const DeviceMap& map) {
  const QImage before = picture;
  QPainter painter(&picture);
  if (style.style == MarkStyle::whiteout) painter.fillRect(picture.rect(), Qt::white);
  if (style.style == MarkStyle::dim) painter.fillRect(picture.rect(), QColor(0, 0, 0, 170));
  if (style.style == MarkStyle::outline) {
    constexpr double kLeast = 2;
    const double line = std::max(kLeast, style.thickness * map.scale);
    for (const Mark& mark : marks.all()) {
      const TurnedOutline* turned = marks.turned(mark);
      if (turned != nullptr && !turned->fills) {
        QPen pen(marks.colour(mark), 2 * line);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.setBrush(marks.colour(mark));
        painter.drawPolygon(polygonOf(*turned, map));
        continue;
      }
      painter.fillRect(map.toWidget(mark.window).adjusted(-line, -line, line, line).toAlignedRect(),
                       marks.colour(mark));
    }
  }
  for (const Mark& mark : marks.all()) {
    const QRect window = map.toWidget(mark.window).toAlignedRect();
    if (const TurnedOutline* turned = marks.turned(mark); turned != nullptr && !turned->fills) {
      QPainterPath inside;
      inside.addPolygon(polygonOf(*turned, map));
      painter.setClipPath(inside);
    }
    painter.drawImage(window.topLeft(), before, window);
    painter.setClipping(false);
  }
}

void paintStyle(QImage& picture, const MarkSettings& style, const Marks& marks,
                const DeviceMap& map) {
  if (style.style == MarkStyle::none) return;
  if (style.style == MarkStyle::outline && style.boxes) {
    paintBoxes(picture, marks, map);
  } else {
    paintAround(picture, style, marks, map);
  }
}

}  // namespace

QImage reportPicture(const ReportFacts& facts) {
  const SearchResult& result = *facts.matches.result;
  const QRect frame = frameOf(result.scene->image);
  QImage picture = qImageFrom(result.scene->image, {kMostPixels, kMostPixels})
                       .convertToFormat(QImage::Format_RGB32);
  DeviceMap map;
  map.scale = static_cast<double>(picture.width()) / frame.width();
  map.width = picture.width();
  map.height = picture.height();
  std::vector<QColor> colours;
  for (const NeedleItem& needle : result.needles) colours.push_back(needle.colour);
  constexpr std::size_t kMostColours = 256;
  colours.resize(std::min(colours.size(), kMostColours));
  MarkList list;
  std::vector<std::uint32_t> numbered;
  for (const std::uint32_t index : facts.matches.indices) {
    const Match& match = result.finding.matches[index];
    if (list.marks.size() < kMostReportRows)
      numbered.push_back(static_cast<std::uint32_t>(list.marks.size()));
    list.add(match, static_cast<std::uint8_t>(match.needle % colours.size()), index);
  }
  const Marks marks = Marks::of(std::move(list), std::move(colours), frame.size());
  paintStyle(picture, facts.marks, marks, map);
  QPainter painter(&picture);
  painter.setFont(QGuiApplication::font());
  paintNumbers(painter, marks, numbered, map);
  return picture;
}

}  // namespace espy::desktop
