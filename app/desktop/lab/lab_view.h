// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "charts/figure_view.h"
#include "espy/engine/lab.h"
#include "lab/lab_form.h"
#include "lab/lab_runner.h"
#include "lab/lab_table.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace espy::desktop {

/// Title and footer of an exported chart.
ChartPage labPageOf(const LabReport& report);

/// Conclusions and published figures, one paragraph each.
QStringList findingsOf(const LabReport& report);

class BarChart;
class Chart;
class FigureTable;
class LabForm;
class LineChart;

/// View of the lab: choose, configure and run an experiment. Table and chart update while it runs.
class LabView : public FigureView {
  Q_OBJECT

 public:
  explicit LabView(LabTools tools, QWidget* parent = nullptr, Qt::WindowFlags flags = {});

  const std::vector<LabExperiment>& experiments() const { return tools_.experiments; }
  /// Settings of all experiments that were opened. setChoice() ignores what does not exist.
  LabChoice choice() const;
  void setChoice(const LabChoice& choice);
  void chooseExperiment(const QString& name);
  LabForm& form() { return *form_; }

  void start() override;
  void cancel() override { runner_.cancel(); }
  bool running() const override { return runner_.running(); }

  /// The report on screen; null before the first run.
  const LabReportPtr& report() const { return report_; }
  void setReport(LabReportPtr report);

  QByteArray csv() const override;
  QByteArray json() const override;
  bool hasFigures() const override;

 signals:
  void ended();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  QString fileName() const override;
  const Chart& frontChart() const override;
  ChartPage page() const override { return labPageOf(*report_); }
  QWidget* makeSettings();
  QWidget* makeFigures();
  QWidget* makeChartLine();
  void connectRunner();
  void openExperiment();
  void keepSettings();
  void showEnd(const QString& failure);
  void drawChart();
  void refresh();

  LabTools tools_;
  LabRunner runner_;
  LabReportPtr report_;
  LabTable figures_;
  std::map<QString, LabSettings> settings_;  ///< by experiment, those that were opened
  QString opened_;                           ///< name of the experiment in the form

  QComboBox* experiment_ = nullptr;
  QLabel* title_ = nullptr;
  QLabel* about_ = nullptr;
  LabForm* form_ = nullptr;
  QBoxLayout* formPlace_ = nullptr;
  QSpinBox* runs_ = nullptr;
  QPushButton* go_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QComboBox* figure_ = nullptr;
  QComboBox* parameterAxis_ = nullptr;
  QComboBox* figureAxis_ = nullptr;
  QStackedWidget* charts_ = nullptr;
  BarChart* bars_ = nullptr;
  LineChart* lines_ = nullptr;
  FigureTable* table_ = nullptr;
  QLabel* shown_ = nullptr;
  QLabel* findings_ = nullptr;
};

}  // namespace espy::desktop
