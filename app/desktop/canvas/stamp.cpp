// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/stamp.h"

#include <QPainter>
#include <QPen>
#include <QTransform>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace espy::desktop {
namespace {

QRgb* rowOf(QImage& image, uchar* bits, int y) {
  return reinterpret_cast<QRgb*>(bits + y * image.bytesPerLine());
}

/// Colours by distance from a window, nearest first.
std::vector<QRgb> coloursOf(QRgb colour, const Bands& bands) {
  std::vector<QRgb> colours(static_cast<std::size_t>(bands.light), kLightBand);
  colours.insert(colours.end(), static_cast<std::size_t>(bands.colour), colour);
  colours.insert(colours.end(), static_cast<std::size_t>(bands.dark), kDarkBand);
  return colours;
}

/// Part of a row.
struct Piece {
  int begin;
  int count;
  const QRgb* from;

  void paint(QRgb* row) const {
    constexpr int kUsual = 4;
    if (count == kUsual) {
      std::memcpy(row + begin, from, kUsual * sizeof(QRgb));
    } else if (count > 0) {
      std::memcpy(row + begin, from, static_cast<std::size_t>(count) * sizeof(QRgb));
    }
  }
};

}  // namespace

Bands::Bands(double ratio)
    : light(std::max(1, static_cast<int>(std::lround(ratio)))), colour(2 * light), dark(light) {}

Bands::Bands(double ratio, double thickness) : Bands(ratio) {
  constexpr double kMost = 4096;  // wider than a screen
  const auto all = static_cast<int>(std::lround(std::min(thickness, kMost)));
  colour = std::max(colour, all - light);
}

Stamp::Stamp(QImage picture, QPoint origin) : picture_(std::move(picture)), origin_(origin) {
  enum class Kind { clear, blended, opaque };
  const auto kindOf = [](QRgb pixel) {
    return pixel == 0 ? Kind::clear : qAlpha(pixel) == 255 ? Kind::opaque : Kind::blended;
  };
  for (int y = 0; y < picture_.height(); ++y) {
    const auto* row = reinterpret_cast<const QRgb*>(picture_.constScanLine(y));
    for (int x = 0; x < picture_.width();) {
      const int begin = x;
      const Kind kind = kindOf(row[x]);
      while (x < picture_.width() && kindOf(row[x]) == kind) ++x;
      if (kind != Kind::clear) spans_.push_back({y, begin, x, kind == Kind::opaque});
    }
  }
}

void Stamp::paint(QImage& image, QPoint place) const {
  const uchar* source = picture_.constBits();
  const qsizetype stride = picture_.bytesPerLine();
  uchar* bits = image.bits();
  const qsizetype imageStride = image.bytesPerLine();
  const QPoint corner = place - origin_;
  const int height = image.height();
  const int most = image.width() - corner.x();
  for (const RowSpan& span : spans_) {
    const int y = corner.y() + span.y;
    if (y < 0 || y >= height) continue;
    const int begin = std::max(span.begin, -corner.x());
    const int end = std::min(span.end, most);
    const auto* from = reinterpret_cast<const QRgb*>(source + span.y * stride);
    QRgb* to = reinterpret_cast<QRgb*>(bits + y * imageStride) + corner.x();
    if (span.opaque) {
      for (int x = begin; x < end; ++x) to[x] = from[x];
    } else {
      for (int x = begin; x < end; ++x) to[x] = paintedOver(from[x], to[x]);
    }
  }
}

Stamp ringStamp(int side, QRgb colour, const Bands& bands) {
  QImage picture(side, side, QImage::Format_ARGB32_Premultiplied);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  const QPointF middle(side / 2.0, side / 2.0);
  double outer = side / 2.0;
  for (const auto& [band, width] :
       {std::pair{kDarkBand, bands.dark}, std::pair{colour, bands.colour},
        std::pair{kLightBand, bands.light}}) {
    painter.setPen(QPen(QColor::fromRgba(band), width));
    painter.drawEllipse(middle, outer - width / 2.0, outer - width / 2.0);
    outer -= width;
  }
  painter.end();
  return {picture, {side / 2, side / 2}};
}

Stamp shapeStamp(const QPainterPath& shape, double scaleX, double scaleY, QRgb colour,
                 const Bands& bands, const QRect& most) {
  const QPainterPath path = QTransform::fromScale(scaleX, scaleY).map(shape);
  const int around = bands.all() + 1;
  QRect all = path.boundingRect().toAlignedRect().adjusted(-around, -around, around, around);
  if (!most.isNull()) all &= most;
  QImage picture(all.size(), QImage::Format_ARGB32_Premultiplied);
  if (picture.isNull()) return {};
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(-all.topLeft());
  // Widest stroke first: the narrower ones cover its inner part. Then the inside of the shape is
  // cleared.
  for (const auto& [band, width] :
       {std::pair{kDarkBand, bands.all()}, std::pair{colour, bands.light + bands.colour},
        std::pair{kLightBand, bands.light}}) {
    QPen pen(QColor::fromRgba(band), 2 * width);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.strokePath(path, pen);
  }
  painter.setCompositionMode(QPainter::CompositionMode_Clear);
  painter.fillPath(path, Qt::black);
  painter.end();
  return {picture, -all.topLeft()};
}

void paintBox(QImage& image, const Box& window, QRgb colour, const Bands& bands) {
  const std::vector<QRgb> colours = coloursOf(colour, bands);
  const int all = bands.all();
  uchar* bits = image.bits();
  const qsizetype stride = image.bytesPerLine();
  const int width = image.width();
  const int top = std::max(window.y0 - all, 0);
  const int bottom = std::min(window.y1 + all, image.height());
  // The lines left and right of the window are the same in each of its rows: build them once.
  const std::vector<QRgb> leftwards(colours.rbegin(), colours.rend());
  const auto piece = [&](const std::vector<QRgb>& from, int x) {
    const int begin = std::clamp(x, 0, width);
    const int end = std::clamp(x + all, begin, width);
    return Piece{begin, end - begin, from.data() + (begin - x)};
  };
  const Piece left = piece(leftwards, window.x0 - all);
  const Piece right = piece(colours, window.x1);
  for (int y = top; y < bottom; ++y) {
    auto* row = reinterpret_cast<QRgb*>(bits + y * stride);
    // Distance of this row from the window's rows; selects the colour of the horizontal line.
    const int off = std::max({window.y0 - y, y - window.y1 + 1, 0});
    left.paint(row);
    right.paint(row);
    if (off == 0) continue;
    const int begin = std::clamp(window.x0 - off, 0, width);
    const int end = std::clamp(window.x1 + off, begin, width);
    std::fill(row + begin, row + end, colours[static_cast<std::size_t>(off) - 1]);
  }
}

void paintDashedRing(QImage& image, const Box& box, int width, int dash) {
  uchar* bits = image.bits();
  const int top = std::max(box.y0 - width, 0);
  const int bottom = std::min(box.y1 + width, image.height());
  for (int y = top; y < bottom; ++y) {
    QRgb* row = rowOf(image, bits, y);
    const auto paint = [&](int begin, int end) {
      begin = std::max(begin, 0);
      end = std::min(end, image.width());
      for (int x = begin; x < end; ++x) {
        row[x] = (x + y) % (2 * dash) < dash ? 0xffffffff : 0xff000000;
      }
    };
    if (y < box.y0 || y >= box.y1) {
      paint(box.x0 - width, box.x1 + width);
    } else {
      paint(box.x0 - width, box.x0);
      paint(box.x1, box.x1 + width);
    }
  }
}

}  // namespace espy::desktop
