// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/status_line.h"

#include <QLocale>
#include <QStringList>

#include "canvas/canvas.h"
#include "window/actions.h"
#include "window/icons.h"
#include "window/workbench.h"

namespace espy::desktop {

StatusLine::StatusLine(QStatusBar& bar, Workbench& bench, Canvas& canvas, const Actions& actions)
    : QObject(&bar),
      bench_(bench),
      canvas_(canvas),
      actions_(actions),
      pixel_(new QLabel(&bar)),
      zoom_(new QLabel(&bar)),
      outcome_(new QLabel(&bar)),
      progress_(new QProgressBar(&bar)),
      start_(new QToolButton(&bar)) {
  pixel_->setAccessibleName(tr("Pixel under the pointer"));
  zoom_->setAccessibleName(tr("Zoom"));
  outcome_->setAccessibleName(tr("How the search went"));
  progress_->setAccessibleName(tr("Progress of the search"));
  progress_->setRange(0, 1000);
  progress_->setMaximumWidth(220);
  progress_->hide();
  start_->setDefaultAction(actions.at(Do::search));
  start_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  start_->setAccessibleName(tr("Start or cancel the search"));
  bar.addWidget(pixel_, 1);
  bar.addPermanentWidget(outcome_);
  bar.addPermanentWidget(progress_);
  bar.addPermanentWidget(start_);
  bar.addPermanentWidget(zoom_);

  connect(&canvas, &Canvas::probed, this, &StatusLine::probe);
  connect(&canvas, &Canvas::viewChanged, this, &StatusLine::showZoom);
  connect(&canvas, &Canvas::selectionChanging, this, [this](const QRect& now) {
    pixel_->setText(
        tr("%1 x %2 at %3, %4").arg(now.width()).arg(now.height()).arg(now.x()).arg(now.y()));
  });
  connect(&bench, &Workbench::resultChanged, this, &StatusLine::showSearch);
  connect(&bench, &Workbench::staleChanged, this, &StatusLine::showSearch);
  SearchController& search = bench.search();
  connect(&search, &SearchController::started, this, &StatusLine::showSearch);
  connect(&search, &SearchController::finished, this, &StatusLine::showSearch);
  connect(&search, &SearchController::failed, this, &StatusLine::showSearch);
  connect(&search, &SearchController::stopped, this, &StatusLine::showSearch);
  connect(&search, &SearchController::progressed, this, &StatusLine::showProgress);
  showSearch();
  showZoom();
}

void StatusLine::probe(const QPoint& pixel) {
  if (!bench_.scene() || pixel.x() < 0) {
    pixel_->clear();
    return;
  }
  const ImageView& view = bench_.scene()->image;
  QStringList values;
  for (int c = 0; c < view.format().channels; ++c) {
    values.push_back(QString::number(sampleAt(view, pixel.x(), pixel.y(), c)));
  }
  pixel_->setText(
      tr("%1, %2: %3").arg(pixel.x()).arg(pixel.y()).arg(values.join(QStringLiteral(" "))));
}

void StatusLine::showZoom() {
  const double percent = canvas_.viewport().zoom() * 100;
  zoom_->setText(tr("%1 %").arg(QLocale().toString(percent, 'f', percent < 10 ? 1 : 0)));
}

void StatusLine::showSearch() {
  QAction* action = actions_.at(Do::search);
  const bool running = bench_.search().running();
  action->setText(running ? tr("Ca&ncel") : tr("&Search"));
  action->setIcon(
      icon(running ? QStringLiteral("stop") : QStringLiteral("start"), progress_->palette()));
  action->setEnabled(running || bench_.canSearch());
  if (!running) progress_->hide();
  const SearchResultPtr& result = bench_.matches().result();
  const QLocale locale;
  if (running) {
    outcome_->setText(tr("searching"));
  } else if (bench_.isStale()) {
    outcome_->setText(tr("changed since the last search"));
  } else if (!result) {
    outcome_->clear();
  } else {
    const RunReport& report = result->finding.report;
    outcome_->setText(
        tr("%n found in %1 ms by %2", nullptr, static_cast<int>(result->finding.matches.size()))
            .arg(locale.toString(result->milliseconds, 'f', 1),
                 QString::fromStdString(report.engine)));
    outcome_->setToolTip(QString::fromStdString(report.strategy) + QLatin1Char('\n') +
                         QString::fromStdString(result->finding.choice));
  }
}

void StatusLine::showProgress(double part, double secondsLeft) {
  progress_->setValue(static_cast<int>(part * 1000));
  progress_->setFormat(secondsLeft < 0 ? QStringLiteral("%p %")
                                       : tr("%1 %, %2 s left")
                                             .arg(static_cast<int>(part * 100))
                                             .arg(QLocale().toString(secondsLeft, 'f', 1)));
  progress_->show();
}

}  // namespace espy::desktop
