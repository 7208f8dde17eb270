// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/canvas.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QNativeGestureEvent>
#include <QStyle>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "canvas/accessible_canvas.h"
#include "canvas/crop_tool.h"
#include "canvas/curtain.h"
#include "canvas/ignore_tool.h"
#include "canvas/lasso_tool.h"
#include "canvas/minimap.h"
#include "canvas/picture_layer.h"
#include "canvas/pulse.h"
#include "canvas/tool.h"

namespace espy::desktop {
namespace {

/// Delay after the last move before the picture is painted smoothly.
constexpr int kRestMilliseconds = 120;
constexpr int kMarchMilliseconds = 100;
constexpr int kScrollMilliseconds = 16;
constexpr double kKeyStep = 64;        ///< pan distance of an arrow key, in widget pixels
constexpr double kDoublesEvery = 360;  ///< wheel rotation that doubles the zoom, in 1/8 degree
constexpr double kFastestScroll = 24;  ///< widget pixels per step, in a drag beyond the edge
constexpr double kReach = 12;          ///< hit radius of the ring of a mark too small to be seen
constexpr double kMostOfView = 0.3;    ///< part of the view that zoomTo() fills
constexpr double kFirstSide = 96;      ///< of a rectangle placed by Enter, in widget pixels

}  // namespace

Canvas::Canvas(QWidget* parent)
    : QWidget(parent),
      tiles_(std::make_unique<TileStore>()),
      layer_(std::make_unique<PictureLayer>(*tiles_)),
      curtain_(new Curtain(*this)),
      pulse_(new Pulse(this)),
      minimap_(new Minimap(*this, *tiles_)) {
  AccessibleCanvas::install();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(64, 64);
  setAccessibleName(tr("Picture"));
  setAccessibleDescription(
      tr("Shows the picture and the matches. The wheel zooms, the arrow keys move the picture or "
         "the selection, dragging with Space held down moves the picture. Enter zooms to the "
         "current match, or places a first rectangle to cut out."));
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMilliseconds);
  scroll_.setInterval(kScrollMilliseconds);
  march_.setInterval(kMarchMilliseconds);
  connect(&march_, &QTimer::timeout, this, [this] {
    ++phase_;
    if (selection_) update();
  });
  connect(&rest_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
  connect(&scroll_, &QTimer::timeout, this, &Canvas::scrollWhileDragging);
  connect(tiles_.get(), &TileStore::arrived, this, [this] {
    layer_->refresh();
    minimap_->takeTiles();
    update();
  });
  connect(pulse_, &Pulse::valueChanged, this, qOverload<>(&QWidget::update));
  connect(pulse_, &Pulse::finished, this, qOverload<>(&QWidget::update));
  connect(this, &Canvas::viewChanged, minimap_, &Minimap::follow);
  connect(curtain_, &Curtain::moved, this, qOverload<>(&QWidget::update));
  makeTool();
}

Canvas::~Canvas() = default;

void Canvas::setScene(PicturePtr scene) {
  if (scene == scene_) return;
  scene_ = std::move(scene);
  setMarks(nullptr);
  setScores(nullptr);
  hint_.reset();
  ghosts_.clear();
  selection_.reset();
  selectionMask_.reset();
  setPreview(nullptr);
  tiles_->setPicture(scene_);
  layer_->setPicture(scene_);
  values_.setPicture(scene_);
  viewport_.setPicture(frame().size());
  viewport_.fit();
  rest_.stop();
  makeTool();
  update();
  emit viewChanged();
  probe(pointer_);
}

void Canvas::setFrame(PicturePtr frame, const MadeTiles& tiles) {
  const bool next = scene_ && frame && frame->image.size() == scene_->image.size();
  if (!next) return setScene(std::move(frame));
  scene_ = std::move(frame);
  tiles_->setFrame(scene_, tiles);
  layer_->setPicture(scene_);
  values_.setPicture(scene_);
  if (minimap_->isVisible()) minimap_->refresh();
  update();
}

int Canvas::tileLevel() const {
  return layer_->level();
}

void Canvas::setPreview(PicturePtr preview) {
  if (preview == preview_) return;
  if (!previewTiles_) {
    previewTiles_ = std::make_unique<TileStore>();
    previewLayer_ = std::make_unique<PictureLayer>(*previewTiles_);
    connect(previewTiles_.get(), &TileStore::arrived, this, [this] {
      previewLayer_->refresh();
      update();
    });
  }
  preview_ = std::move(preview);
  const bool small = preview_ && scene_ && preview_->image.size() != scene_->image.size();
  smallPreview_ = small ? qImageFrom(preview_->image) : QImage();
  previewTiles_->setPicture(small ? nullptr : preview_);
  previewLayer_->setPicture(small ? nullptr : preview_);
  curtain_->place();
  curtain_->setVisible(curtainWanted_ && preview_);
  update();
}

void Canvas::setCurtainWanted(bool wanted) {
  curtainWanted_ = wanted;
  curtain_->place();
  curtain_->setVisible(wanted && preview_);
  update();
}

void Canvas::setMarks(std::shared_ptr<const Marks> marks) {
  marks_ = std::move(marks);
  overlay_.setMarks(marks_, frame().size());
  selectedMarks_.clear();
  current_.reset();
  pulse_->stop();
  minimap_->refresh();
  notifyMarks();
  update();
}

void Canvas::setMarkSettings(const MarkSettings& settings) {
  markSettings_ = settings;
  overlay_.setSettings(settings);
  update();
}

void Canvas::setSelected(const std::vector<std::uint32_t>& selected) {
  selectedMarks_ = selected;
  overlay_.setSelected(selected);
  update();
}

void Canvas::setHint(std::optional<QRect> hint) {
  hint_ = hint;
  update();
}

void Canvas::setMessage(const QString& text) {
  if (std::exchange(message_, text) != text) update();
}

void Canvas::setToolKind(ToolKind kind) {
  if (kind == toolKind_) return;
  toolKind_ = kind;
  makeTool();
  update();
}

void Canvas::makeTool() {
  dragging_ = false;
  scroll_.stop();
  switch (toolKind_) {
    case ToolKind::hand:
      tool_ = std::make_unique<HandTool>(*this);
      break;
    case ToolKind::crop:
      tool_ = std::make_unique<CropTool>(*this);
      break;
    case ToolKind::lasso:
      tool_ = std::make_unique<LassoTool>(*this);
      break;
    case ToolKind::ignore:
      tool_ = std::make_unique<IgnoreTool>(*this);
      break;
  }
  updateCursor();
}

void Canvas::setSelection(std::optional<QRect> selection) {
  if (selection) {
    *selection = selection->intersected(frame());
    if (selection->isEmpty()) selection.reset();
  }
  if (selection == selection_) return;
  if (!selection || !selection_ || selection->size() != selection_->size()) selectionMask_.reset();
  selection_ = selection;
  update();
}

void Canvas::setSelectionMask(std::shared_ptr<const Image> mask) {
  const bool fits =
      mask && selection_ && mask->size() == Size{selection_->width(), selection_->height()};
  selectionMask_ = fits ? std::move(mask) : nullptr;
  update();
}

void Canvas::fit() {
  viewport_.fit();
  viewMoved();
}

void Canvas::actualSize() {
  viewport_.setZoom(1);
  viewMoved();
}

void Canvas::zoomBy(double factor) {
  viewport_.setZoom(viewport_.zoom() * factor);
  viewMoved();
}

void Canvas::centreOn(const QRect& rectangle) {
  if (rectangle.isEmpty()) return;
  constexpr double kPart = 0.8;  // maximum part of the widget
  const double zoom =
      kPart * std::min(width() / (1.0 * rectangle.width()), height() / (1.0 * rectangle.height()));
  if (zoom < viewport_.zoom()) viewport_.setZoom(zoom);
  viewport_.centreOn(QRectF(rectangle).center());
  viewMoved();
}

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

bool Canvas::animates() const {
  return style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
}

void Canvas::setMarching(bool marching) {
  if (marching && animates()) {
    march_.start();
  } else {
    march_.stop();
  }
}

void Canvas::pulse(std::uint32_t mark) {
  if (!marks_ || mark >= marks_->all().size()) return;
  if (!animates()) return;
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

void Canvas::centreOn(QPointF picture) {
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
    // At the focused mark or the selection.
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

void Canvas::setMarkText(std::function<QString(std::uint32_t)> words) {
  markWords_ = std::move(words);
}

QString Canvas::markWords(std::uint32_t mark) const {
  return markWords_ ? markWords_(mark) : QString();
}

void Canvas::notifyMarks() {
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

QPoint Canvas::pixelAt(QPointF widget) const {
  const QPointF at = viewport_.toPicture(widget);
  return {static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y()))};
}

void Canvas::viewMoved() {
  rest_.start();
  update();
  emit viewChanged();
  probe(pointer_);
}

void Canvas::moveView(QPointF by) {
  viewport_.moveBy(by);
  viewMoved();
}

void Canvas::zoomAt(QPointF place, double factor) {
  // Snap to 1:1 when zooming past it.
  const double zoom = viewport_.zoom();
  const bool passes = (zoom < 1 && zoom * factor > 1) || (zoom > 1 && zoom * factor < 1);
  viewport_.zoomAt(place, passes ? 1 / zoom : factor);
  viewMoved();
}

void Canvas::click(QPointF place, Qt::KeyboardModifiers modifiers) {
  const int index = markAt(place);
  if (index >= 0) {
    emit markClicked(static_cast<std::uint32_t>(index), modifiers);
  } else {
    emit emptyClicked();
  }
}

void Canvas::probe(QPointF place) {
  const QPoint pixel = pixelAt(place);
  const bool inside = underMouse() && frame().contains(pixel) && QRectF(rect()).contains(place);
  const QPoint now = inside ? pixel : QPoint(-1, -1);
  if (now == probed_) return;
  probed_ = now;
  emit probed(now);
}

void Canvas::updateCursor() {
  const QCursor cursor = pannedFrom_ ? QCursor(Qt::ClosedHandCursor)
                         : space_    ? QCursor(Qt::OpenHandCursor)
                                     : tool_->cursor();
  if (cursor.shape() != this->cursor().shape()) setCursor(cursor);
}

bool Canvas::event(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    const auto& gesture = static_cast<QNativeGestureEvent&>(*event);
    if (gesture.gestureType() == Qt::ZoomNativeGesture) {
      zoomAt(gesture.position(), 1 + gesture.value());
      return true;
    }
  }
  return QWidget::event(event);
}

void Canvas::resizeEvent(QResizeEvent* /*event*/) {
  viewport_.setWidget(size());
  curtain_->place();
  viewMoved();
}

void Canvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    layer_->refresh();
    minimap_->refresh();
  }
  QWidget::changeEvent(event);
}

void Canvas::mousePressEvent(QMouseEvent* event) {
  pointer_ = event->position();
  const bool pans =
      event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && space_);
  if (pans && scene_ && !dragging_) {
    pannedFrom_ = pointer_;
  } else if (tool_->press(*event)) {
    dragging_ = true;
  } else {
    event->ignore();
  }
  updateCursor();
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position();
  modifiers_ = event->modifiers();
  if (pannedFrom_) {
    moveView(pointer_ - *pannedFrom_);
    pannedFrom_ = pointer_;
    return;
  }
  probe(pointer_);
  tool_->move(*event);
  const bool beyond = dragging_ && tool_->scrolls() && !QRectF(rect()).contains(pointer_);
  if (beyond && !scroll_.isActive()) scroll_.start();
  if (!beyond) scroll_.stop();
  updateCursor();
}

void Canvas::scrollWhileDragging() {
  const auto over = [](double place, double size) {
    const double by = place < 0 ? -place : place > size ? size - place : 0;
    return std::clamp(by, -kFastestScroll, kFastestScroll);
  };
  const QPointF before = viewport_.centre();
  moveView({over(pointer_.x(), width()), over(pointer_.y(), height())});
  if (viewport_.centre() == before) return;
  QMouseEvent moved(QEvent::MouseMove, pointer_, mapToGlobal(pointer_), Qt::NoButton,
                    Qt::LeftButton, modifiers_);
  tool_->move(moved);
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  pointer_ = event->position();
  if (pannedFrom_ && event->button() != Qt::RightButton) {
    pannedFrom_.reset();
  } else {
    if (!tool_->release(*event)) event->ignore();
    if (event->buttons() == Qt::NoButton) dragging_ = false;
    scroll_.stop();
  }
  updateCursor();
}

void Canvas::wheelEvent(QWheelEvent* event) {
  if (!scene_ || tool_->wheel(*event)) return;
  const bool finger = event->device() != nullptr &&
                      event->device()->type() == QInputDevice::DeviceType::TouchPad &&
                      !event->pixelDelta().isNull();
  const QPoint turned = event->angleDelta();
  if (finger && !event->modifiers().testFlag(Qt::ControlModifier)) {
    moveView(event->pixelDelta());
  } else if (event->modifiers().testFlag(Qt::ShiftModifier) || turned.y() == 0) {
    moveView({static_cast<double>(turned.y() != 0 ? turned.y() : turned.x()), 0});
  } else {
    zoomAt(event->position(), std::exp2(turned.y() / kDoublesEvery));
  }
  event->accept();
}

void Canvas::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && scene_) {
    space_ = true;
    updateCursor();
    return;
  }
  const bool entered = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (tool_->key(*event) || (entered && enter()) || panWithKey(*event)) {
    updateCursor();
    return;
  }
  if (event->key() == Qt::Key_Escape && current_) {
    emit emptyClicked();  // no match is current, so Enter can place a rectangle
    return;
  }
  QWidget::keyPressEvent(event);
}

bool Canvas::panWithKey(const QKeyEvent& event) {
  if (!scene_ || event.modifiers().testFlag(Qt::ControlModifier)) return false;
  const double by = event.modifiers().testFlag(Qt::ShiftModifier) ? 4 * kKeyStep : kKeyStep;
  switch (event.key()) {
    case Qt::Key_Left:
      moveView({by, 0});
      return true;
    case Qt::Key_Right:
      moveView({-by, 0});
      return true;
    case Qt::Key_Up:
      moveView({0, by});
      return true;
    case Qt::Key_Down:
      moveView({0, -by});
      return true;
    default:
      return false;
  }
}

void Canvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
    space_ = false;
    updateCursor();
    return;
  }
  QWidget::keyReleaseEvent(event);
}

void Canvas::leaveEvent(QEvent* event) {
  if (std::exchange(probed_, QPoint(-1, -1)) != QPoint(-1, -1)) emit probed(QPoint(-1, -1));
  QWidget::leaveEvent(event);
}

void Canvas::focusOutEvent(QFocusEvent* event) {
  // The key may be released in another window.
  space_ = false;
  updateCursor();
  QWidget::focusOutEvent(event);
}

}  // namespace espy::desktop
