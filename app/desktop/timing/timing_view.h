// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "charts/figure_view.h"
#include "espy/engine/registry.h"
#include "timing/timing_result.h"
#include "timing/timing_runner.h"
#include "timing/timing_table.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace espy::desktop {

class BarChart;
class Chart;
class LineChart;

/// View that compares the engines' times, stage by stage.
class TimingView : public FigureView {
  Q_OBJECT

 public:
  explicit TimingView(const Registry& registry, QWidget* parent = nullptr);

  /// Sets what the next measurement measures; the current figures stay on screen.
  void setSubject(PicturePtr scene, std::vector<NeedleItem> needles, SearchSettings settings,
                  MarkSettings marks);

  void setOptions(const TimingOptions& options);
  TimingOptions options() const;
  void setScale(ChartAxis::Scale scale);

  void start() override;
  void cancel() override { runner_.cancel(); }
  bool running() const override { return runner_.running(); }

  /// The result on screen; null before the first measurement.
  const TimingResultPtr& result() const { return result_; }
  /// Shows an existing result.
  void setResult(TimingResultPtr result);

  QByteArray csv() const override;
  QByteArray json() const override;
  bool hasFigures() const override { return result_ != nullptr; }

 signals:
  void measured(const espy::desktop::TimingResultPtr& result);
  /// Replay this result as a race.
  void raceWanted(const espy::desktop::TimingResultPtr& result);

 private:
  QString fileName() const override { return QStringLiteral("espy-timing"); }
  const Chart& frontChart() const override;
  ChartPage page() const override;
  QWidget* makeControls();
  QWidget* makeEngines();
  QWidget* makeSweep();
  QWidget* makeExports();
  void connectRunner();
  void refresh();
  void showEnd(const TimingResult& result);

  TimingRunner runner_;
  TimingSubject subject_;
  TimingResultPtr result_;
  TimingTable engines_;
  TimingTable sweep_;

  QLabel* about_ = nullptr;
  QPushButton* go_ = nullptr;
  QSpinBox* runs_ = nullptr;
  QCheckBox* reference_ = nullptr;
  QCheckBox* withSweep_ = nullptr;
  QComboBox* scale_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QTabWidget* tabs_ = nullptr;
  BarChart* bars_ = nullptr;
  LineChart* lines_ = nullptr;
};

}  // namespace espy::desktop
