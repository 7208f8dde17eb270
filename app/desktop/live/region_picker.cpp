// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/region_picker.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <utility>

#include "widgets/contrast.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

const QColor kShade(0, 0, 0, 120);
constexpr int kLeastSide = 4;  ///< a smaller rectangle is a click

}  // namespace

ScreenCover::ScreenCover(QScreen& screen, QImage picture)
    : QWidget(nullptr, Qt::FramelessWindowHint | Qt::WindowStaysOnTopHint | Qt::Tool),
      picture_(std::move(picture)) {
  setAccessibleName(tr("Drag a rectangle over the part to watch"));
  setWindowTitle(accessibleName());
  setAttribute(Qt::WA_OpaquePaintEvent);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::CrossCursor);
  setGeometry(screen.geometry());
  setWindowState(Qt::WindowFullScreen);
}

QRect ScreenCover::pixels() const {
  if (!from_) return {};
  const QRect widget = QRect(*from_, to_).normalized();
  const double across = picture_.width() / (1.0 * std::max(1, width()));
  const double down = picture_.height() / (1.0 * std::max(1, height()));
  const QRectF scaled(widget.x() * across, widget.y() * down, widget.width() * across,
                      widget.height() * down);
  return scaled.toAlignedRect().intersected(QRect(QPoint(), picture_.size()));
}

void ScreenCover::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.drawImage(QRectF(rect()), picture_);
  const QRect pixels = this->pixels();
  QRegion outside(rect());
  if (!pixels.isEmpty()) {
    const QRect inside = QRect(*from_, to_).normalized();
    outside -= inside;
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(inside);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.drawRect(inside);
  }
  painter.setClipRegion(outside);
  painter.fillRect(rect(), kShade);
  painter.setClipping(false);
  const QString words = pixels.isEmpty()
                            ? tr("Drag a rectangle over the part to watch. Escape: none.")
                            : tr("%1 x %2 at %3, %4")
                                  .arg(pixels.width())
                                  .arg(pixels.height())
                                  .arg(pixels.x())
                                  .arg(pixels.y());
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.3);
  painter.setFont(large);
  const QRect text =
      painter.fontMetrics().boundingRect(words).adjusted(-kWideGap, -kGap, kWideGap, kGap);
  QRect label(QPoint(), text.size());
  label.moveCenter({rect().center().x(), 4 * painter.fontMetrics().height()});
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::ToolTipBase));
  painter.drawRoundedRect(label, kGap, kGap);
  painter.setPen(inkOn(palette().color(QPalette::ToolTipBase)));
  painter.drawText(label, Qt::AlignCenter, words);
}

void ScreenCover::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  from_ = event->position().toPoint();
  to_ = *from_;
  update();
}

void ScreenCover::mouseMoveEvent(QMouseEvent* event) {
  if (!from_) return;
  to_ = event->position().toPoint();
  update();
}

void ScreenCover::mouseReleaseEvent(QMouseEvent* event) {
  if (!from_ || event->button() != Qt::LeftButton) return;
  to_ = event->position().toPoint();
  const QRect made = pixels();
  from_.reset();
  if (made.width() < kLeastSide || made.height() < kLeastSide) return emit dropped();
  emit picked(made);
}

void ScreenCover::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit dropped();
  QWidget::keyPressEvent(event);
}

void RegionPicker::start(const QImage& screens) {
  covers_.clear();
  for (QScreen* screen : QGuiApplication::screens()) {
    // A screen's corner is in pixels, its size is scaled.
    const QRect place(screen->geometry().topLeft(),
                      screen->geometry().size() * screen->devicePixelRatio());
    const QRect seen = place.intersected(screens.rect());
    if (seen.isEmpty()) continue;
    auto cover = std::make_unique<ScreenCover>(*screen, screens.copy(seen));
    connect(cover.get(), &ScreenCover::picked, this,
            [this, seen](const QRect& pixels) { end(pixels.translated(seen.topLeft())); });
    connect(cover.get(), &ScreenCover::dropped, this, [this] { end({}); });
    cover->show();
    covers_.push_back(std::move(cover));
  }
  if (covers_.empty()) return end({});
  covers_.front()->activateWindow();
  covers_.front()->setFocus();
}

void RegionPicker::cancel() {
  // May be called by one of them.
  for (auto& cover : covers_) {
    cover->hide();
    cover.release()->deleteLater();
  }
  covers_.clear();
}

void RegionPicker::end(const QRect& region) {
  cancel();
  emit picked(region);
}

}  // namespace espy::desktop
