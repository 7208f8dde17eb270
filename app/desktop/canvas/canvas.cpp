// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/canvas.h"

#include <QElapsedTimer>
#include <QPaintEvent>
#include <algorithm>
#include <utility>

#include "canvas/accessible_canvas.h"
#include "canvas/crop_tool.h"
#include "canvas/hand_tool.h"
#include "canvas/ignore_tool.h"
#include "canvas/lasso_tool.h"
#include "canvas/legend.h"
#include "canvas/mark_numbers.h"
#include "canvas/minimap.h"
#include "canvas/picture_layer.h"
#include "canvas/pulse.h"
#include "canvas/selection_painter.h"
#include "canvas/tile_store.h"

namespace espy::desktop {
namespace {

/// So long after the last move the picture is painted well.
constexpr int kRestMilliseconds = 120;
constexpr int kScrollMilliseconds = 16;
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

Canvas::Canvas(QWidget* parent)
    : QWidget(parent),
      tiles_(std::make_unique<TileStore>()),
      layer_(std::make_unique<PictureLayer>(*tiles_)),
      pulse_(new Pulse(this)),
      minimap_(new Minimap(*this, *tiles_)) {
  AccessibleCanvas::install();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(64, 64);
  setAccessibleName(tr("Picture"));
  setAccessibleDescription(
      tr("Shows the scene and the matches. The wheel zooms, the arrow keys move the picture or the "
         "selection, the space bar held down lets the mouse move the picture. Enter zooms to the "
         "current match, or places a first rectangle to cut out."));
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMilliseconds);
  scroll_.setInterval(kScrollMilliseconds);
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
  makeTool();
}

Canvas::~Canvas() = default;

void Canvas::setScene(PicturePtr scene) {
  if (scene == scene_) return;
  scene_ = std::move(scene);
  setMarks(nullptr);
  setScores(nullptr);
  hint_.reset();
  selection_.reset();
  selectionMask_.reset();
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

void Canvas::setMarks(std::shared_ptr<const Marks> marks) {
  marks_ = std::move(marks);
  overlay_.setMarks(marks_, frame().size());
  selectedMarks_.clear();
  current_.reset();
  pulse_->stop();
  minimap_->refresh();
  tellOfMarks();
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
  constexpr double kPart = 0.8;  // of the widget, that it may fill
  const double zoom =
      kPart * std::min(width() / (1.0 * rectangle.width()), height() / (1.0 * rectangle.height()));
  if (zoom < viewport_.zoom()) viewport_.setZoom(zoom);
  viewport_.centreOn(QRectF(rectangle).center());
  viewMoved();
}

void Canvas::paintEvent(QPaintEvent* /*event*/) {
  QElapsedTimer timer;
  timer.start();
  {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    if (scene_) {
      paintPicture(painter);
      paintOverlays(painter);
    }
    paintMessage(painter);
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
  if (scores_.plane()) painter.drawImage(QPointF(0, 0), scores_.image(map));
  values_.paint(painter, map);
}

void Canvas::paintOverlays(QPainter& painter) {
  const DeviceMap map = this->map();
  if (!overlay_.empty()) painter.drawImage(QPointF(0, 0), overlay_.image(map, font()));
  painter.setRenderHint(QPainter::Antialiasing);
  if (marks_ && markSettings_.pass == 0) paintSaid(painter, *marks_, map);
  if (hint_) paintFrame(painter, map, *hint_, {palette().color(QPalette::Highlight), 2.5, 2.5});
  if (selection_) {
    if (selectionMask_) {
      paintHatch(painter, map, *selection_, *selectionMask_, palette().color(QPalette::Highlight));
    }
    paintFrame(painter, map, *selection_);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  tool_->paint(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  pulse_->paint(painter, map);
  painter.setRenderHint(QPainter::Antialiasing, false);
  // The minimap lies above what is painted here.
  const QRect taken = minimap_->isVisible() ? minimap_->geometry() : QRect();
  if (markSettings_.pass != 0 && marks_ && !marks_->all().empty()) {
    paintLegend(painter, rect(), taken, palette(), markSettings_,
                marks_->colour(marks_->all().front()));
  } else if (scores_.plane() || !awaitedScores_.isNull()) {
    const bool awaited = !awaitedScores_.isNull();
    paintScoreLegend(painter, rect(), taken, palette(),
                     awaited ? awaitedScores_ : scores_.plane()->needle, awaited);
  }
}

void Canvas::paintMessage(QPainter& painter) const {
  if (message_.isEmpty()) return;
  constexpr double kAround = 16;
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.25);
  painter.setFont(large);
  const double widest = std::max(width() * 0.7, 100.0) - 2 * kAround;
  const QRectF words = painter.boundingRect(QRectF(0, 0, widest, height()),
                                            Qt::AlignCenter | Qt::TextWordWrap, message_);
  QRectF ground = words.adjusted(-kAround, -kAround, kAround, kAround);
  ground.moveCenter(QRectF(rect()).center());
  // Over a picture it must not hide what somebody is about to cut out.
  if (scene_) ground.moveBottom(height() - kAround);
  QColor soft = palette().color(QPalette::Base);
  soft.setAlphaF(0.9F);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(soft);
  painter.drawRoundedRect(ground, kAround, kAround);
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(ground.adjusted(kAround, kAround, -kAround, -kAround),
                   Qt::AlignCenter | Qt::TextWordWrap, message_);
}

void Canvas::paintFocus(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(palette().color(QPalette::Highlight));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace espy::desktop
