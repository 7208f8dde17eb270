// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "charts/bar_chart.h"
#include "charts/figure_table.h"
#include "charts/line_chart.h"
#include "timing/timing_export.h"
#include "timing/timing_figures.h"
#include "widgets/flow_layout.h"
#include "widgets/status_label.h"

namespace espy::desktop {
TimingView::TimingView(const Registry& registry, QWidget* parent)
    : FigureView(QStringLiteral("timing"), parent),
      runner_(registry),
      engines_(TimingTable::Baseline::sequential),
      sweep_(TimingTable::Baseline::oneThread) {
  setAccessibleName(tr("Timing"));
  about_ = new QLabel;
  about_->setAccessibleName(tr("What is measured"));
  about_->setWordWrap(true);
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("Charts"));
  tabs_->setDocumentMode(true);
  tabs_->addTab(makeEngines(), tr("Engines"));
  tabs_->addTab(makeSweep(), tr("Threads"));

  auto* layout = new QVBoxLayout(this);
  QWidget* controls = makeControls();
  auto* head = new QHBoxLayout;
  head->addWidget(about_, 1);
  head->addWidget(progress_);
  layout->addLayout(head);
  layout->addWidget(controls);
  layout->addWidget(tabs_, 1);
  layout->addWidget(makeExports());
  layout->addWidget(status());
  connectRunner();
  refresh();
}

QWidget* TimingView::makeControls() {
  auto* row = new QWidget;
  auto* layout = new FlowLayout(row);

  go_ = newGo();
  layout->addWidget(go_);

  runs_ = newRuns(TimingOptions().runs, tr("Runs of each engine after the first"),
                  tr("Runs of each engine, after a first run that is shown separately"));
  layout->addWidget(labelled(tr("&Runs:"), runs_));

  withSweep_ = new QCheckBox(tr("&Threads one by one"));
  withSweep_->setAccessibleName(tr("Measure on one, two and more threads"));
  withSweep_->setToolTip(tr("Also measures threads and openmp on 1, 2 ... threads"));
  withSweep_->setChecked(TimingOptions().sweep);
  layout->addWidget(withSweep_);
  reference_ = new QCheckBox(tr("Refere&nce too"));
  reference_->setAccessibleName(tr("Measure the reference engine, too"));
  reference_->setToolTip(
      tr("The plain, slow implementation that defines the result: a large picture takes minutes"));
  layout->addWidget(reference_);

  scale_ = newScale(tr("Axis of times"));
  connect(scale_, &QComboBox::currentIndexChanged, this,
          [this] { bars_->setScale(scaleOf(*scale_)); });
  layout->addWidget(labelled(tr("A&xis:"), scale_));

  progress_ = newProgress(tr("Progress of the measurement"));
  progress_->setMinimumWidth(180);
  progress_->hide();
  return row;
}

QWidget* TimingView::makeEngines() {
  bars_ = new BarChart;
  bars_->setAccessibleName(tr("Time of each engine"));
  bars_->setWords(tr("milliseconds of a whole run"), tr("median ± MAD"), tr("first run"));
  auto* table = new FigureTable(engines_);
  table->setAccessibleName(tr("Figures of each engine"));
  return pairOf(bars_, table);
}

QWidget* TimingView::makeSweep() {
  lines_ = new LineChart;
  lines_->setAccessibleName(tr("Speed-up with more threads"));
  lines_->setCounting(true);
  lines_->setTitles(tr("threads"), tr("whole run: speed-up over one thread"));
  auto* table = new FigureTable(sweep_);
  table->setAccessibleName(tr("Figures of each number of threads"));
  return pairOf(lines_, table);
}

QWidget* TimingView::makeExports() {
  auto* row = new QWidget;
  auto* layout = new FlowLayout(row);
  addButton(*layout, tr("Watch as a race"), tr("Watch the engines race in slow motion"),
            [this] { emit raceWanted(result_); });
  addCopy(*layout);
  addSave(*layout, tr("Save picture..."), tr("Save the chart as a picture"), tr("Save the chart"),
          {tr("PNG pictures (*.png)"), tr("SVG drawings (*.svg)")});
  addTables(*layout);
  return row;
}

void TimingView::connectRunner() {
  connect(&runner_, &TimingRunner::started, this, [this] {
    say({});
    refresh();
  });
  connect(&runner_, &TimingRunner::progressed, this, [this](int done, int all, const QString& who) {
    progress_->setRange(0, std::max(all, 1));
    progress_->setValue(done);
    progress_->setFormat(who.isEmpty() ? tr("%v of %m runs") : tr("%v of %m runs, %1").arg(who));
  });
  connect(&runner_, &TimingRunner::changed, this, &TimingView::setResult);
  connect(&runner_, &TimingRunner::finished, this, [this](const TimingResultPtr& result) {
    setResult(result);
    showEnd(*result);
    emit measured(result);
  });
}

void TimingView::setSubject(PicturePtr scene, std::vector<NeedleItem> needles,
                            SearchSettings settings, MarkSettings marks) {
  subject_ = {std::move(scene), std::move(needles), std::move(settings), marks};
  refresh();
}

void TimingView::setOptions(const TimingOptions& options) {
  runs_->setValue(options.runs);
  reference_->setChecked(options.reference);
  withSweep_->setChecked(options.sweep);
}

TimingOptions TimingView::options() const {
  return {runs_->value(), reference_->isChecked(), withSweep_->isChecked()};
}

void TimingView::setScale(ChartAxis::Scale scale) {
  scale_->setCurrentIndex(scale == ChartAxis::Scale::linear ? 0 : 1);
}

void TimingView::start() {
  runner_.start(subject_, options());
}

void TimingView::setResult(TimingResultPtr result) {
  result_ = std::move(result);
  engines_.setEngines(result_ ? result_->engines : std::vector<MeasuredEngine>());
  sweep_.setEngines(result_ ? result_->sweep : std::vector<MeasuredEngine>());
  bars_->setRows(barRowsOf(engines_.engines()));
  lines_->setSeries(sweepSeriesOf(sweep_.engines()));
  refresh();
}

void TimingView::refresh() {
  const bool busy = running();
  const TimingSubject& about = busy && result_ ? result_->subject : subject_;
  about_->setText(about.complete()
                      ? sentenceOf(about)
                      : tr("Nothing to measure yet: open a picture and choose something to find."));
  go_->setText(busy ? tr("&Cancel") : tr("&Measure"));
  go_->setAccessibleName(busy ? tr("Cancel the measurement") : tr("Measure all engines"));
  go_->setEnabled(busy || subject_.complete());
  for (QWidget* option : {static_cast<QWidget*>(runs_), static_cast<QWidget*>(reference_),
                          static_cast<QWidget*>(withSweep_)}) {
    option->setEnabled(!busy);
  }
  progress_->setVisible(busy);
  enableButtons();
  bars_->setEmptyText(
      tr("Press Measure to see where each engine spends its time: reading, the passes of the "
         "search, and transfers to and from a GPU."));
  lines_->setEmptyText(result_ && !result_->options.sweep
                           ? tr("Threads were not measured one by one.")
                           : tr("Press Measure to see the speed-up with more threads."));
}

void TimingView::showEnd(const TimingResult& result) {
  if (!result.failure.isEmpty()) {
    say(tr("The measurement ended early: %1").arg(result.failure), true);
  } else if (!result.whole) {
    say(tr("Cancelled. The measurements so far are shown."));
  } else {
    say(result.note);
  }
}

const Chart& TimingView::frontChart() const {
  if (tabs_->currentIndex() == 0) return *bars_;
  return *lines_;
}

QByteArray TimingView::csv() const {
  return result_ ? timingCsv(*result_) : QByteArray();
}

QByteArray TimingView::json() const {
  return result_ ? timingJson(*result_) : QByteArray();
}

ChartPage TimingView::page() const {
  return timingPage(*result_);
}

}  // namespace espy::desktop
