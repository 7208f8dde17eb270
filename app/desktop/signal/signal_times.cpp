// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/signal_times.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "charts/bar_chart.h"
#include "charts/chart_style.h"
#include "charts/figure_table.h"
#include "model/short_text.h"
#include "model/translated.h"
#include "timing/timing_figures.h"
#include "widgets/flow_layout.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

constexpr int kUsualRuns = 5;
constexpr const char* kReference = "reference";
constexpr int kMostRuns = 1000;

}  // namespace

std::string textOfFound(const std::vector<MotifMatch>& matches) {
  std::string text;
  const auto add = [&text](auto... numbers) {
    ShortText line;
    (..., (line.addExact(static_cast<double>(numbers)), line.add(" ")));
    text += line.view();
  };
  for (const MotifMatch& match : matches) {
    add(match.start, match.length, match.distance);
    for (const ChannelMatch& channel : match.channels) {
      add(channel.query, channel.data, channel.lag, channel.distance);
    }
  }
  return text;
}

SignalTimes::SignalTimes(SignalTools tools, QWidget* parent)
    : QWidget(parent), tools_(std::move(tools)), table_(TimingTable::Baseline::sequential) {
  setAccessibleName(tr("Timing"));
  chart_ = new BarChart;
  chart_->setAccessibleName(tr("Time of each engine"));
  chart_->setWords(tr("milliseconds"), tr("median ± MAD"), tr("first run"));
  chart_->setEmptyText(tr("After a search, its timing is shown here."));
  auto* area = newScrollArea(chart_);
  area->setAccessibleName(tr("Time of each engine"));
  auto* figures = new FigureTable(table_);
  figures->setAccessibleName(tr("Figures of each engine"));
  said_ = new StatusLabel;
  said_->setAccessibleName(tr("Status"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kGap, kGap, kGap, 0);
  column->addWidget(makeControls());
  column->addWidget(said_);
  column->addWidget(pairOf(area, figures), 1);
  refresh();
}

QWidget* SignalTimes::makeControls() {
  auto* line = new QWidget;
  auto* row = new FlowLayout(line);
  compare_ = new QPushButton(tr("Compare the engines"));
  compare_->setToolTip(tr("Repeats the last search on every engine and compares the results"));
  connect(compare_, &QPushButton::clicked, this, [this] {
    if (comparing()) return cancel();
    compare();
  });
  runs_ = new QSpinBox;
  runs_->setRange(1, kMostRuns);
  runs_->setValue(kUsualRuns);
  runs_->setAccessibleName(tr("Runs"));
  runs_->setToolTip(tr("Runs of each engine, after a first run that is shown separately"));
  reference_ = new QCheckBox(tr("Include the reference"));
  reference_->setToolTip(tr("Also runs the plain, slow implementation that defines the result"));
  row->addWidget(compare_);
  row->addWidget(labelled(tr("Runs:"), runs_));
  row->addWidget(reference_);
  return line;
}

void SignalTimes::setSearch(SignalRequest request, const SignalResultPtr& result) {
  if (comparing()) return;
  request_ = std::move(request);
  last_ = result;
  table_.setEngines({});
  said_->say({});
  showLast();
  refresh();
}

void SignalTimes::forget() {
  cancel();
  request_ = {};
  last_.reset();
  chart_->setRows({});
  refresh();
}

/// Shows the last search as one bar.
void SignalTimes::showLast() {
  BarRow row;
  row.label = tr("last search, %1").arg(QString::fromStdString(last_->report.engine));
  double sum = 0;
  for (const Timeline::Stage& stage : last_->report.timeline.stages()) {
    row.segments.push_back({stageName(stage.name), seriesOfStage(stage.name), stage.milliseconds});
    sum += stage.milliseconds;
  }
  if (last_->milliseconds > sum) {
    row.segments.push_back({stageName("other"), seriesOfStage("other"), last_->milliseconds - sum});
  }
  row.detail = translated(last_->report.strategy);
  chart_->setRows({row});
}

void SignalTimes::compare() {
  if (comparing() || request_.in.empty()) return;
  job_.start(
      [this, request = request_, runs = runs_->value(),
       reference = reference_->isChecked()](const Job::Handle& handle) {
        return measured(request, runs, reference, handle.control());
      },
      [this](Outcome<std::vector<MeasuredEngine>> outcome) {
        if (outcome.value) showEngines(std::move(*outcome.value));
        const QString& failure = outcome.failure.sentence;
        said_->say(failure,
                   failure.isEmpty() ? StatusLabel::Tone::plain : StatusLabel::Tone::trouble);
        refresh();
        emit comparingChanged();
      });
  said_->say(tr("Measuring..."));
  refresh();
  emit comparingChanged();
}

std::vector<MeasuredEngine> SignalTimes::measured(const SignalRequest& request, int runs,
                                                  bool reference, const Control& control) const {
  MeasuredWork work;
  // If no other engine is available, measure the reference alone.
  const bool alone =
      std::none_of(tools_.engines.begin(), tools_.engines.end(),
                   [&](const std::string& name) { return name != kReference && tools_.can(name); });
  for (const std::string& name : tools_.engines) {
    if (name != kReference || reference || alone) work.engines.emplace_back(name, 0);
  }
  work.runs = runs;
  work.run = [&](const std::string& engine, const Control& own, RunReport& report) {
    std::string answers;
    for (const ShownRecordingPtr& in : request.in) {
      std::vector<int> lanes;
      const MotifTask task = taskOf(request.motif, *in, request.settings, lanes);
      const MotifFinding finding = tools_.find(engine, task, own);
      report.engine = finding.report.engine;
      report.threads = std::max(report.threads, finding.report.threads);
      report.timeline.add(finding.report.timeline);
      answers += textOfFound(finding.matches);
    }
    return answers;
  };
  return tools_.measure(work, control);
}

void SignalTimes::showEngines(std::vector<MeasuredEngine> engines) {
  chart_->setRows(barRowsOf(engines));
  table_.setEngines(std::move(engines));
}

void SignalTimes::refresh() {
  compare_->setEnabled(!request_.in.empty());
  compare_->setText(comparing() ? tr("Stop comparing") : tr("Compare the engines"));
  runs_->setEnabled(!comparing());
  reference_->setEnabled(!comparing());
}

}  // namespace espy::desktop
