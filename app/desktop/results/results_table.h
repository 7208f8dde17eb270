// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

#include "model/match_list.h"

namespace espy::desktop {

/// The rows of the matches, with the keys that work on them. Rows are of one height and nothing is
/// measured, so that their number does not matter.
class ResultsTable : public QTableView {
  Q_OBJECT

 public:
  explicit ResultsTable(MatchList& matches, QWidget* parent = nullptr);

  /// Indices of the matches in the selected rows, in the order of the table.
  std::vector<std::uint32_t> selectedMatches() const;
  /// What an empty table says.
  void setMessage(const QString& text);
  /// Wide enough for all up to the score, which the distance behind it says over again.
  QSize sizeHint() const override;

 signals:
  void centrePressed(std::uint32_t index);
  void zoomPressed(std::uint32_t index);
  void copyPressed();
  void removePressed();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void startDrag(Qt::DropActions actions) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void setSizes();
  /// With the arrow where rows are sorted by this column.
  int titleWidth(int column) const;
  int leastNameWidth() const;
  /// Gives the names what the other columns leave.
  void shareWidth();
  void centre(const QModelIndex& index);

  MatchList& matches_;
  QString message_;
};

}  // namespace espy::desktop
