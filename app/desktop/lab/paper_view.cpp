// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/paper_view.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "charts/bar_chart.h"
#include "charts/figure_table.h"
#include "charts/line_chart.h"
#include "lab/paper_figures.h"
#include "model/paths.h"
#include "widgets/flow_layout.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

QString titleOf(const LabExhibit& exhibit) {
  return QStringLiteral("%1: %2").arg(textOf(exhibit.id), textOf(exhibit.title));
}

}  // namespace

PaperTools paperTools(const Registry& registry) {
  return {labPapers(), [&registry](const LabRequest& request, const std::string& exhibit,
                                   const Control& control) {
            return compareWithPaper(registry, request, exhibit, control);
          }};
}

void remember(const PaperChoice& choice, QSettings& settings) {
  settings.setValue(QStringLiteral("papers/paper"), choice.paper);
  settings.setValue(QStringLiteral("papers/exhibit"), choice.exhibit);
}

PaperChoice recalledPaperChoice(QSettings& settings) {
  return {settings.value(QStringLiteral("papers/paper")).toString(),
          settings.value(QStringLiteral("papers/exhibit")).toString()};
}

PaperView::PaperView(PaperTools tools, QWidget* parent)
    : FigureView(QStringLiteral("papers"), parent), tools_(std::move(tools)) {
  setAccessibleName(tr("Papers"));
  auto* halves = new QSplitter;
  halves->addWidget(makeChoice());
  halves->addWidget(makeFigures());
  halves->setStretchFactor(1, 1);
  halves->setChildrenCollapsible(false);
  halves->setSizes({330, 850});
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(halves);
  // Throttle updates: painting takes a core from the measured runs.
  job_.setPace(std::chrono::milliseconds(150));
  openPaper();
}

QWidget* PaperView::makeChoice() {
  paper_ = new QComboBox;
  paper_->setAccessibleName(tr("Paper"));
  for (const LabPaper& one : tools_.papers) {
    addItem(*paper_, textOf(one.name), textOf(one.name), textOf(one.title));
  }
  connect(paper_, &QComboBox::currentIndexChanged, this, &PaperView::openPaper);
  source_ = wrappedLabel(tr("About the paper"));
  exhibits_ = new QListWidget;
  exhibits_->setAccessibleName(tr("Table or figure"));
  exhibits_->setWordWrap(true);
  exhibits_->setAlternatingRowColors(true);
  exhibits_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(exhibits_, &QListWidget::currentRowChanged, this, &PaperView::openExhibit);

  auto* half = new QWidget;
  auto* layout = new QVBoxLayout(half);
  layout->setContentsMargins(0, 0, kGap, 0);
  const auto add = [layout](const QString& text, QWidget* field, int stretch) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    layout->addWidget(label);
    layout->addWidget(field, stretch);
  };
  add(tr("&Paper:"), paper_, 0);
  layout->addWidget(source_);
  add(tr("&Table or figure:"), exhibits_, 1);
  runs_ = newRuns(LabRequest().runs, tr("Runs of each strategy after the first"),
                  tr("Runs of each strategy, after a first run that is not counted"));
  go_ = newGo();
  progress_ = newProgress(tr("Progress of the exhibit"));
  layout->addWidget(runLine(labelled(tr("&Number of runs:"), runs_), go_, progress_));
  half->setMinimumWidth(fontMetrics().height() * 17);
  return half;
}

QWidget* PaperView::makeFigures() {
  bars_ = new BarChart;
  bars_->setAccessibleName(tr("Published values and ours"));
  lines_ = new LineChart;
  lines_->setAccessibleName(tr("Published values and ours"));
  lines_->setCounting(true);
  lines_->setEmptyText(tr("The paper prints no values here. Press Run to measure ours."));
  charts_ = new QStackedWidget;
  barsArea_ = newScrollArea(bars_);  // many rows may need more height than the view has
  barsArea_->setFocusPolicy(Qt::NoFocus);
  barsArea_->setMinimumHeight(fontMetrics().height() * 10);
  charts_->addWidget(barsArea_);
  charts_->addWidget(lines_);
  table_ = new FigureTable(figures_);
  table_->setAccessibleName(tr("Values of the exhibit"));
  title_ = wrappedLabel(tr("Title of the exhibit"));
  title_->setFont(headingFont(title_->font()));
  remarks_ = wrappedLabel(tr("Reasons and notes"));

  auto* half = new QWidget;
  auto* layout = new QVBoxLayout(half);
  layout->setContentsMargins(kGap, 0, 0, 0);
  layout->addWidget(title_);
  layout->addWidget(pairOf(charts_, table_), 1);
  layout->addWidget(remarks_);
  layout->addWidget(status());
  layout->addWidget(newExports());
  return half;
}

const LabPaper* PaperView::paper() const {
  const int at = paper_->currentIndex();
  return at < 0 ? nullptr : &tools_.papers[static_cast<std::size_t>(at)];
}

PaperChoice PaperView::choice() const {
  if (!shown_) return {};
  return {textOf(shown_->paper), textOf(shown_->exhibit.id)};
}

void PaperView::setChoice(const PaperChoice& choice) {
  const int at = paper_->findData(choice.paper);
  if (at < 0) return;
  paper_->setCurrentIndex(at);
  const auto& all = paper()->exhibits;
  const auto found = std::find_if(all.begin(), all.end(), [&](const LabExhibit& one) {
    return textOf(one.id) == choice.exhibit;
  });
  if (found != all.end()) exhibits_->setCurrentRow(static_cast<int>(found - all.begin()));
}

void PaperView::openPaper() {
  exhibits_->clear();
  if (paper() == nullptr) return refresh();
  source_->setText(sourcesOf(*paper()).join(QLatin1Char('\n')));
  for (const LabExhibit& exhibit : paper()->exhibits) exhibits_->addItem(titleOf(exhibit));
  exhibits_->setCurrentRow(0);
}

void PaperView::openExhibit() {
  const int row = exhibits_->currentRow();
  if (row < 0 || paper() == nullptr) return;
  say({});
  const LabExhibit& exhibit = paper()->exhibits[static_cast<std::size_t>(row)];
  if (const auto known = measured_.find({paper()->name, exhibit.id}); known != measured_.end()) {
    return showExhibit(known->second);
  }
  LabComparison published;
  published.paper = paper()->name;
  published.exhibit = exhibit;
  showExhibit(std::make_shared<const LabComparison>(std::move(published)));
}

void PaperView::showExhibit(const LabComparisonPtr& comparison) {
  shown_ = comparison;
  const LabExhibit& exhibit = comparison->exhibit;
  title_->setText(titleOf(exhibit));
  figures_.setExhibit(exhibit);
  remarks_->setText(remarksOf(exhibit).join(QLatin1Char('\n')));
  remarks_->setVisible(!remarks_->text().isEmpty());
  drawChart(exhibit);
  refresh();
}

void PaperView::drawChart(const LabExhibit& exhibit) {
  const ExhibitShape shape = shapeOf(exhibit);
  const QString unit = unitTitleOf(exhibit);
  const ChartAxis::Scale scale = valueScaleOf(exhibit);
  charts_->setVisible(shape != ExhibitShape::table);
  charts_->setCurrentIndex(shape == ExhibitShape::lines ? 1 : 0);
  lines_->setScales(rowScaleOf(exhibit), scale);
  lines_->setTitles(textOf(exhibit.rowName), unit);
  lines_->setSeries(shape == ExhibitShape::lines ? paperLinesOf(exhibit)
                                                 : std::vector<LineSeries>());
  bars_->setScale(scale);
  bars_->setWords(unit, tr("ours ± spread"), {}, tr("published"));
  bars_->setRows(shape == ExhibitShape::bars ? paperBarsOf(exhibit) : std::vector<BarRow>());
}

void PaperView::start() {
  if (running() || !shown_) return;
  LabRequest request;
  request.experiment = shown_->paper;
  request.runs = runs_->value();
  job_.start(
      [this, request, id = shown_->exhibit.id](const Job::Handle& handle) {
        return tools_.compare(
            request, id, handle.control(0, [this](double part) { showPart(*progress_, part); }));
      },
      [this](const Outcome<LabComparison>& outcome) { end(outcome); });
  say({});
  progress_->setValue(0);
  refresh();
  emit runningChanged(true);
}

void PaperView::end(const Outcome<LabComparison>& outcome) {
  if (outcome.value) {
    auto comparison = std::make_shared<const LabComparison>(*outcome.value);
    measured_[{comparison->paper, comparison->exhibit.id}] = comparison;
    showExhibit(comparison);
    if (comparison->cancelled) say(tr("Cancelled. The measurements so far are shown."));
  } else if (outcome.failure.cancelled) {
    say(tr("Cancelled."));
  } else {
    say(tr("The comparison ended early: %1").arg(outcome.failure.sentence), true);
  }
  refresh();
  emit runningChanged(false);
  emit ended();
}

void PaperView::refresh() {
  const bool busy = running();
  go_->setText(busy ? tr("&Stop") : tr("&Run"));
  go_->setAccessibleName(busy ? tr("Stop the comparison")
                              : tr("Measure our values of the exhibit"));
  go_->setEnabled(busy || shown_);
  for (QWidget* widget : {static_cast<QWidget*>(paper_), static_cast<QWidget*>(exhibits_),
                          static_cast<QWidget*>(runs_)}) {
    widget->setEnabled(!busy);
  }
  progress_->setVisible(busy);
  enableButtons();
}

const Chart& PaperView::frontChart() const {
  if (charts_->currentIndex() == 0) return *bars_;
  return *lines_;
}

ChartPage PaperView::page() const {
  return paperPageOf(*paper(), *shown_);
}

QByteArray PaperView::csv() const {
  return hasFigures() ? QByteArray::fromStdString(labComparisonCsv(*shown_)) : QByteArray();
}

QByteArray PaperView::json() const {
  return hasFigures() ? QByteArray::fromStdString(labComparisonJson(*shown_)) : QByteArray();
}

bool PaperView::hasFigures() const {
  return shown_ && figures_.rowCount() > 0;
}

bool PaperView::hasChart() const {
  return hasFigures() && shapeOf(shown_->exhibit) != ExhibitShape::table &&
         (!lines_->series().empty() || !bars_->rows().empty());
}

QString PaperView::fileName() const {
  return QStringLiteral("espy-%1-%2").arg(textOf(shown_->paper), textOf(shown_->exhibit.id));
}

}  // namespace espy::desktop
