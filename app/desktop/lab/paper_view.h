// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "charts/figure_view.h"
#include "espy/engine/lab.h"
#include "lab/paper_table.h"
#include "model/job.h"

class QLabel;
class QListWidget;
class QScrollArea;
class QStackedWidget;

namespace espy::desktop {

class BarChart;
class FigureTable;
class LineChart;

/// Functions of the core that the view calls. Tests replace them and measure nothing.
struct PaperTools {
  std::vector<LabPaper> papers;
  std::function<LabComparison(const LabRequest& request, const std::string& exhibit,
                              const Control& control)>
      compare;
};
/// The tools that call the core.
PaperTools paperTools(const Registry& registry);

using LabComparisonPtr = std::shared_ptr<const LabComparison>;

/// What the view shows, kept between sessions.
struct PaperChoice {
  QString paper;
  QString exhibit;

  bool operator==(const PaperChoice&) const = default;
};
void remember(const PaperChoice& choice, QSettings& settings);
PaperChoice recalledPaperChoice(QSettings& settings);

/// View of the papers' tables and figures: published values, and after a run ours with them.
class PaperView : public FigureView {
  Q_OBJECT

 public:
  explicit PaperView(PaperTools tools, QWidget* parent = nullptr);

  PaperChoice choice() const;
  /// Ignores what does not exist.
  void setChoice(const PaperChoice& choice);

  void start() override;
  void cancel() override { job_.stop(); }
  bool running() const override { return job_.running(); }

  /// The exhibit on screen; null without papers.
  const LabComparisonPtr& comparison() const { return shown_; }

  QByteArray csv() const override;
  QByteArray json() const override;
  bool hasFigures() const override;
  bool hasChart() const override;

 signals:
  void ended();

 private:
  QString fileName() const override;
  const Chart& frontChart() const override;
  ChartPage page() const override;
  QWidget* makeChoice();
  QWidget* makeFigures();
  const LabPaper* paper() const;
  void openPaper();
  void openExhibit();
  void showExhibit(const LabComparisonPtr& comparison);
  void drawChart(const LabExhibit& exhibit);
  void end(const Outcome<LabComparison>& outcome);
  void refresh();

  PaperTools tools_;
  /// Measured exhibits, by paper and id.
  std::map<std::pair<std::string, std::string>, LabComparisonPtr> measured_;
  LabComparisonPtr shown_;
  PaperTable figures_;

  QComboBox* paper_ = nullptr;
  QLabel* source_ = nullptr;
  QListWidget* exhibits_ = nullptr;
  QSpinBox* runs_ = nullptr;
  QPushButton* go_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* title_ = nullptr;
  QStackedWidget* charts_ = nullptr;
  BarChart* bars_ = nullptr;
  QScrollArea* barsArea_ = nullptr;
  LineChart* lines_ = nullptr;
  FigureTable* table_ = nullptr;
  QLabel* remarks_ = nullptr;
  Job job_;
};

}  // namespace espy::desktop
