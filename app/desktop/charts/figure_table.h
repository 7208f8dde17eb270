// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

class QSplitter;
class QWidget;

namespace espy::desktop {

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
