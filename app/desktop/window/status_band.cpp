// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/status_band.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QStringList>

#include "canvas/canvas.h"
#include "model/translated.h"
#include "widgets/chosen_style.h"
#include "widgets/mnemonic.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"
#include "window/icons.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr int kSteps = 1000;
/// Delay in milliseconds before progress is shown.
constexpr int kPatience = 150;

}  // namespace

StatusBand::StatusBand(Workbench& bench, const Actions& actions, QWidget* parent)
    : QFrame(parent),
      bench_(bench),
      actions_(actions),
      outcome_(new QLabel(this)),
      progress_(new QProgressBar(this)),
      left_(new QLabel(this)),
      passes_(new QToolButton(this)),
      start_(new QToolButton(this)) {
  outcome_->setAccessibleName(tr("Result of the search"));
  outcome_->setTextFormat(Qt::PlainText);
  outcome_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // elided
  setFixedHeight(start_->sizeHint().height() + kGap);  // independent of the button's visibility
  progress_->setAccessibleName(tr("Progress"));
  progress_->setTextVisible(false);
  progress_->setMaximumWidth(180);
  start_->setDefaultAction(actions.at(ActionId::search));
  start_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  start_->setAccessibleName(tr("Start or cancel the search"));
  start_->setFocusPolicy(Qt::TabFocus);
  QAction* passes = actions.at(ActionId::passes);
  passes_->setText(tr("Passes"));
  passes_->setAccessibleName(tr("Passes"));
  passes_->setToolTip(passes->toolTip());
  passes_->setCheckable(true);
  passes_->setFocusPolicy(Qt::TabFocus);
  passes_->setStyleSheet(chosenStyle());
  connect(passes, &QAction::toggled, passes_, &QToolButton::setChecked);
  connect(passes_, &QToolButton::clicked, passes, [this, passes] {
    passes->trigger();
    passes_->setChecked(passes->isChecked());
  });
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kGap, 0, kGap, 0);
  row->addWidget(outcome_, 1);
  row->addWidget(passes_);
  row->addWidget(left_);
  row->addWidget(progress_);
  row->addWidget(start_);
  patience_.setSingleShot(true);
  patience_.setInterval(kPatience);
  connect(&patience_, &QTimer::timeout, this, &StatusBand::showBusy);

  for (const auto changed : {&Workbench::resultChanged, &Workbench::staleChanged,
                             &Workbench::loadingChanged, &Workbench::sceneChanged}) {
    connect(&bench, changed, this, &StatusBand::showNow);
  }
  connect(&bench.matches(), &MatchList::judgedChanged, this, &StatusBand::showNow);
  connect(&bench.matches(), &MatchList::shownChanged, this, &StatusBand::showOutcome);
  connect(&bench.matches(), &MatchList::filteringChanged, this, &StatusBand::showOutcome);
  SearchController& search = bench.search();
  connect(&search, &SearchController::started, this, &StatusBand::showNow);
  connect(&search, &SearchController::finished, this, &StatusBand::showNow);
  connect(&search, &SearchController::failed, this, &StatusBand::showNow);
  connect(&search, &SearchController::stopped, this, &StatusBand::showNow);
  connect(&search, &SearchController::progressed, this, &StatusBand::showProgress);
  showNow();
}

void StatusBand::showNow() {
  QAction* action = actions_.at(ActionId::search);
  const bool running = bench_.search().running();
  const QString text = running ? tr("Ca&ncel") : tr("&Search");
  action->setText(text);
  action->setIconText(withoutMnemonic(text));
  action->setIcon(icon(running ? QStringLiteral("stop") : QStringLiteral("start"), palette()));
  action->setEnabled(running || bench_.canSearch());
  start_->setVisible(running || bench_.isStale());
  passes_->setVisible(!running && bench_.matches().result() != nullptr);
  const bool waiting = running || !bench_.awaitedScene().isEmpty();
  if (!waiting) {
    patience_.stop();
    progress_->hide();
  } else if (!progress_->isVisible() && !patience_.isActive()) {
    patience_.start();
  }
  left_->clear();
  layout()->activate();
  showOutcome();
}

void StatusBand::showOutcome() {
  const SearchResultPtr& result = bench_.matches().result();
  const QLocale locale;
  QFont font = this->font();
  QString text;
  QString details;
  if (!bench_.awaitedScene().isEmpty()) {
    text = tr("Reading %1").arg(QFileInfo(bench_.awaitedScene()).fileName());
  } else if (bench_.search().running()) {
    text = bench_.isSearchingWider() ? tr("Searching other angles and sizes") : tr("Searching");
  } else if (bench_.isStale()) {
    font = headingFont(font);
    text = result ? tr("Settings changed. Search again (F5)") : tr("Not searched yet.");
  } else if (result) {
    font = headingFont(font);
    const RunReport& report = result->finding.report;
    const std::size_t count = bench_.matches().reaching();
    const double ms = result->milliseconds;
    const QString found = count == 0 ? tr("Nothing found") : bench_.matches().countText();
    text =
        ms < 1000
            ? tr("%1 · %2 ms").arg(found, locale.toString(ms, ms < 1 ? 'g' : 'f', ms < 1 ? 2 : 1))
            : tr("%1 · %2 s").arg(found, locale.toString(ms / 1000, 'f', 1));
    details = tr("Engine: %1").arg(QString::fromStdString(report.engine)) + QLatin1Char('\n') +
              translated(report.strategy) + QLatin1Char('\n') +
              translated(result->finding.report.choice);
    const JudgedPtr& judged = bench_.matches().judged();
    if (judged && !judged->engine.isEmpty()) {
      text = tr("%1, judged by %2").arg(text, judged->engine);
      details += QLatin1Char('\n') + judged->engineReason;
    }
  } else if (bench_.scene()) {
    text = tr("%1, %2 x %3 pixels")
               .arg(bench_.scene()->name)
               .arg(bench_.scene()->image.size().width)
               .arg(bench_.scene()->image.size().height);
  }
  text_ = text;
  outcome_->setFont(font);
  outcome_->setToolTip(details.isEmpty() ? text : text + QLatin1Char('\n') + details);
  elide();
}

void StatusBand::elide() {
  outcome_->setText(outcome_->fontMetrics().elidedText(text_, Qt::ElideRight, outcome_->width()));
}

void StatusBand::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  layout()->activate();
  elide();
}

void StatusBand::showBusy() {
  progress_->setRange(0, 0);
  progress_->show();
}

void StatusBand::showProgress(double part, double secondsLeft) {
  patience_.stop();
  progress_->setRange(0, kSteps);
  progress_->setValue(static_cast<int>(part * kSteps));
  progress_->show();
  left_->setText(secondsLeft < 0 ? QString()
                                 : tr("%1 %, %2 s left")
                                       .arg(static_cast<int>(part * 100))
                                       .arg(QLocale().toString(secondsLeft, 'f', 1)));
}

StatusLine::StatusLine(QStatusBar& bar, Workbench& bench, Canvas& canvas)
    : QObject(&bar),
      bench_(bench),
      canvas_(canvas),
      pixel_(new QLabel(&bar)),
      zoom_(new QLabel(&bar)) {
  pixel_->setAccessibleName(tr("Pixel under the pointer"));
  zoom_->setAccessibleName(tr("Zoom"));
  bar.addWidget(pixel_, 1);
  bar.addPermanentWidget(zoom_);
  connect(&canvas, &Canvas::probed, this, &StatusLine::probe);
  connect(&canvas, &Canvas::viewChanged, this, &StatusLine::showZoom);
  connect(&canvas, &Canvas::selectionChanging, this, [this](const QRect& now) {
    pixel_->setText(
        tr("%1 x %2 at %3, %4").arg(now.width()).arg(now.height()).arg(now.x()).arg(now.y()));
  });
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

}  // namespace espy::desktop
