// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

class QSplitter;
class QWidget;

namespace espy::desktop {

/// What a FigureTable shows: figures, and rows in which a sentence stands in their place.
class FigureModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// From this column on the row is one sentence; -1: it is figures to the end.
  virtual int sentenceColumn(int row) const = 0;
};

class FigureModel;

/// Shows figures. Cells are walked with the arrow keys, and Copy takes the selected ones,
/// with their headings, as text that spreadsheets understand.
class FigureTable : public QTableView {
  Q_OBJECT

 public:
  explicit FigureTable(FigureModel& table, QWidget* parent = nullptr);

  /// The selected rows, or all of them where none is, as lines with tabs.
  QString selectedText() const;
  /// As high as six rows, that none is hidden.
  QSize sizeHint() const override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// A sentence takes the place of all figures; columns fit what is in them.
  void arrange();

  FigureModel& table_;
};

/// Chart and table, in a splitter, so that whoever wants more of one drags: over each other, or
/// side by side where there is little height.
QSplitter* pairOf(QWidget* chart, QWidget* table);

}  // namespace espy::desktop
