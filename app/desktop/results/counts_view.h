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

/// Model of the result's needles with the number of shown matches and the expected number, which is
/// editable.
class CountsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kNeedle, kFound, kExpected, kVerdict, kColumns };

  explicit CountsModel(MatchList& matches, QObject* parent = nullptr);

  const std::vector<NeedleCount>& counts() const { return counts_; }
  /// By needle id; kept over searches.
  const ExpectedCounts& expected() const { return expected_; }
  void setExpected(const ExpectedCounts& expected);

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(counts_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// Accepts a number >= 0, or an empty value to expect nothing.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void expectedChanged();  ///< edited by the user

 private:
  void count();
  QString text(const NeedleCount& count, int column) const;

  MatchList& matches_;
  ExpectedCounts expected_;
  std::vector<NeedleCount> counts_;
};

/// Counts by needle, collapsible to a one-line verdict.
class CountsView : public QWidget {
  Q_OBJECT

 public:
  explicit CountsView(MatchList& matches, QWidget* parent = nullptr);

  CountsModel& model() { return *model_; }
  void setOpen(bool open);
  /// Limits the number of visible rows.
  void setMostRows(int rows);

 private:
  void refresh();

  CountsModel* model_;
  QToolButton* fold_;
  QTableView* table_;
  int mostRows_ = 5;
};

}  // namespace espy::desktop
