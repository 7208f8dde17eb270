// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/flow_layout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <utility>

namespace espy::desktop {

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {
  setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : items_) delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.push_back(item);
}

int FlowLayout::count() const {
  return static_cast<int>(items_.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item != nullptr) items_.erase(items_.begin() + index);
  return item;
}

QSize FlowLayout::framed(QSize inside) const {
  const QMargins margins = contentsMargins();
  return inside + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

int FlowLayout::heightForWidth(int width) const {
  return layOut({0, 0, width, 0}, false);
}

QSize FlowLayout::sizeHint() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize wanted = item->sizeHint();
    size.rwidth() += wanted.width() + (size.width() > 0 ? std::max(0, spacing()) : 0);
    size.setHeight(std::max(size.height(), wanted.height()));
  }
  return framed(size);
}

QSize FlowLayout::minimumSize() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : items_) {
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  }
  return framed(size);
}

void FlowLayout::setGeometry(const QRect& place) {
  QLayout::setGeometry(place);
  layOut(place, true);
}

int FlowLayout::layOut(const QRect& place, bool move) const {
  const QRect inside = place.marginsRemoved(contentsMargins());
  const int gap = std::max(0, spacing());
  const bool fromRight = parentWidget() != nullptr && parentWidget()->isRightToLeft();
  int x = 0;
  int y = 0;
  int line = 0;
  std::vector<std::pair<QLayoutItem*, QRect>> placed;  // on this line
  const auto endLine = [&] {
    for (const auto& [item, at] : placed) {
      if (move) item->setGeometry(at.translated(0, (line - at.height()) / 2));
    }
    placed.clear();
  };
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint().boundedTo({inside.width(), QWIDGETSIZE_MAX});
    if (x > 0 && x + size.width() > inside.width()) {
      endLine();
      x = 0;
      y += line + gap;
      line = 0;
    }
    const int left = fromRight ? inside.width() - x - size.width() : x;
    placed.emplace_back(item, QRect(inside.topLeft() + QPoint(left, y), size));
    x += size.width() + gap;
    line = std::max(line, size.height());
  }
  endLine();
  return framed({0, y + line}).height();
}

QWidget* labelled(const QString& text, QWidget* field) {
  auto* both = new QWidget;
  auto* row = new QHBoxLayout(both);
  row->setContentsMargins({});
  auto* label = new QLabel(text);
  label->setBuddy(field);
  row->addWidget(label);
  row->addWidget(field);
  return both;
}

}  // namespace espy::desktop
