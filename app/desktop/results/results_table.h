// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QItemSelection>
#include <QTableView>
#include <vector>

#include "model/drag_data.h"
#include "model/match_list.h"
#include "results/exports.h"

namespace espy::desktop {

/// Limits for drags as files: both programs block while these are written.
inline constexpr std::size_t kMostDraggedFiles = 100;
inline constexpr std::uint64_t kMostDraggedPixels = std::uint64_t{1} << 24;

/// Drag data of matches: CSV, text, files named as in the export of crops, and, for a single match,
/// the pixels of its window.
class MatchMimeData : public DragData {
  Q_OBJECT

 public:
  explicit MatchMimeData(const ExportedMatches& matches);
};

/// A selection of these ascending rows, with a range for each run.
QItemSelection runsOf(const QAbstractItemModel& model, const std::vector<int>& rows, int columns);

/// Table of the matches with its key bindings. Rows have a fixed height and nothing is measured, so
/// the cost does not depend on their number.
class ResultsTable : public QTableView {
  Q_OBJECT

 public:
  explicit ResultsTable(MatchList& matches, QWidget* parent = nullptr);

  /// Indices of the selected matches, in table order.
  std::vector<std::uint32_t> selectedMatches() const;
  /// Text of the empty table.
  void setMessage(const QString& text);
  const QString& message() const { return message_; }
  /// Wide enough for the columns up to the score; the distance adds little information.
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
  /// Width including the sort arrow if rows are sorted by this column.
  int titleWidth(int column) const;
  int leastNameWidth() const;
  /// Gives the needle column the remaining width.
  void shareWidth();
  void centre(const QModelIndex& index);
  void zoom(const QModelIndex& index);

  MatchList& matches_;
  QString message_;
};

}  // namespace espy::desktop
