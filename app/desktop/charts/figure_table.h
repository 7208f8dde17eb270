// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

class QSplitter;
class QWidget;

namespace espy::desktop {

/// Model of a FigureTable: figures, and rows with a message in their place.
class FigureModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// First column of the row's message, which spans the rest; -1: none.
  virtual int sentenceColumn(int row) const = 0;
};

class FigureModel;

/// Table of figures. Copy puts the selected rows with headings on the clipboard as tab-separated
/// text.
class FigureTable : public QTableView {
  Q_OBJECT

 public:
  explicit FigureTable(FigureModel& table, QWidget* parent = nullptr);

  /// The selected rows, or all if none is selected, as tab-separated text.
  QString selectedText() const;
  /// Tall enough for six rows.
  QSize sizeHint() const override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// Spans messages over columns and fits column widths.
  void arrange();

  FigureModel& table_;
};

/// A splitter with chart and table, stacked, or side by side where height is small.
QSplitter* pairOf(QWidget* chart, QWidget* table);

}  // namespace espy::desktop
