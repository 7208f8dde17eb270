// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "charts/figure_view.h"

#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"
#include "model/translated.h"
#include "widgets/ask_path.h"
#include "widgets/flow_layout.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

/// Resolution of exported pictures relative to the screen.
constexpr double kFileRatio = 2;
constexpr int kSteps = 1000;  // of a progress bar

}  // namespace

FigureView::FigureView(QString word, QWidget* parent, Qt::WindowFlags flags)
    : QWidget(parent, flags), word_(std::move(word)), status_(new StatusLabel(this)) {
  status_->setAccessibleName(tr("Status"));
}

QByteArray FigureView::svg() const {
  return hasChart() ? pageSvg(page(), frontChart()) : QByteArray();
}

QImage FigureView::picture(double ratio) const {
  return hasChart() ? pagePicture(page(), frontChart(), ratio) : QImage();
}

QPushButton* FigureView::newGo() {
  auto* go = new QPushButton;
  go->setDefault(true);
  connect(go, &QPushButton::clicked, this, [this] {
    if (running()) {
      cancel();
    } else {
      start();
    }
  });
  return go;
}

QSpinBox* FigureView::newRuns(int runs, const QString& name, const QString& tip) {
  auto* box = new QSpinBox;
  box->setRange(1, 1000);
  box->setValue(runs);
  box->setAccessibleName(name);
  box->setToolTip(tip);
  return box;
}

QWidget* FigureView::runLine(QWidget* runs, QPushButton* go, QProgressBar* progress) {
  auto* line = new QWidget;
  auto* layout = new QVBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* row = new FlowLayout;
  row->addWidget(runs);
  row->addWidget(go);
  layout->addLayout(row);
  layout->addWidget(progress);
  return line;
}

QComboBox* FigureView::newScale(const QString& name) {
  auto* box = new QComboBox;
  box->addItems({tr("linear"), tr("logarithmic")});
  box->setAccessibleName(name);
  return box;
}

ChartAxis::Scale FigureView::scaleOf(const QComboBox& scale) {
  return scale.currentIndex() == 0 ? ChartAxis::Scale::linear : ChartAxis::Scale::logarithmic;
}

QProgressBar* FigureView::newProgress(const QString& name) {
  auto* progress = new QProgressBar;
  progress->setAccessibleName(name);
  QSizePolicy kept = progress->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  progress->setSizePolicy(kept);
  progress->setRange(0, kSteps);
  return progress;
}

void FigureView::showPart(QProgressBar& progress, double part) {
  progress.setValue(static_cast<int>(std::lround(part * kSteps)));
}

QWidget* FigureView::newExports() {
  auto* row = new QWidget;
  auto* layout = new FlowLayout(row);
  const QString png = tr("PNG pictures (*.png)");
  const QString svg = tr("SVG drawings (*.svg)");
  addCopy(*layout);
  needChart_.push_back(addSave(*layout, tr("Save PNG..."), tr("Save the chart as a PNG picture"),
                               tr("Save the chart"), {png, svg}));
  needChart_.push_back(addSave(*layout, tr("Save SVG..."), tr("Save the chart as an SVG drawing"),
                               tr("Save the chart"), {svg, png}));
  addTables(*layout);
  return row;
}

QPushButton* FigureView::addButton(QLayout& row, const QString& text, const QString& name,
                                   const std::function<void()>& clicked) {
  auto* button = new QPushButton(text);
  button->setAccessibleName(name);
  connect(button, &QPushButton::clicked, this, clicked);
  row.addWidget(button);
  needFigures_.push_back(button);
  return button;
}

void FigureView::addCopy(QLayout& row) {
  needChart_.push_back(addButton(row, tr("Copy as picture"), tr("Copy the chart as a picture"),
                                 [this] { copyPicture(); }));
}

QPushButton* FigureView::addSave(QLayout& row, const QString& text, const QString& name,
                                 const QString& title, const QStringList& filters) {
  return addButton(row, text, name, [this, title, filters] {
    PathQuestion question;
    question.title = title;
    question.remembered = word_;
    question.folder = QDir::homePath();
    question.name = fileName() + QLatin1Char('.') + endingOf(filters.front());
    question.filters = filters;
    askForPath(this, question, [this](const QString& path) {
      if (exportTo(path)) rememberPath(word_, path);
    });
  });
}

void FigureView::addTables(QLayout& row) {
  addSave(row, tr("Export CSV..."), tr("Export the figures as CSV"),
          tr("Export the figures as CSV"), {tr("CSV tables (*.csv)")});
  addSave(row, tr("Export JSON..."), tr("Export the figures as JSON"),
          tr("Export the figures as JSON"), {tr("JSON files (*.json)")});
}

void FigureView::enableButtons() {
  for (QPushButton* button : needFigures_) button->setEnabled(hasFigures());
  for (QPushButton* button : needChart_) button->setEnabled(hasChart());
}

void FigureView::say(const QString& sentence, bool trouble) {
  status_->say(sentence, trouble ? StatusLabel::Tone::trouble : StatusLabel::Tone::plain);
}

void FigureView::copyPicture() {
  const QImage image = picture(kFileRatio);
  if (image.isNull()) return;
  QGuiApplication::clipboard()->setImage(image);
  say(tr("The chart is on the clipboard."));
}

bool FigureView::exportTo(const QString& path) {
  if (!hasFigures()) return false;
  QByteArray bytes;
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("json")) {
    bytes = json();
  } else if (ending == QLatin1String("csv")) {
    bytes = csv();
  } else if (ending == QLatin1String("svg")) {
    bytes = svg();
  } else if (ending == QLatin1String("png")) {
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture(kFileRatio).save(&buffer, "PNG");
  } else {
    say(tr("%1 was not written: the name must end in .png, .svg, .csv or .json.").arg(path), true);
    return false;
  }
  if (bytes.isEmpty()) {
    say(tr("%1 was not written: there is no chart, only a table.").arg(path), true);
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

}  // namespace espy::desktop
