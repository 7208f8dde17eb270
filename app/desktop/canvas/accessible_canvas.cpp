// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/accessible_canvas.h"

#include <QLocale>
#include <algorithm>

namespace espy::desktop {

// Interfaces of matches are created on request, since there may be a million, and deleted when the
// marks change.

AccessibleCanvas::AccessibleCanvas(Canvas* canvas)
    : QAccessibleWidget(canvas, QAccessible::Table) {}

AccessibleCanvas::~AccessibleCanvas() {
  forget();
}

void AccessibleCanvas::install() {
  static const bool kInstalled = [] {
    QAccessible::installFactory([](const QString& /*name*/, QObject* object) {
      auto* canvas = qobject_cast<Canvas*>(object);
      return canvas == nullptr ? nullptr
                               : static_cast<QAccessibleInterface*>(new AccessibleCanvas(canvas));
    });
    return true;
  }();
  Q_UNUSED(kInstalled);
}

void AccessibleCanvas::forget() const {
  for (const QAccessible::Id id : std::as_const(rows_)) QAccessible::deleteAccessibleInterface(id);
  rows_.clear();
}

int AccessibleCanvas::rowCount() const {
  const auto& marks = canvas()->marks();
  return marks ? static_cast<int>(marks->all().size()) : 0;
}

QAccessibleInterface* AccessibleCanvas::rowAt(int row) const {
  if (row < 0 || row >= rowCount()) return nullptr;
  if (marks_.lock() != canvas()->marks()) {
    forget();
    marks_ = canvas()->marks();
  }
  const auto known = rows_.constFind(row);
  if (known != rows_.constEnd()) return QAccessible::accessibleInterface(*known);
  auto* made = new AccessibleMark(canvas(), row);  // Qt takes ownership on registration
  rows_.insert(row, QAccessible::registerAccessibleInterface(made));
  return made;
}

int AccessibleCanvas::childCount() const {
  return rowCount() + QAccessibleWidget::childCount();
}

QAccessibleInterface* AccessibleCanvas::child(int index) const {
  const int rows = rowCount();
  return index < rows ? rowAt(index) : QAccessibleWidget::child(index - rows);
}

int AccessibleCanvas::indexOfChild(const QAccessibleInterface* child) const {
  if (child == nullptr) return -1;
  if (const auto* mark = dynamic_cast<const AccessibleMark*>(child)) return mark->row();
  const int index = QAccessibleWidget::indexOfChild(child);
  return index < 0 ? -1 : rowCount() + index;
}

QAccessibleInterface* AccessibleCanvas::childAt(int x, int y) const {
  const QPoint place = canvas()->mapFromGlobal(QPoint(x, y));
  if (!canvas()->rect().contains(place)) return nullptr;
  if (const int mark = canvas()->markAt(place); mark >= 0) return rowAt(mark);
  return QAccessibleWidget::childAt(x, y);
}

QAccessibleInterface* AccessibleCanvas::focusChild() const {
  if (canvas()->hasFocus() && canvas()->current()) {
    return rowAt(static_cast<int>(*canvas()->current()));
  }
  return QAccessibleWidget::focusChild();
}

QString AccessibleCanvas::text(QAccessible::Text kind) const {
  if (kind == QAccessible::Value) {
    return rowCount() == 1 ? Canvas::tr("1 match")
                           : Canvas::tr("%1 matches").arg(QLocale().toString(rowCount()));
  }
  return QAccessibleWidget::text(kind);
}

void* AccessibleCanvas::interface_cast(QAccessible::InterfaceType type) {
  if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
  return QAccessibleWidget::interface_cast(type);
}

QAccessibleInterface* AccessibleCanvas::cellAt(int row, int column) const {
  return column == 0 ? rowAt(row) : nullptr;
}

QList<QAccessibleInterface*> AccessibleCanvas::selectedCells() const {
  QList<QAccessibleInterface*> cells;
  for (const int row : selectedRows()) cells.push_back(rowAt(row));
  return cells;
}

QString AccessibleCanvas::columnDescription(int column) const {
  return column == 0 ? Canvas::tr("Match") : QString();
}

QString AccessibleCanvas::rowDescription(int row) const {
  return row < 0 || row >= rowCount() ? QString()
                                      : canvas()->markWords(static_cast<std::uint32_t>(row));
}

int AccessibleCanvas::selectedRowCount() const {
  return static_cast<int>(canvas()->selectedMarks().size());
}

QList<int> AccessibleCanvas::selectedRows() const {
  QList<int> rows;
  for (const std::uint32_t mark : canvas()->selectedMarks()) rows.push_back(static_cast<int>(mark));
  std::sort(rows.begin(), rows.end());
  return rows;
}

bool AccessibleCanvas::isRowSelected(int row) const {
  return row >= 0 && canvas()->isSelected(static_cast<std::uint32_t>(row));
}

bool AccessibleCanvas::selectRow(int row) {
  if (row < 0 || row >= rowCount()) return false;
  emit canvas()->markClicked(static_cast<std::uint32_t>(row), Qt::NoModifier);
  return true;
}

bool AccessibleCanvas::unselectRow(int row) {
  if (!isRowSelected(row) || selectedRowCount() > 1) return false;
  emit canvas()->emptyClicked();
  return true;
}

void AccessibleCanvas::modelChange(QAccessibleTableModelChangeEvent* /*event*/) {
  forget();
}

bool AccessibleMark::isValid() const {
  return canvas_ && canvas_->marks() &&
         static_cast<std::size_t>(row_) < canvas_->marks()->all().size();
}

QAccessibleInterface* AccessibleMark::parent() const {
  return canvas_ ? QAccessible::queryAccessibleInterface(canvas_) : nullptr;
}

QString AccessibleMark::text(QAccessible::Text kind) const {
  if (!isValid() || (kind != QAccessible::Name && kind != QAccessible::Value)) return {};
  return canvas_->markWords(static_cast<std::uint32_t>(row_));
}

QRect AccessibleMark::rect() const {
  if (!isValid()) return {};
  const QRect window = canvas_->marks()->all()[static_cast<std::size_t>(row_)].window;
  const QRect place = canvas_->map().toWidget(window).toAlignedRect();
  return {canvas_->mapToGlobal(place.topLeft()), place.size()};
}

QAccessible::State AccessibleMark::state() const {
  QAccessible::State state;
  if (!isValid()) {
    state.invalid = true;
    return state;
  }
  state.selectable = true;
  state.multiSelectable = true;
  state.focusable = true;
  state.selected = isSelected();
  const bool current = canvas_->current() == static_cast<std::uint32_t>(row_);
  state.active = current;
  state.focused = current && canvas_->hasFocus();
  state.offscreen =
      !canvas_->rect().intersects(QRect(canvas_->mapFromGlobal(rect().topLeft()), rect().size()));
  return state;
}

void* AccessibleMark::interface_cast(QAccessible::InterfaceType type) {
  if (type == QAccessible::TableCellInterface) {
    return static_cast<QAccessibleTableCellInterface*>(this);
  }
  return nullptr;
}

bool AccessibleMark::isSelected() const {
  return canvas_ && canvas_->isSelected(static_cast<std::uint32_t>(row_));
}

}  // namespace espy::desktop
