// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/name_map_view.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/contrast.h"
#include "widgets/plain_widgets.h"

namespace espy::desktop {

void LegendModel::setMap(const NameMap& map) {
  beginResetModel();
  entries_ = map.legend();
  endResetModel();
}

QVariant LegendModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const NameMap::Entry& entry = entries_[static_cast<std::size_t>(index.row())];
  if (role == Qt::DecorationRole) return entry.colour;
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
    return NameMapView::tr("%1 (%2)").arg(entry.name,
                                          QLocale().toString(static_cast<qulonglong>(entry.cells)));
  }
  return {};
}

NameMapCells::NameMapCells(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAccessibleName(tr("Map of names"));
  setMinimumSize(64, 48);
}

void NameMapCells::setMap(const NameMap* map) {
  map_ = map;
  hovered_ = {-1, -1};
  update();
}

QRectF NameMapCells::frame() const {
  if (map_ == nullptr || map_->isEmpty()) return {};
  const QSizeF scene(map_->cell().width() * map_->columns(), map_->cell().height() * map_->rows());
  QRectF frame(QPointF(0, 0), scene.scaled(size(), Qt::KeepAspectRatio));
  frame.moveCenter(QRectF(rect()).center());
  return frame;
}

QPoint NameMapCells::cellAt(QPointF place) const {
  const QRectF all = frame();
  if (!all.contains(place)) return {-1, -1};
  const QPointF in = place - all.topLeft();
  return {std::min(static_cast<int>(in.x() / all.width() * map_->columns()), map_->columns() - 1),
          std::min(static_cast<int>(in.y() / all.height() * map_->rows()), map_->rows() - 1)};
}

QRectF NameMapCells::placeOf(QPoint cell) const {
  const QRectF all = frame();
  const QSizeF side(all.width() / map_->columns(), all.height() / map_->rows());
  return {all.topLeft() + QPointF(cell.x() * side.width(), cell.y() * side.height()), side};
}

QString NameMapCells::textOf(QPoint cell) const {
  if (map_ == nullptr || cell.x() < 0) return {};
  const QStringList names = map_->names(cell.x(), cell.y());
  if (names.isEmpty()) return {};
  return tr("Column %1, row %2: %3")
      .arg(cell.x() + 1)
      .arg(cell.y() + 1)
      .arg(names.join(QStringLiteral(", ")));
}

bool NameMapCells::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);  // NOLINT: said by its type
  const QPoint cell = cellAt(help->pos());
  const QString text = textOf(cell);
  if (text.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(help->globalPos(), text, this, placeOf(cell).toAlignedRect());
  }
  return true;
}

void NameMapCells::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const QRectF all = frame();
  if (all.isEmpty()) return;
  painter.fillRect(all, canvasGround(palette()));
  painter.drawImage(all, map_->picture());
  const QSizeF side = placeOf({0, 0}).size();
  constexpr double kWithNames = 24;  // pixels
  if (side.width() >= kWithNames) {
    for (int row = 0; row < map_->rows(); ++row) {
      for (int column = 0; column < map_->columns(); ++column) {
        const QStringList names = map_->names(column, row);
        if (names.isEmpty()) continue;
        painter.setPen(inkOn(QColor::fromRgb(map_->picture().pixel(column, row))));
        paintName(painter, placeOf({column, row}), names.front());
      }
    }
  }
  if (hovered_.x() < 0) return;
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(placeOf(hovered_));
}

void NameMapCells::mousePressEvent(QMouseEvent* event) {
  const QPoint cell = cellAt(event->position());
  if (event->button() == Qt::LeftButton && cell.x() >= 0) emit chosen(cell);
}

void NameMapCells::mouseMoveEvent(QMouseEvent* event) {
  const QPoint cell = cellAt(event->position());
  if (cell == hovered_) return;
  hovered_ = cell;
  update();
}

void NameMapCells::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  hovered_ = {-1, -1};
  update();
}

NameMapView::NameMapView(MatchList& matches, QWidget* parent)
    : QWidget(parent),
      matches_(matches),
      message_(wrappedLabel(tr("State of the map"))),
      cells_(new NameMapCells),
      entries_(new LegendModel(this)),
      legend_(new QListView) {
  legend_->setModel(entries_);
  legend_->setAccessibleName(tr("Names and their colours"));
  legend_->setUniformItemSizes(true);
  legend_->setEditTriggers(QListView::NoEditTriggers);
  legend_->setMinimumHeight(2 * fontMetrics().height());
  message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->addWidget(cells_, 3);
  column->addWidget(message_);
  column->addWidget(legend_, 2);
  connect(&matches, &MatchList::shownChanged, this, [this] {
    outdated_ = true;
    if (isVisible()) refresh();
  });
  connect(cells_, &NameMapCells::chosen, this, [this](QPoint cell) {
    if (const auto match = map_.match(cell.x(), cell.y())) emit matchChosen(*match);
  });
}

void NameMapView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void NameMapView::refresh() {
  if (!outdated_) return;
  outdated_ = false;
  const SearchResultPtr& result = matches_.result();
  const std::vector<std::uint32_t> kept = matches_.kept();
  map_ = result ? NameMap(*result, kept) : NameMap();
  cells_->setMap(&map_);
  entries_->setMap(map_);
  legend_->setVisible(!map_.isEmpty());
  cells_->setVisible(!map_.isEmpty());
  const QLocale locale;
  if (map_.isEmpty()) {
    message_->setText(
        kept.empty() ? tr("Matches that lie side by side, such as tiles, are shown here by name")
                     : tr("These matches do not lie side by side in a grid."));
    return;
  }
  QString text =
      tr("%1 x %2 cells of %3 x %4 pixels")
          .arg(locale.toString(map_.columns()), locale.toString(map_.rows()),
               locale.toString(map_.cell().width()), locale.toString(map_.cell().height()));
  if (map_.beside() > 0) {
    text +=
        tr("; beside the grid: %1").arg(locale.toString(static_cast<qulonglong>(map_.beside())));
  }
  message_->setText(text);
}

}  // namespace espy::desktop
