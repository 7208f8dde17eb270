// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's controls and where they are; what they do is in lab_view.cpp.
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "charts/figure_pair.h"
#include "charts/figure_table.h"
#include "lab/lab_charts.h"
#include "lab/lab_view.h"
#include "model/paths.h"
#include "model/translated.h"
#include "widgets/flow_layout.h"
#include "widgets/said_label.h"
#include "widgets/wrapped_label.h"

namespace espy::desktop {
namespace {

QScrollArea* scrolled(QWidget* widget) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(widget);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  return scroll;
}

}  // namespace

LabView::LabView(LabTools tools, QWidget* parent, Qt::WindowFlags flags)
    : QWidget(parent, flags), tools_(std::move(tools)), runner_(tools_.run) {
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
    experiment_->addItem(textOf(experiment.name), textOf(experiment.name));
    experiment_->setItemData(experiment_->count() - 1, translated(experiment.title),
                             Qt::ToolTipRole);
  }
  connect(experiment_, &QComboBox::currentIndexChanged, this, &LabView::openExperiment);
  title_ = wrappedLabel(tr("Title of the experiment"));
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  about_ = wrappedLabel(tr("About the experiment"));

  auto* inner = new QWidget;
  auto* column = new QVBoxLayout(inner);
  column->setContentsMargins(0, 0, 6, 0);
  column->addWidget(title_);
  column->addWidget(about_);
  formPlace_ = new QVBoxLayout;
  column->addLayout(formPlace_);
  column->addStretch(1);
  auto* scroll = scrolled(inner);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

  auto* half = new QWidget;
  auto* layout = new QVBoxLayout(half);
  layout->setContentsMargins(0, 0, 4, 0);
  auto* label = new QLabel(tr("&Experiment:"));
  label->setBuddy(experiment_);
  layout->addWidget(label);
  layout->addWidget(experiment_);
  layout->addWidget(scroll, 1);
  layout->addWidget(makeRunLine());
  half->setMinimumWidth(fontMetrics().height() * 17);
  return half;
}

QWidget* LabView::makeRunLine() {
  auto* line = new QWidget;
  auto* layout = new QVBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* row = new FlowLayout;
  runs_ = new QSpinBox;
  runs_->setRange(1, 1000);
  runs_->setValue(LabChoice().runs);
  runs_->setAccessibleName(tr("Runs of each strategy after the first"));
  runs_->setToolTip(tr("How often each strategy runs, after a first run that is shown apart"));
  row->addWidget(labelled(tr("&Number of runs:"), runs_));
  go_ = new QPushButton;
  go_->setDefault(true);
  connect(go_, &QPushButton::clicked, this, [this] {
    if (running()) {
      cancel();
    } else {
      start();
    }
  });
  row->addWidget(go_);
  layout->addLayout(row);
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress of the experiment"));
  QSizePolicy kept = progress_->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  progress_->setSizePolicy(kept);
  layout->addWidget(progress_);
  return line;
}

QWidget* LabView::makeFigures() {
  bars_ = new BarChart;
  bars_->setAccessibleName(tr("Time of each strategy"));
  bars_->setWords(tr("milliseconds"), tr("median ± MAD"), tr("first run"), tr("published"));
  bars_->setEmptyText(
      tr("Run shows here where each strategy spends its time, and, where a parameter is swept, "
         "how it grows."));
  lines_ = new LineChart;
  lines_->setAccessibleName(tr("Figures over the parameter"));
  lines_->setCounting(true);
  lines_->setEmptyText(tr("No strategy has this figure here."));
  charts_ = new QStackedWidget;
  // A bar for each of many strategies may need more height than there is.
  auto* scroll = scrolled(bars_);
  scroll->setMinimumHeight(fontMetrics().height() * 10);
  charts_->addWidget(scroll);
  charts_->addWidget(lines_);
  table_ = new FigureTable(figures_);
  table_->setAccessibleName(tr("Figures of each strategy"));
  shown_ = wrappedLabel(tr("What is shown"));
  findings_ = wrappedLabel(tr("What the figures say"));
  status_ = new SaidLabel;
  status_->setAccessibleName(tr("Status"));

  auto* half = new QWidget;
  auto* layout = new QVBoxLayout(half);
  layout->setContentsMargins(8, 0, 0, 0);
  layout->addWidget(makeChartLine());
  layout->addWidget(shown_);
  layout->addWidget(pairOf(charts_, table_), 1);
  layout->addWidget(findings_);
  layout->addWidget(status_);
  layout->addWidget(makeExports());
  return half;
}

QWidget* LabView::makeChartLine() {
  auto* line = new QWidget;
  auto* layout = new FlowLayout(line);
  figure_ = new QComboBox;
  for (int i = 0; i < static_cast<int>(LabFigure::kCount); ++i) {
    figure_->addItem(nameOf(static_cast<LabFigure>(i)));
  }
  figure_->setAccessibleName(tr("What the lines show"));
  figure_->setToolTip(tr("What is drawn over the parameter that was swept"));
  const auto axis = [](const QString& accessible) {
    auto* box = new QComboBox;
    box->addItems({tr("linear"), tr("logarithmic")});
    box->setAccessibleName(accessible);
    return box;
  };
  parameterAxis_ = axis(tr("Axis of the parameter"));
  figureAxis_ = axis(tr("Axis of the figures"));
  layout->addWidget(labelled(tr("&Show:"), figure_));
  layout->addWidget(labelled(tr("&Parameter axis:"), parameterAxis_));
  layout->addWidget(labelled(tr("&Figure axis:"), figureAxis_));
  for (const QComboBox* box : {figure_, parameterAxis_, figureAxis_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &LabView::drawChart);
  }
  return line;
}

QWidget* LabView::makeExports() {
  auto* row = new QWidget;
  auto* layout = new FlowLayout(row);
  const auto button = [&](const QString& text, const QString& name, const auto& clicked) {
    auto* made = new QPushButton(text);
    made->setAccessibleName(name);
    connect(made, &QPushButton::clicked, this, clicked);
    layout->addWidget(made);
    needFigures_.push_back(made);
  };
  button(tr("Copy as picture"), tr("Copy the chart as a picture"), [this] { copyPicture(); });
  button(tr("Save PNG..."), tr("Save the chart as a PNG picture"), [this] {
    askWhere(tr("Save the chart"), {tr("PNG pictures (*.png)"), tr("SVG drawings (*.svg)")});
  });
  button(tr("Save SVG..."), tr("Save the chart as an SVG drawing"), [this] {
    askWhere(tr("Save the chart"), {tr("SVG drawings (*.svg)"), tr("PNG pictures (*.png)")});
  });
  button(tr("Export CSV..."), tr("Export the figures as CSV"),
         [this] { askWhere(tr("Export the figures as CSV"), {tr("CSV tables (*.csv)")}); });
  button(tr("Export JSON..."), tr("Export the figures as JSON"),
         [this] { askWhere(tr("Export the figures as JSON"), {tr("JSON files (*.json)")}); });
  return row;
}

}  // namespace espy::desktop
