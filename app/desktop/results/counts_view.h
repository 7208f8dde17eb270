// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <vector>

#include "results/expected_counts.h"

class QTableView;
class QToolButton;

namespace espy::desktop {

/// The needles of the result at hand: how many matches are shown of each, and how many are
/// expected, which can be written into its cell.
class CountsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kNeedle, kFound, kExpected, kVerdict, kColumns };

  explicit CountsModel(MatchList& matches, QObject* parent = nullptr);

  const std::vector<NeedleCount>& counts() const { return counts_; }
  /// Kept over searches, by the ids of needles.
  const ExpectedCounts& expected() const { return expected_; }
  void setExpected(const ExpectedCounts& expected);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// A number from 0, or nothing: then nothing is expected any more.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void expectedChanged();  ///< somebody wrote another number into a cell

 private:
  void count();
  QString text(const NeedleCount& count, int column) const;

  MatchList& matches_;
  ExpectedCounts expected_;
  std::vector<NeedleCount> counts_;
};

/// Counts by needle, folded into one line that says whether all of them are as expected.
class CountsView : public QWidget {
  Q_OBJECT

 public:
  explicit CountsView(MatchList& matches, QWidget* parent = nullptr);

  CountsModel& model() { return *model_; }
  void setOpen(bool open);
  /// So many needles are in sight at once.
  void setMostRows(int rows);

 private:
  void refresh();

  CountsModel* model_;
  QToolButton* fold_;
  QTableView* table_;
  int mostRows_ = 5;
};

}  // namespace espy::desktop
