// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "model/job.h"
#include "signal/motif_runner.h"
#include "signal/signal_tools.h"
#include "timing/timing_table.h"

class QCheckBox;
class QPushButton;
class QSpinBox;

namespace espy::desktop {

class BarChart;
class StatusLabel;

/// Timing of signal searches: the last one, and all engines compared on it.
class SignalTimes : public QWidget {
  Q_OBJECT

 public:
  explicit SignalTimes(SignalTools tools, QWidget* parent = nullptr);

  /// Sets the completed search that compare() repeats.
  void setSearch(SignalRequest request, const SignalResultPtr& result);
  /// Drops the search, as one of its recordings was closed.
  void forget();
  /// Runs all engines, interleaved.
  void compare();
  void cancel() { job_.stop(); }
  bool comparing() const { return job_.running(); }
  const std::vector<MeasuredEngine>& engines() const { return table_.engines(); }
  BarChart& chart() { return *chart_; }

 signals:
  void comparingChanged();

 private:
  QWidget* makeControls();
  void showLast();
  /// Runs on the worker.
  std::vector<MeasuredEngine> measured(const SignalRequest& request, int runs, bool reference,
                                       const Control& control) const;
  void showEngines(std::vector<MeasuredEngine> engines);
  void refresh();

  SignalTools tools_;
  SignalRequest request_;
  SignalResultPtr last_;
  TimingTable table_;
  BarChart* chart_ = nullptr;
  QPushButton* compare_ = nullptr;
  QSpinBox* runs_ = nullptr;
  QCheckBox* reference_ = nullptr;
  StatusLabel* said_ = nullptr;
  Job job_;
};

/// Canonical text of a result, to compare the engines' results.
std::string textOfFound(const std::vector<MotifMatch>& matches);

}  // namespace espy::desktop
