// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// How the canvas leads to a mark: which one is current, where it is, what is said of it.
#include <QAccessible>
#include <QContextMenuEvent>
#include <QStyle>
#include <algorithm>
#include <cmath>
#include <utility>

#include "canvas/canvas.h"
#include "canvas/minimap.h"
#include "canvas/pulse.h"

namespace espy::desktop {
namespace {

constexpr double kReach = 12;        // radius of the ring of a mark too small to be seen
constexpr double kMostOfView = 0.3;  // that what is zoomed to may fill
constexpr double kFirstSide = 96;    // of a rectangle placed by a key, on the screen

}  // namespace

int Canvas::markAt(QPointF place) const {
  if (!marks_) return -1;
  const QPoint pixel = pixelAt(place);
  const int inside = marks_->at(pixel);
  if (inside >= 0) return inside;
  return marks_->near(pixel, static_cast<int>(std::ceil(kReach / viewport_.zoom())));
}

void Canvas::setCurrent(std::optional<std::uint32_t> mark) {
  if (mark && (!marks_ || *mark >= marks_->all().size())) mark.reset();
  if (std::exchange(current_, mark) == mark || !mark || !QAccessible::isActive()) return;
  QAccessibleEvent event(this, QAccessible::Focus);
  event.setChild(static_cast<int>(*mark));
  QAccessible::updateAccessibility(&event);
}

void Canvas::pulse(std::uint32_t mark) {
  if (!marks_ || mark >= marks_->all().size()) return;
  if (style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) <= 0) return;
  pulse_->start(marks_->all()[mark].window);
}

bool Canvas::isPulsing() const {
  return pulse_->state() == QAbstractAnimation::Running;
}

void Canvas::reveal(const QRect& rectangle) {
  if (!QRectF(rect()).contains(map().toWidget(rectangle))) centreOn(rectangle);
}

void Canvas::zoomTo(const QRect& rectangle) {
  if (rectangle.isEmpty()) return;
  const double zoom = kMostOfView * std::min(width() / (1.0 * rectangle.width()),
                                             height() / (1.0 * rectangle.height()));
  viewport_.setZoom(zoom);
  viewport_.centreOn(QRectF(rectangle).center());
  viewMoved();
}

void Canvas::lookAt(QPointF picture) {
  viewport_.centreOn(picture);
  viewMoved();
}

bool Canvas::enter() {
  if (!scene_) return false;
  if (current_) {
    zoomTo(marks_->all()[*current_].window);
    return true;
  }
  return toolKind_ == ToolKind::crop && !selection_ && placeSelection();
}

bool Canvas::placeSelection() {
  const QRect seen = viewport_.visible().toAlignedRect() & frame();
  const int most = std::min(seen.width(), seen.height()) / 2;
  const auto wanted = static_cast<int>(kFirstSide / viewport_.zoom());
  const int side = std::clamp(wanted, 1, std::max(most, 1));
  QRect placed(0, 0, side, side);
  placed.moveCenter(seen.center());
  setSelection(placed);
  if (!selection_) return false;
  emit selectionMade(*selection_);
  return true;
}

void Canvas::contextMenuEvent(QContextMenuEvent* event) {
  if (dragging_ || pannedFrom_) return;
  QPoint place = event->pos();
  if (event->reason() == QContextMenuEvent::Keyboard) {
    // Where the keys are at work.
    QRectF at(rect());
    if (current_) {
      at = map().toWidget(marks_->all()[*current_].window);
    } else if (selection_) {
      at = map().toWidget(*selection_);
    }
    place = QRectF(rect()).intersected(at).center().toPoint();
  }
  emit menuWanted(place, mapToGlobal(place));
}

void Canvas::setMarkWords(std::function<QString(std::uint32_t)> words) {
  markWords_ = std::move(words);
}

QString Canvas::markWords(std::uint32_t mark) const {
  return markWords_ ? markWords_(mark) : QString();
}

void Canvas::tellOfMarks() {
  if (!QAccessible::isActive()) return;
  QAccessibleTableModelChangeEvent event(this, QAccessibleTableModelChangeEvent::ModelReset);
  QAccessible::updateAccessibility(&event);
}

void Canvas::setMinimapWanted(bool wanted) {
  minimap_->setWanted(wanted);
}

void Canvas::setScores(ScorePlanePtr plane) {
  scores_.setPlane(std::move(plane));
  awaitedScores_ = QString();
  update();
}

void Canvas::awaitScores(const QString& needle) {
  awaitedScores_ = needle.isNull() ? QStringLiteral("") : needle;
  update();
}

}  // namespace espy::desktop
