// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>
#include <memory>

#include "canvas/canvas.h"

namespace espy::desktop {

/// Accessibility interface of the canvas: a one-column table with a row for each match, followed by
/// the canvas's child widgets.
class AccessibleCanvas : public QAccessibleWidget, public QAccessibleTableInterface {
 public:
  explicit AccessibleCanvas(Canvas* canvas);
  ~AccessibleCanvas() override;
  AccessibleCanvas(const AccessibleCanvas&) = delete;
  AccessibleCanvas& operator=(const AccessibleCanvas&) = delete;

  /// Registers the interface factory for all canvases.
  static void install();

  int childCount() const override;
  QAccessibleInterface* child(int index) const override;
  int indexOfChild(const QAccessibleInterface* child) const override;
  QAccessibleInterface* childAt(int x, int y) const override;
  QAccessibleInterface* focusChild() const override;
  QString text(QAccessible::Text kind) const override;
  void* interface_cast(QAccessible::InterfaceType type) override;

  QAccessibleInterface* caption() const override { return nullptr; }
  QAccessibleInterface* summary() const override { return nullptr; }
  QAccessibleInterface* cellAt(int row, int column) const override;
  int selectedCellCount() const override { return selectedRowCount(); }
  QList<QAccessibleInterface*> selectedCells() const override;
  QString columnDescription(int column) const override;
  QString rowDescription(int row) const override;
  int selectedColumnCount() const override { return 0; }
  int selectedRowCount() const override;
  int columnCount() const override { return 1; }
  int rowCount() const override;
  QList<int> selectedColumns() const override { return {}; }
  QList<int> selectedRows() const override;
  bool isColumnSelected(int /*column*/) const override { return false; }
  bool isRowSelected(int row) const override;
  bool selectRow(int row) override;
  bool selectColumn(int /*column*/) override { return false; }
  bool unselectRow(int row) override;
  bool unselectColumn(int /*column*/) override { return false; }
  void modelChange(QAccessibleTableModelChangeEvent* event) override;

 private:
  Canvas* canvas() const { return static_cast<Canvas*>(widget()); }
  QAccessibleInterface* rowAt(int row) const;
  void forget() const;

  mutable QHash<int, QAccessible::Id> rows_;  ///< by row; only those requested
  mutable std::weak_ptr<const Marks> marks_;  ///< that rows_ belongs to
};

/// A match as a table cell.
class AccessibleMark : public QAccessibleInterface, public QAccessibleTableCellInterface {
 public:
  AccessibleMark(Canvas* canvas, int row) : canvas_(canvas), row_(row) {}

  int row() const { return row_; }

  bool isValid() const override;
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
  QAccessibleInterface* parent() const override;
  QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
  QString text(QAccessible::Text kind) const override;
  void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
  QRect rect() const override;
  QAccessible::Role role() const override { return QAccessible::Cell; }
  QAccessible::State state() const override;
  void* interface_cast(QAccessible::InterfaceType type) override;

  int columnExtent() const override { return 1; }
  QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
  int columnIndex() const override { return 0; }
  int rowExtent() const override { return 1; }
  QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
  int rowIndex() const override { return row_; }
  bool isSelected() const override;
  QAccessibleInterface* table() const override { return parent(); }

 private:
  QPointer<Canvas> canvas_;
  int row_;
};

}  // namespace espy::desktop
