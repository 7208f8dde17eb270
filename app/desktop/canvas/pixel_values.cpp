// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/pixel_values.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

/// The visible pixels of the picture, [x0, x1) by [y0, y1).
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

void PixelValues::paint(QPainter& painter, const DeviceMap& map) {
  const double zoom = map.scale / map.ratio;
  if (!picture_ || zoom < kGridZoom) return;
  paintGrid(painter, map);
  if (zoom < kValuesZoom) return;
  if (!fresh_ || !(map == map_)) {
    map_ = map;
    fresh_ = true;
    writeValues(map, painter.font());
  }
  painter.drawImage(QPointF(0, 0), values_);
}

/// A faint bright line next to a faint dark one: one of them is visible on any picture.
void PixelValues::paintGrid(QPainter& painter, const DeviceMap& map) const {
  constexpr QColor kBright(255, 255, 255, 46);
  constexpr QColor kDark(0, 0, 0, 46);
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
    painter.fillRect(QRectF(left, all.top(), line, all.height()), kBright);
    if (x > 0) painter.fillRect(QRectF(left - line, all.top(), line, all.height()), kDark);
  }
  for (std::int64_t y = seen.y0; y < seen.y1; ++y) {
    const double top = edge(map.edgeY(static_cast<double>(y)));
    painter.fillRect(QRectF(all.left(), top, all.width(), line), kBright);
    if (y > 0) painter.fillRect(QRectF(all.left(), top - line, all.width(), line), kDark);
  }
}

/// Renders the digits once; a frame shows thousands of numbers.
void PixelValues::makeDigits(const QFont& font, double ratio) {
  const QFontMetricsF metrics(font);
  digit_ = QSize(static_cast<int>(std::ceil(metrics.horizontalAdvance(QLatin1Char('0')) * ratio)),
                 static_cast<int>(std::ceil((metrics.capHeight() + 1) * ratio)));
  for (const bool white : {false, true}) {
    QImage digits(10 * digit_.width(), digit_.height(), QImage::Format_ARGB32_Premultiplied);
    digits.fill(Qt::transparent);
    digits.setDevicePixelRatio(ratio);
    QPainter painter(&digits);
    painter.setFont(font);
    painter.setPen(white ? Qt::white : Qt::black);
    for (int i = 0; i < 10; ++i) {
      painter.drawText(QPointF(i * digit_.width() / ratio, digit_.height() / ratio - 0.5),
                       QString::number(i));
    }
    painter.end();
    digits_[white ? 1 : 0] = digits;
  }
}

void PixelValues::write(std::uint32_t number, int middle, int top, bool white) {
  std::array<int, 10> figures{};
  int count = 0;
  do {
    figures[static_cast<std::size_t>(count++)] = static_cast<int>(number % 10);
    number /= 10;
  } while (number != 0);
  const QImage& digits = digits_[white ? 1 : 0];
  uchar* bits = values_.bits();  // once: each call checks for a detach
  const int y0 = std::max(0, top);
  const int y1 = std::min(values_.height(), top + digit_.height());
  int left = middle - count * digit_.width() / 2;
  for (int i = count - 1; i >= 0; --i, left += digit_.width()) {
    const int x0 = std::max(0, left);
    const int x1 = std::min(values_.width(), left + digit_.width());
    if (x0 >= x1) continue;
    const int from = figures[static_cast<std::size_t>(i)] * digit_.width() + x0 - left;
    for (int y = y0; y < y1; ++y) {
      const auto* source = reinterpret_cast<const QRgb*>(digits.constScanLine(y - top)) + from;
      std::copy_n(source, x1 - x0, reinterpret_cast<QRgb*>(bits + y * values_.bytesPerLine()) + x0);
    }
  }
}

void PixelValues::writeValues(const DeviceMap& map, const QFont& font) {
  const ImageView& view = picture_->image.view();
  const int channels = view.format().channels;
  const double zoom = map.scale / map.ratio;
  if (values_.size() != QSize(map.width, map.height)) {
    values_ = QImage(map.width, map.height, QImage::Format_ARGB32_Premultiplied);
  }
  if (values_.isNull()) return;
  values_.fill(Qt::transparent);
  values_.setDevicePixelRatio(map.ratio);
  QFont small = font;
  const double byHeight = zoom / (channels + 0.5);
  const double byWidth = zoom / (view.format().depth == Depth::u16 ? 3.6 : 2.3);
  small.setPixelSize(static_cast<int>(std::clamp(std::min(byHeight, byWidth), 6.0, 13.0)));
  makeDigits(small, map.ratio);
  const int line = std::min(static_cast<int>(digit_.height() + 2 * map.ratio),
                            static_cast<int>(map.scale / channels));
  const int all = (channels - 1) * line + digit_.height();

  const Seen seen = seenOf(map, view.size());
  for (std::int64_t y = seen.y0; y < seen.y1; ++y) {
    const int top = map.edgeY(static_cast<double>(y));
    const int bottom = map.edgeY(static_cast<double>(y + 1));
    for (std::int64_t x = seen.x0; x < seen.x1; ++x) {
      const int middle =
          (map.edgeX(static_cast<double>(x)) + map.edgeX(static_cast<double>(x + 1))) / 2;
      const bool white = inkOn(colourAt(view, x, y)) == Qt::white;
      for (int channel = 0; channel < channels; ++channel) {
        write(sampleAt(view, x, y, channel), middle, (top + bottom - all) / 2 + channel * line,
              white);
      }
    }
  }
}

}  // namespace espy::desktop
