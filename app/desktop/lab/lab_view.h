// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "charts/chart_page.h"
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
class QScrollArea;
class QSpinBox;
class QStackedWidget;

namespace espy::desktop {

/// What stands over and under the chart of a report, so that it can stand alone.
ChartPage labPageOf(const LabReport& report);

/// What the figures say, and what others have published, as paragraphs.
QStringList findingsOf(const LabReport& report);

class BarChart;
class Chart;
class FigureTable;
class LabForm;
class LineChart;

/// The lab: an experiment is chosen, set and run; its table fills and its chart draws meanwhile.
class LabView : public FigureView {
  Q_OBJECT

 public:
  explicit LabView(LabTools tools, QWidget* parent = nullptr, Qt::WindowFlags flags = {});
  ~LabView() override;

  const std::vector<LabExperiment>& experiments() const { return tools_.experiments; }
  /// What is set, of all experiments that were opened; and back, as far as it makes sense.
  LabChoice choice() const;
  void setChoice(const LabChoice& choice);
  void chooseExperiment(const QString& name);
  LabForm& form() { return *form_; }

  void start();
  void cancel() { runner_.cancel(); }
  bool running() const { return runner_.running(); }

  /// What is shown; null before the first run.
  const LabReportPtr& report() const { return report_; }
  void setReport(LabReportPtr report);

  QByteArray csv() const override;
  QByteArray json() const override;
  QByteArray svg() const override;
  QImage picture(double ratio) const override;
  bool hasFigures() const override;

 signals:
  void ended();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  QString fileName() const override;
  QWidget* makeSettings();
  QWidget* makeRunLine();
  QWidget* makeFigures();
  QWidget* makeChartLine();
  QWidget* makeExports();
  void connectRunner();
  void openExperiment();
  void keepSettings();
  void showEnd(const QString& failure);
  void drawChart();
  void refresh();
  const Chart& shownChart() const;

  LabTools tools_;
  LabRunner runner_;
  LabReportPtr report_;
  LabTable figures_;
  std::map<QString, LabSettings> settings_;  ///< of the experiments that were opened
  QString opened_;                           ///< the one whose form is shown

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
