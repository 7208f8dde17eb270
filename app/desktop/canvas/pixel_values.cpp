// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/pixel_values.h"

#include <QFontMetricsF>
#include <algorithm>
#include <utility>

#include "canvas/mark_numbers.h"

namespace espy::desktop {
namespace {

/// The pixels of the picture in sight, [x0, x1) by [y0, y1).
struct Seen {
  std::int64_t x0;
  std::int64_t y0;
  std::int64_t x1;
  std::int64_t y1;
};

Seen seenOf(const DeviceMap& map, Size size) {
  return {std::clamp<std::int64_t>(map.pictureX(0), 0, size.width),
          std::clamp<std::int64_t>(map.pictureY(0), 0, size.height),
          std::clamp<std::int64_t>(map.pictureX(map.width - 1) + 1, 0, size.width),
          std::clamp<std::int64_t>(map.pictureY(map.height - 1) + 1, 0, size.height)};
}

QColor colourAt(const ImageView& view, std::int64_t x, std::int64_t y) {
  const PixelFormat format = view.format();
  const auto sample = [&](int channel) {
    const std::uint32_t value = sampleAt(view, x, y, channel);
    return static_cast<int>(format.depth == Depth::u16 ? value >> 8 : value);
  };
  if (format.colourChannels() == 1) return {sample(0), sample(0), sample(0)};
  return {sample(0), sample(1), sample(2)};
}

}  // namespace

void PixelValues::setPicture(PicturePtr picture) {
  picture_ = std::move(picture);
  fresh_ = false;
}

void PixelValues::paint(QPainter& painter, const DeviceMap& map, const QPalette& palette) {
  const double zoom = map.scale / map.ratio;
  if (!picture_ || zoom < kGridZoom) return;
  QColor line = palette.color(QPalette::Mid);
  line.setAlphaF(0.6F);
  paintGrid(painter, map, line);
  if (zoom < kValuesZoom) return;
  if (!fresh_ || !(map == map_)) {
    map_ = map;
    fresh_ = true;
    writeValues(map, painter.font());
  }
  painter.drawImage(QPointF(0, 0), values_);
}

void PixelValues::paintGrid(QPainter& painter, const DeviceMap& map, const QColor& colour) const {
  const Seen seen = seenOf(map, picture_->image.size());
  if (seen.x0 >= seen.x1 || seen.y0 >= seen.y1) return;
  const double line = 1 / map.ratio;
  const auto edge = [&](int place) { return place / map.ratio; };
  const QRectF all(QPointF(edge(map.edgeX(static_cast<double>(seen.x0))),
                           edge(map.edgeY(static_cast<double>(seen.y0)))),
                   QPointF(edge(map.edgeX(static_cast<double>(seen.x1))),
                           edge(map.edgeY(static_cast<double>(seen.y1)))));
  for (std::int64_t x = seen.x0; x < seen.x1; ++x) {
    const double left = edge(map.edgeX(static_cast<double>(x)));
    painter.fillRect(QRectF(left, all.top(), line, all.height()), colour);
  }
  for (std::int64_t y = seen.y0; y < seen.y1; ++y) {
    const double top = edge(map.edgeY(static_cast<double>(y)));
    painter.fillRect(QRectF(all.left(), top, all.width(), line), colour);
  }
}

void PixelValues::writeValues(const DeviceMap& map, const QFont& font) {
  const ImageView& view = picture_->image.view();
  const int channels = view.format().channels;
  const double zoom = map.scale / map.ratio;
  values_ = QImage(map.width, map.height, QImage::Format_ARGB32_Premultiplied);
  values_.fill(Qt::transparent);
  values_.setDevicePixelRatio(map.ratio);
  QPainter painter(&values_);
  QFont small = font;
  const double byHeight = zoom / (channels + 0.5);
  const double byWidth = zoom / (view.format().depth == Depth::u16 ? 3.6 : 2.3);
  small.setPixelSize(static_cast<int>(std::clamp(std::min(byHeight, byWidth), 6.0, 13.0)));
  painter.setFont(small);
  const QFontMetricsF metrics(small);
  const double line = std::min(metrics.capHeight() + 3, zoom / channels);
  const double digit = metrics.horizontalAdvance(QLatin1Char('0'));

  const Seen seen = seenOf(map, view.size());
  for (std::int64_t y = seen.y0; y < seen.y1; ++y) {
    const double top = map.edgeY(static_cast<double>(y)) / map.ratio;
    const double first = top + (zoom - channels * line) / 2 + (line + metrics.capHeight()) / 2;
    for (std::int64_t x = seen.x0; x < seen.x1; ++x) {
      const double middle = map.edgeX(static_cast<double>(x)) / map.ratio + zoom / 2;
      painter.setPen(readableOn(colourAt(view, x, y)));
      for (int channel = 0; channel < channels; ++channel) {
        const QString text = QString::number(sampleAt(view, x, y, channel));
        const double left = middle - digit * static_cast<double>(text.size()) / 2;
        painter.drawText(QPointF(left, first + channel * line), text);
      }
    }
  }
}

}  // namespace espy::desktop
