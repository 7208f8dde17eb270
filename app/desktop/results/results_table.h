// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

#include "model/drag_data.h"
#include "model/match_list.h"
#include "results/exports.h"

namespace espy::desktop {

/// More matches than this, or more pixels of them, are no files: while these are written, both
/// programs wait.
inline constexpr std::size_t kMostDraggedFiles = 100;
inline constexpr std::uint64_t kMostDraggedPixels = std::uint64_t{1} << 24;

/// Matches on their way into another program: as CSV, as text, as files with the names that the
/// export of crops gives them, and, where it is a single one, as the picture inside its window.
class MatchMimeData : public DragData {
  Q_OBJECT

 public:
  explicit MatchMimeData(const ExportedMatches& matches);
};

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
