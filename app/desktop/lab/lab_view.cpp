// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_view.h"

#include <QBuffer>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <cmath>

#include "charts/figure_table.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "lab/lab_charts.h"
#include "lab/lab_figures.h"
#include "lab/lab_form.h"
#include "lab/lab_page.h"
#include "model/paths.h"
#include "model/translated.h"
#include "widgets/ask_path.h"
#include "widgets/said_label.h"

namespace espy::desktop {
namespace {

const char* const kLabWord = "lab";

/// Pictures for files are made this many times as fine as the screen's.
constexpr double kLabFileRatio = 2;
constexpr int kSteps = 1000;  // of the bar of progress

ChartAxis::Scale scaleOf(const QComboBox& box) {
  return box.currentIndex() == 0 ? ChartAxis::Scale::linear : ChartAxis::Scale::logarithmic;
}

bool hasRows(const LabReportPtr& report) {
  return report && !report->points.empty();
}

}  // namespace

LabView::~LabView() = default;

void LabView::connectRunner() {
  connect(&runner_, &LabRunner::started, this, [this] {
    say({});
    progress_->setRange(0, kSteps);
    progress_->setValue(0);
    refresh();
  });
  connect(&runner_, &LabRunner::progressed, this, [this](double part) {
    progress_->setValue(static_cast<int>(std::lround(part * kSteps)));
  });
  connect(&runner_, &LabRunner::changed, this, &LabView::setReport);
  connect(&runner_, &LabRunner::finished, this,
          [this](const LabReportPtr& report, const QString& failure) {
            if (report) setReport(report);
            refresh();
            showEnd(failure);
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
  opened_.clear();  // what is set now gives way
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
  for (QPushButton* button : needFigures_) button->setEnabled(hasRows(report_));
}

void LabView::showEnd(const QString& failure) {
  if (!failure.isEmpty()) {
    say(tr("The experiment ended early: %1").arg(failure), true);
  } else if (report_ && report_->cancelled) {
    say(tr("Cancelled. What was measured until then is shown."));
  }
}

void LabView::say(const QString& sentence, bool trouble) {
  status_->say(sentence, trouble ? SaidLabel::Tone::trouble : SaidLabel::Tone::plain);
}

const Chart& LabView::shownChart() const {
  if (charts_->currentIndex() == 0) return *bars_;
  return *lines_;
}

QImage LabView::picture(double ratio) const {
  return hasRows(report_) ? pagePicture(labPageOf(*report_), shownChart(), ratio) : QImage();
}

void LabView::copyPicture() {
  const QImage image = picture(kLabFileRatio);
  if (image.isNull()) return;
  QGuiApplication::clipboard()->setImage(image);
  say(tr("The chart is on the clipboard."));
}

bool LabView::exportTo(const QString& path) {
  if (!hasRows(report_)) return false;
  QByteArray bytes;
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("json")) {
    bytes = QByteArray::fromStdString(tools_.json(*report_));
  } else if (ending == QLatin1String("csv")) {
    bytes = QByteArray::fromStdString(tools_.csv(*report_));
  } else if (ending == QLatin1String("svg")) {
    bytes = pageSvg(labPageOf(*report_), shownChart());
  } else if (ending == QLatin1String("png")) {
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture(kLabFileRatio).save(&buffer, "PNG");
  } else {
    say(tr("%1 was not written: the name must end in .png, .svg, .csv or .json.").arg(path), true);
    return false;
  }
  try {
    if (guard_) guard_(pathOf(path));
    writeFile(pathOf(path), {bytes.data(), static_cast<std::size_t>(bytes.size())});
  } catch (const Error& error) {
    say(translated(error), true);
    return false;
  }
  say(tr("Wrote %1.").arg(path));
  return true;
}

void LabView::askWhere(const QString& title, const QStringList& filters) {
  PathQuestion question;
  question.title = title;
  question.remembered = QLatin1String(kLabWord);
  question.folder = QDir::homePath();
  question.name =
      QStringLiteral("espy-%1.%2").arg(textOf(report_->experiment.name), endingOf(filters.front()));
  question.filters = filters;
  askForPath(this, question, [this](const QString& path) {
    if (exportTo(path)) rememberPath(QLatin1String(kLabWord), path);
  });
}

void LabView::closeEvent(QCloseEvent* event) {
  cancel();
  QWidget::closeEvent(event);
}

}  // namespace espy::desktop
