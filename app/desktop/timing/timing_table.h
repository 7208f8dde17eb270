// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "charts/figure_table.h"
#include "espy/engine/measure.h"

namespace espy::desktop {

/// Table model of measured engines.
class TimingTable : public FigureModel {
  Q_OBJECT

 public:
  /// Followed by one column per stage that any engine has.
  enum Column {
    engineColumn,
    threadsColumn,
    medianColumn,
    searchColumn,
    firstColumn,
    runsColumn,
    speedUpColumn,
    searchSpeedUpColumn,
    efficiencyColumn,
    identicalColumn,
    kFixedColumns
  };
  /// What speed-ups refer to: the engine "sequential", or the same engine on one thread.
  enum class Baseline { sequential, oneThread };

  explicit TimingTable(Baseline baseline, QObject* parent = nullptr);

  void setEngines(std::vector<MeasuredEngine> engines);
  const std::vector<MeasuredEngine>& engines() const { return engines_; }
  const std::vector<std::string>& stages() const { return stages_; }
  /// Rows that show one sentence, why there are no figures.
  bool isRefusal(int row) const;
  int sentenceColumn(int row) const override { return isRefusal(row) ? medianColumn : -1; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(engines_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kFixedColumns + static_cast<int>(stages_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const MeasuredEngine& engine, int column) const;
  QString stageText(const MeasuredEngine& engine, int column) const;
  QString hint(int column) const;
  const MeasuredEngine* baselineOf(const MeasuredEngine& engine) const;

  Baseline baseline_;
  std::vector<MeasuredEngine> engines_;
  std::vector<std::string> stages_;
};

}  // namespace espy::desktop
