// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "canvas/canvas.h"
#include "canvas/tile_store.h"
#include "espy/engine/scaled.h"

namespace espy::desktop {
namespace {

constexpr int kToEdges = 10;  // margin to the edges of the canvas
constexpr int kFrame = 2;
constexpr int kMostWidth = 180;
constexpr int kMostHeight = 140;
constexpr int kLeastMapSide = 16;
constexpr std::size_t kFewDots = 1000;  // up to this number, dots may be larger than a pixel

}  // namespace

Minimap::Minimap(Canvas& canvas, const TileStore& tiles)
    : QWidget(&canvas), canvas_(canvas), tiles_(tiles) {
  setAccessibleName(tr("Minimap"));
  setAccessibleDescription(tr("The whole picture, small. Click or drag to move the view."));
  setToolTip(tr("The whole picture: click or drag to move the view"));
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_OpaquePaintEvent);  // else the canvas below would be painted, too
  hide();
}

void Minimap::setWanted(bool wanted) {
  wanted_ = wanted;
  follow();
}

void Minimap::refresh() {
  image_ = {};
  update();
}

void Minimap::takeTiles() {
  if (!hasTile_) refresh();
}

QRectF Minimap::inner() const {
  return QRectF(rect()).adjusted(kFrame, kFrame, -kFrame, -kFrame);
}

void Minimap::follow() {
  const QRect frame = canvas_.frame();
  const QRectF seen = canvas_.viewport().visible();
  // Rounding may hide half a pixel when the whole picture is visible.
  const bool all = seen.width() + 1 >= frame.width() && seen.height() + 1 >= frame.height();
  const QSize room(std::min(kMostWidth, canvas_.width() / 3),
                   std::min(kMostHeight, canvas_.height() / 3));
  const bool fits = std::min(room.width(), room.height()) >= 2 * kLeastMapSide;
  if (!wanted_ || frame.isEmpty() || all || !fits) return hide();
  const QSize frames(2 * kFrame, 2 * kFrame);
  const QSize size = QSize(frame.size())
                         .scaled(room - frames, Qt::KeepAspectRatio)
                         .expandedTo(QSize(kLeastMapSide, kLeastMapSide)) +
                     frames;
  const QRect place(QPoint(canvas_.width() - kToEdges - size.width(),
                           canvas_.height() - kToEdges - size.height()),
                    size);
  if (place.size() != this->size()) image_ = {};
  setGeometry(place);
  show();
  update();
}

void Minimap::makeImage() {
  const double ratio = devicePixelRatioF();
  const QRectF inside = inner();
  image_ = QImage((inside.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  image_.setDevicePixelRatio(ratio);
  image_.fill(palette().color(QPalette::Mid));
  QPainter painter(&image_);
  const QRectF whole(QPointF(0, 0), inside.size());
  const int level = tiles_.coarsest();
  const QImage* tile = tiles_.find({level, 0, 0});
  hasTile_ = tile != nullptr;
  if (tile != nullptr) {
    const Size size = scaledSize(canvas_.scene()->image.size(), level);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(
        whole, *tile,
        QRectF(0, 0, static_cast<double>(size.width), static_cast<double>(size.height)));
  }
  painter.end();
  addDots();
}

/// Sets pixels directly: there may be 100,000 dots.
void Minimap::addDots() {
  const auto& marks = canvas_.marks();
  if (!marks) return;
  const QRect frame = canvas_.frame();
  const int side = static_cast<int>(std::lround(image_.devicePixelRatio())) *
                   (marks->all().size() <= kFewDots ? 2 : 1);
  const int width = image_.width();
  const int height = image_.height();
  uchar* bits = image_.bits();
  for (const Mark& mark : marks->all()) {
    const QPoint middle = mark.window.center();
    const auto place = [side](std::int64_t at, std::int64_t of, std::int64_t size) {
      return static_cast<int>(std::clamp<std::int64_t>(at * size / of - side / 2, 0,
                                                       std::max<std::int64_t>(size - side, 0)));
    };
    const int x0 = place(middle.x(), frame.width(), width);
    const int y0 = place(middle.y(), frame.height(), height);
    const QRgb colour = marks->colour(mark).rgba();
    for (int y = y0; y < std::min(y0 + side, height); ++y) {
      auto* row = reinterpret_cast<QRgb*>(bits + y * image_.bytesPerLine());
      for (int x = x0; x < std::min(x0 + side, width); ++x) row[x] = colour;
    }
  }
}

void Minimap::paintEvent(QPaintEvent* /*event*/) {
  if (!canvas_.scene()) return;
  if (image_.isNull()) makeImage();
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Window));
  painter.drawImage(inner().topLeft(), image_);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
  // The visible part, with a minimum size, so that it can be dragged.
  const QSizeF scene = canvas_.frame().size();
  const QRectF seen = canvas_.viewport().visible();
  const QRectF inside = inner();
  QRectF view(inside.x() + seen.x() / scene.width() * inside.width(),
              inside.y() + seen.y() / scene.height() * inside.height(),
              seen.width() / scene.width() * inside.width(),
              seen.height() / scene.height() * inside.height());
  const double wider = std::max(0.0, 6 - view.width()) / 2;
  const double higher = std::max(0.0, 6 - view.height()) / 2;
  view.adjust(-wider, -higher, wider, higher);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(Qt::black, 3));
  painter.drawRect(view);
  painter.setPen(QPen(Qt::white, 1));
  painter.drawRect(view);
}

void Minimap::look(QPointF place) {
  const QRectF inside = inner();
  const QSizeF scene = canvas_.frame().size();
  canvas_.centreOn({(place.x() - inside.x()) / inside.width() * scene.width(),
                    (place.y() - inside.y()) / inside.height() * scene.height()});
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) look(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) look(event->position());
}

}  // namespace espy::desktop
