// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "results/counts_model.h"

class QTableView;
class QToolButton;

namespace espy::desktop {

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
