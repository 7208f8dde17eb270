// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QPainter>

#include "canvas/canvas.h"
#include "canvas/curtain.h"
#include "canvas/legend.h"
#include "canvas/mark_numbers.h"
#include "canvas/minimap.h"
#include "canvas/picture_layer.h"
#include "canvas/pulse.h"
#include "canvas/selection_painter.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

constexpr int kCheck = 8;  ///< side of a square of the checkerboard

QBrush checkerboard(const QPalette& palette) {
  QImage squares(2 * kCheck, 2 * kCheck, QImage::Format_RGB32);
  squares.fill(palette.color(QPalette::Base));
  QPainter painter(&squares);
  const QColor other = palette.color(QPalette::Midlight);
  painter.fillRect(0, 0, kCheck, kCheck, other);
  painter.fillRect(kCheck, kCheck, kCheck, kCheck, other);
  painter.end();
  return QBrush(squares);
}

}  // namespace

void Canvas::paintEvent(QPaintEvent* /*event*/) {
  QElapsedTimer timer;
  timer.start();
  {
    QPainter painter(this);
    painter.fillRect(rect(), canvasGround(palette()));
    if (scene_) {
      paintPicture(painter);
      paintOverlays(painter);
    }
    // Over a picture, a message must not hide what the user is about to crop.
    if (!message_.isEmpty()) {
      painter.setFont(font());
      paintMessage(painter, rect(), takenByMinimap(), palette(), message_, scene_ != nullptr);
    }
    if (hasFocus()) paintFocus(painter);
  }
  emit framePainted(static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

void Canvas::paintPicture(QPainter& painter) {
  const DeviceMap map = this->map();
  const QRectF all = map.toWidget(frame()).intersected(QRectF(rect()));
  if (scene_->image.format().hasAlpha()) {
    painter.setBrushOrigin(all.topLeft());
    painter.fillRect(all, checkerboard(palette()));
  }
  painter.drawImage(QPointF(0, 0),
                    layer_->image(map, !rest_.isActive(), palette().color(QPalette::Mid)));
  if (preview_) paintPreview(painter, map);
  if (scores_.plane()) painter.drawImage(QPointF(0, 0), scores_.image(map));
  values_.paint(painter, map);
}

void Canvas::paintPreview(QPainter& painter, const DeviceMap& map) {
  painter.save();
  if (curtainWanted_) painter.setClipRect(rect().adjusted(curtain_->line(), 0, 0, 0));
  if (smallPreview_.isNull()) {
    // The scene is seen where there are no tiles yet.
    painter.drawImage(QPointF(0, 0), previewLayer_->image(map, !rest_.isActive(), Qt::transparent));
  } else {
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(map.toWidget(frame()), smallPreview_);
  }
  painter.restore();
}

void Canvas::paintOverlays(QPainter& painter) {
  const DeviceMap map = this->map();
  if (markSettings_.pass == 0) paintGhosts(painter, map, ghosts_);
  if (!overlay_.empty()) painter.drawImage(QPointF(0, 0), overlay_.image(map, font()));
  painter.setRenderHint(QPainter::Antialiasing);
  if (marks_ && markSettings_.pass == 0) paintVerdicts(painter, *marks_, map);
  if (hint_) {
    paintFrame(painter, map, *hint_, {palette().color(QPalette::Highlight), 2.5, 2.5, 0});
  }
  if (selection_) {
    if (selectionMask_) {
      paintHatch(painter, map, *selection_, *selectionMask_, palette().color(QPalette::Highlight));
    }
    TwoToned ants;
    ants.phase = phase_;
    paintFrame(painter, map, *selection_, ants);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  tool_->paint(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  pulse_->paint(painter, map);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRect taken = takenByMinimap();
  if (markSettings_.pass != 0 && marks_ && !marks_->all().empty()) {
    paintLegend(painter, rect(), taken, palette(), markSettings_,
                marks_->colour(marks_->all().front()));
  } else if (scores_.plane() || !awaitedScores_.isNull()) {
    const bool awaited = !awaitedScores_.isNull();
    paintScoreLegend(painter, rect(), taken, palette(),
                     awaited ? awaitedScores_ : scores_.plane()->needle, awaited);
  }
}

QRect Canvas::takenByMinimap() const {
  return minimap_->isVisible() ? minimap_->geometry() : QRect();
}

void Canvas::paintFocus(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(accentOn(canvasGround(palette()), palette()));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace espy::desktop
