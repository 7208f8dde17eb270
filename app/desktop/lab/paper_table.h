// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "charts/figure_table.h"
#include "espy/engine/lab.h"

namespace espy::desktop {

/// Table model of a paper's exhibit: a line per row and series.
class PaperTable : public FigureModel {
  Q_OBJECT

 public:
  enum Column {
    rowColumn,
    seriesColumn,
    publishedColumn,
    oursColumn,
    threadsColumn,
    ratioColumn,
    kColumns
  };

  explicit PaperTable(QObject* parent = nullptr) : FigureModel(parent) {}

  void setExhibit(LabExhibit exhibit);

  /// Our column where a value of ours was refused.
  int sentenceColumn(int row) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const LabSeries& seriesAt(int row) const;
  const LabCell& cellAt(int row) const;
  QString text(int row, int column) const;

  LabExhibit exhibit_;
};

}  // namespace espy::desktop
