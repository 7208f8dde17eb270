// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "charts/figure_table.h"
#include "lab/lab_runner.h"

namespace espy::desktop {

/// Table model of a report: one row per strategy and point, and published figures below, in
/// italics.
class LabTable : public FigureModel {
  Q_OBJECT

 public:
  enum Column {
    valueColumn,  ///< of the swept parameter; empty without one
    strategyColumn,
    threadsColumn,
    medianColumn,
    madColumn,
    meanColumn,
    deviationColumn,
    firstColumn,
    wholeColumn,
    runsColumn,
    itemsColumn,  ///< empty if the experiment counts none
    speedUpColumn,
    wholeSpeedUpColumn,
    relativeColumn,
    efficiencyColumn,
    gigabytesColumn,
    operationsColumn,
    floorColumn,
    sameColumn,
    kColumns
  };

  explicit LabTable(QObject* parent = nullptr) : FigureModel(parent) {}

  void setReport(LabReportPtr report);
  bool isRefusal(int row) const;
  bool isPublished(int row) const;

  int sentenceColumn(int row) const override;
  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Line {
    std::size_t point = 0;
    std::size_t row = 0;
    const LabPublished* published = nullptr;  ///< set: a published figure, no row of a point
    bool operator==(const Line&) const = default;
  };
  struct ColumnFacts {
    const char* title;                               ///< untranslated; empty: depends on the report
    const char* hint = nullptr;                      ///< untranslated; null: none
    QString (*figure)(const LabRow& row) = nullptr;  ///< of measured rows
  };
  static const ColumnFacts& factsOf(int column);
  const LabRow& rowAt(const Line& line) const { return report_->points[line.point].rows[line.row]; }
  QString text(const Line& line, int column) const;
  QString sentence(const Line& line) const;
  QString title(int column) const;

  LabReportPtr report_;
  std::vector<Line> lines_;
};

}  // namespace espy::desktop
