// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_view.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "charts/figure_table.h"
#include "lab/lab_charts.h"
#include "lab/lab_figures.h"
#include "lab/lab_form.h"
#include "model/paths.h"
#include "model/translated.h"
#include "widgets/flow_layout.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"
#include "widgets/status_label.h"

namespace espy::desktop {

namespace {

/// Translation context of this file.
struct LabPageWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::LabPage)
};

}  // namespace

QStringList findingsOf(const LabReport& report) {
  QStringList findings;
  for (const Message& sentence : report.conclusions) findings += translated(sentence);
  for (const LabPublished& published : report.experiment.published) {
    findings += QStringLiteral("%1: %2").arg(textOf(published.strategy), sentenceOf(published));
  }
  return findings;
}

ChartPage labPageOf(const LabReport& report) {
  ChartPage page{translated(report.experiment.title), findingsOf(report)};
  page.below += settingsOf(report);
  QStringList machine;
  for (const auto& [name, value] : report.machine) {
    machine += QStringLiteral("%1: %2").arg(textOf(name), textOf(value));
  }
  if (!machine.isEmpty()) page.below += machine.join(QStringLiteral("; "));
  page.below += LabPageWords::tr(
                    "Medians of %1 runs with median absolute deviations, the first run separate.")
                    .arg(report.runs);
  return page;
}

void LabView::connectRunner() {
  connect(&runner_, &LabRunner::started, this, [this] {
    say({});
    progress_->setValue(0);
    refresh();
    emit runningChanged(true);
  });
  connect(&runner_, &LabRunner::progressed, this,
          [this](double part) { showPart(*progress_, part); });
  connect(&runner_, &LabRunner::changed, this, &LabView::setReport);
  connect(&runner_, &LabRunner::finished, this,
          [this](const LabReportPtr& report, const QString& failure) {
            if (report) setReport(report);
            refresh();
            showEnd(failure);
            emit runningChanged(false);
            emit ended();
          });
}

LabChoice LabView::choice() const {
  LabChoice choice;
  choice.experiment = opened_;
  choice.runs = runs_->value();
  choice.figure = figure_->currentIndex();
  choice.logParameter = parameterAxis_->currentIndex() == 1;
  choice.logFigure = figureAxis_->currentIndex() == 1;
  choice.settings = settings_;
  if (form_ != nullptr) choice.settings[opened_] = form_->settings();
  return choice;
}

void LabView::setChoice(const LabChoice& choice) {
  runs_->setValue(choice.runs);
  if (choice.figure >= 0 && choice.figure < figure_->count()) {
    figure_->setCurrentIndex(choice.figure);
  }
  parameterAxis_->setCurrentIndex(choice.logParameter ? 1 : 0);
  figureAxis_->setCurrentIndex(choice.logFigure ? 1 : 0);
  opened_.clear();  // keepSettings() must not save the current form
  settings_ = choice.settings;
  chooseExperiment(choice.experiment);
  openExperiment();
}

void LabView::chooseExperiment(const QString& name) {
  if (const int at = experiment_->findData(name); at >= 0) experiment_->setCurrentIndex(at);
}

void LabView::keepSettings() {
  if (form_ != nullptr && !opened_.isEmpty()) settings_[opened_] = form_->settings();
}

void LabView::openExperiment() {
  keepSettings();
  delete form_;
  form_ = nullptr;
  opened_ = experiment_->currentData().toString();
  for (const LabExperiment& experiment : tools_.experiments) {
    if (textOf(experiment.name) != opened_) continue;
    title_->setText(translated(experiment.title));
    about_->setText(translated(experiment.about));
    form_ = new LabForm(experiment);
    if (const auto kept = settings_.find(opened_); kept != settings_.end()) {
      form_->setSettings(kept->second);
    }
    formPlace_->addWidget(form_);
    connect(form_, &LabForm::changed, this, &LabView::refresh);
    break;
  }
  refresh();
}

void LabView::start() {
  if (running() || form_ == nullptr || !form_->trouble().isEmpty()) return;
  LabRequest request;
  request.experiment = opened_.toStdString();
  request.settings = form_->request();
  request.runs = runs_->value();
  runner_.start(std::move(request));
}

void LabView::setReport(LabReportPtr report) {
  report_ = std::move(report);
  figures_.setReport(report_);
  table_->setColumnHidden(LabTable::valueColumn, !report_ || report_->swept.empty());
  table_->setColumnHidden(LabTable::itemsColumn, !report_ || report_->experiment.items.empty());
  shown_->setText(report_ ? settingsOf(*report_) : QString());
  findings_->setText(report_ ? findingsOf(*report_).join(QLatin1Char('\n')) : QString());
  findings_->setVisible(!findings_->text().isEmpty());
  drawChart();
  refresh();
}

void LabView::drawChart() {
  const auto figure = static_cast<LabFigure>(figure_->currentIndex());
  const bool lines = report_ && showsLines(*report_);
  charts_->setCurrentIndex(lines ? 1 : 0);
  lines_->setScales(scaleOf(*parameterAxis_), scaleOf(*figureAxis_));
  bars_->setScale(scaleOf(*figureAxis_));
  lines_->setTitles(report_ ? textOf(report_->swept) : QString(),
                    report_ ? axisTitleOf(*report_, figure) : QString());
  lines_->setSeries(lines ? labLinesOf(*report_, figure) : std::vector<LineSeries>());
  bars_->setRows(report_ && !lines ? labBarsOf(*report_) : std::vector<BarRow>());
  figure_->setEnabled(lines);
  parameterAxis_->setEnabled(lines);
}

void LabView::refresh() {
  const bool busy = running();
  go_->setText(busy ? tr("&Cancel") : tr("&Run"));
  go_->setAccessibleName(busy ? tr("Cancel the experiment") : tr("Run the experiment"));
  go_->setEnabled(busy || (form_ != nullptr && form_->trouble().isEmpty()));
  experiment_->setEnabled(!busy);
  runs_->setEnabled(!busy);
  if (form_ != nullptr) form_->setEnabled(!busy);
  progress_->setVisible(busy);
  enableButtons();
}

void LabView::showEnd(const QString& failure) {
  if (!failure.isEmpty()) {
    say(tr("The experiment ended early: %1").arg(failure), true);
  } else if (report_ && report_->cancelled) {
    say(tr("Cancelled. The measurements so far are shown."));
  }
}

const Chart& LabView::frontChart() const {
  if (charts_->currentIndex() == 0) return *bars_;
  return *lines_;
}

QByteArray LabView::csv() const {
  return hasFigures() ? QByteArray::fromStdString(tools_.csv(*report_)) : QByteArray();
}

QByteArray LabView::json() const {
  return hasFigures() ? QByteArray::fromStdString(tools_.json(*report_)) : QByteArray();
}

bool LabView::hasFigures() const {
  return report_ && !report_->points.empty();
}

QString LabView::fileName() const {
  return QStringLiteral("espy-") + textOf(report_->experiment.name);
}

void LabView::closeEvent(QCloseEvent* event) {
  cancel();
  QWidget::closeEvent(event);
}

LabView::LabView(LabTools tools, QWidget* parent, Qt::WindowFlags flags)
    : FigureView(QStringLiteral("lab"), parent, flags),
      tools_(std::move(tools)),
      runner_(tools_.run) {
  setAccessibleName(tr("Lab"));
  setWindowTitle(tr("Lab - Espy"));
  auto* halves = new QSplitter;
  halves->addWidget(makeSettings());
  halves->addWidget(makeFigures());
  halves->setStretchFactor(1, 1);
  halves->setChildrenCollapsible(false);
  halves->setSizes({330, 850});
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(halves);
  resize(1200, 800);
  connectRunner();
  openExperiment();
  setReport(nullptr);
}

QWidget* LabView::makeSettings() {
  experiment_ = new QComboBox;
  experiment_->setAccessibleName(tr("Experiment"));
  for (const LabExperiment& experiment : tools_.experiments) {
    addItem(*experiment_, textOf(experiment.name), textOf(experiment.name),
            translated(experiment.title));
  }
  connect(experiment_, &QComboBox::currentIndexChanged, this, &LabView::openExperiment);
  title_ = wrappedLabel(tr("Title of the experiment"));
  title_->setFont(headingFont(title_->font()));
  about_ = wrappedLabel(tr("About the experiment"));

  auto* inner = new QWidget;
  auto* column = new QVBoxLayout(inner);
  column->setContentsMargins(0, 0, kGap, 0);
  column->addWidget(title_);
  column->addWidget(about_);
  formPlace_ = new QVBoxLayout;
  column->addLayout(formPlace_);
  column->addStretch(1);
  auto* scroll = newScrollArea(inner);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

  auto* half = new QWidget;
  auto* layout = new QVBoxLayout(half);
  layout->setContentsMargins(0, 0, kGap, 0);
  auto* label = new QLabel(tr("&Experiment:"));
  label->setBuddy(experiment_);
  layout->addWidget(label);
  layout->addWidget(experiment_);
  layout->addWidget(scroll, 1);
  runs_ = newRuns(LabChoice().runs, tr("Runs of each strategy after the first"),
                  tr("Runs of each strategy, after a first run that is shown separately"));
  go_ = newGo();
  progress_ = newProgress(tr("Progress of the experiment"));
  layout->addWidget(runLine(labelled(tr("&Number of runs:"), runs_), go_, progress_));
  half->setMinimumWidth(fontMetrics().height() * 17);
  return half;
}

QWidget* LabView::makeFigures() {
  bars_ = new BarChart;
  bars_->setAccessibleName(tr("Time of each strategy"));
  bars_->setWords(tr("milliseconds"), tr("median ± MAD"), tr("first run"), tr("published"));
  bars_->setEmptyText(
      tr("Press Run to see where each strategy spends its time and, in a sweep, how that time "
         "grows."));
  lines_ = new LineChart;
  lines_->setAccessibleName(tr("Figures over the parameter"));
  lines_->setCounting(true);
  lines_->setEmptyText(tr("No strategy has this figure here."));
  charts_ = new QStackedWidget;
  // Many strategies may need more height than the view has.
  auto* scroll = newScrollArea(bars_);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setMinimumHeight(fontMetrics().height() * 10);
  charts_->addWidget(scroll);
  charts_->addWidget(lines_);
  table_ = new FigureTable(figures_);
  table_->setAccessibleName(tr("Figures of each strategy"));
  shown_ = wrappedLabel(tr("Settings of the experiment"));
  findings_ = wrappedLabel(tr("Conclusions"));

  auto* half = new QWidget;
  auto* layout = new QVBoxLayout(half);
  layout->setContentsMargins(kGap, 0, 0, 0);
  layout->addWidget(makeChartLine());
  layout->addWidget(shown_);
  layout->addWidget(pairOf(charts_, table_), 1);
  layout->addWidget(findings_);
  layout->addWidget(status());
  layout->addWidget(newExports());
  // In a small window it scrolls, so that the plot keeps its height.
  auto* area = newScrollArea(half);
  area->setFocusPolicy(Qt::NoFocus);
  return area;
}

QWidget* LabView::makeChartLine() {
  auto* line = new QWidget;
  auto* layout = new FlowLayout(line);
  figure_ = new QComboBox;
  for (int i = 0; i < static_cast<int>(LabFigure::kCount); ++i) {
    figure_->addItem(nameOf(static_cast<LabFigure>(i)));
  }
  figure_->setAccessibleName(tr("What the lines show"));
  figure_->setToolTip(tr("The figure that is drawn over the swept parameter"));
  parameterAxis_ = newScale(tr("Axis of the parameter"));
  figureAxis_ = newScale(tr("Axis of the figures"));
  layout->addWidget(labelled(tr("&Show:"), figure_));
  layout->addWidget(labelled(tr("&Parameter axis:"), parameterAxis_));
  layout->addWidget(labelled(tr("&Figure axis:"), figureAxis_));
  for (const QComboBox* box : {figure_, parameterAxis_, figureAxis_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &LabView::drawChart);
  }
  return line;
}

}  // namespace espy::desktop
