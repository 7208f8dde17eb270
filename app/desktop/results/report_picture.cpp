// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The picture of a report: the matches in the style that was chosen, and their numbers.
#include <QGuiApplication>
#include <QPainter>
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

/// Each match by itself: a box, or a ring where that would be small.
void paintBoxes(QImage& picture, const std::vector<Mark>& marks, const std::vector<QColor>& colours,
                const DeviceMap& map) {
  constexpr double kLeastSide = 24;
  QPainter painter(&picture);
  painter.setBrush(Qt::NoBrush);
  for (const Mark& mark : marks) {
    const QRectF window = map.toWidget(mark.window).adjusted(-1, -1, 1, 1);
    const bool ring = std::max(window.width(), window.height()) < kLeastSide;
    painter.setRenderHint(QPainter::Antialiasing, ring);
    drawTwice(painter, colours[mark.colour], [&] {
      if (ring) {
        painter.drawEllipse(window.center(), kLeastSide / 2, kLeastSide / 2);
      } else {
        painter.drawRect(window);
      }
    });
  }
}

/// What all matches cover together stays as it is; the rest is painted as the style has it.
void paintAround(QImage& picture, const MarkSettings& style, const std::vector<Mark>& marks,
                 const std::vector<QColor>& colours, const DeviceMap& map) {
  const QImage before = picture;
  QPainter painter(&picture);
  if (style.style == MarkStyle::whiteout) painter.fillRect(picture.rect(), Qt::white);
  if (style.style == MarkStyle::dim) painter.fillRect(picture.rect(), QColor(0, 0, 0, 170));
  if (style.style == MarkStyle::outline) {
    constexpr double kLeast = 2;
    const double line = std::max(kLeast, style.thickness * map.scale);
    for (const Mark& mark : marks) {
      painter.fillRect(map.toWidget(mark.window).adjusted(-line, -line, line, line).toAlignedRect(),
                       colours[mark.colour]);
    }
  }
  for (const Mark& mark : marks) {
    const QRect window = map.toWidget(mark.window).toAlignedRect();
    painter.drawImage(window.topLeft(), before, window);
  }
}

void paintStyle(QImage& picture, const MarkSettings& style, const std::vector<Mark>& marks,
                const std::vector<QColor>& colours, const DeviceMap& map) {
  if (style.style == MarkStyle::none) return;
  if (style.style == MarkStyle::outline && style.boxes) {
    paintBoxes(picture, marks, colours, map);
  } else {
    paintAround(picture, style, marks, colours, map);
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
  std::vector<Mark> marks;
  std::vector<std::uint32_t> numbered;
  for (const std::uint32_t index : facts.matches.indices) {
    const Match& match = result.finding.matches[index];
    if (marks.size() < kMostReportRows)
      numbered.push_back(static_cast<std::uint32_t>(marks.size()));
    marks.push_back({QRect(static_cast<int>(match.x), static_cast<int>(match.y),
                           static_cast<int>(match.width), static_cast<int>(match.height)),
                     static_cast<std::uint8_t>(match.needle % colours.size()), index, index + 1});
  }
  paintStyle(picture, facts.marks, marks, colours, map);
  QPainter painter(&picture);
  painter.setFont(QGuiApplication::font());
  if (!marks.empty()) {
    paintNumbers(painter, Marks(std::move(marks), std::move(colours), frame.size()), numbered, map);
  }
  return picture;
}

}  // namespace espy::desktop
