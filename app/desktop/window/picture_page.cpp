// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/picture_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "canvas/canvas.h"
#include "judge/judge_bar.h"
#include "options/options_panel.h"
#include "results/results_view.h"
#include "tray/tray_view.h"
#include "widgets/chosen_style.h"
#include "widgets/notice_bar.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"
#include "window/covered_link.h"
#include "window/start_page.h"
#include "window/status_band.h"
#include "window/variant_bar.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

constexpr int kPanelWidth = 370;  // limit of the automatic width

/// Bar that selects a pass, shown while there is one; the legend explains it.
QWidget* makePassBar(Workbench& bench, const Actions& actions, QWidget* parent) {
  auto* bar = new QFrame(parent);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(kGap, 0, kGap, kGap);
  row->addWidget(new QLabel(PicturePage::tr("After pass"), bar));
  int number = 0;
  for (const ActionId pass : {ActionId::passOne, ActionId::passTwo, ActionId::passThree}) {
    QAction* action = actions.at(pass);
    auto* button = new QToolButton(bar);
    button->setText(QString::number(++number));  // longer text would not fit in some languages
    button->setAccessibleName(action->iconText());
    button->setToolTip(action->toolTip());
    button->setFocusPolicy(Qt::TabFocus);
    button->setCheckable(true);
    button->setChecked(action->isChecked());
    button->setStyleSheet(chosenStyle());
    QObject::connect(action, &QAction::toggled, button, &QToolButton::setChecked);
    QObject::connect(button, &QToolButton::clicked, action, [action, button] {
      action->trigger();
      button->setChecked(action->isChecked());
    });
    row->addWidget(button);
  }
  row->addStretch(1);
  auto* close = new QToolButton(bar);
  close->setText(PicturePage::tr("Close"));
  close->setToolTip(actions.at(ActionId::passNone)->toolTip());
  close->setFocusPolicy(Qt::TabFocus);
  QObject::connect(close, &QToolButton::clicked, actions.at(ActionId::passNone), &QAction::trigger);
  row->addWidget(close);
  const auto showBar = [&bench, bar] { bar->setVisible(bench.markSettings().pass != 0); };
  QObject::connect(&bench, &Workbench::markSettingsChanged, bar, showBar);
  showBar();
  return bar;
}

}  // namespace

PicturePage::PicturePage(const Registry& registry, Workbench& bench, const Actions& actions,
                         QWidget* parent)
    : QWidget(parent), splitter_(new QSplitter(Qt::Horizontal, this)) {
  tray_ = new TrayView(bench.tray(),
                       {actions.at(ActionId::openNeedles), actions.at(ActionId::keepNeedle),
                        actions.at(ActionId::removeNeedle)},
                       this);
  splitter_->addWidget(makeCentre(bench, actions));
  panel_ = makePanel(registry, bench);
  splitter_->addWidget(panel_);
  splitter_->setStretchFactor(0, 1);
  splitter_->setStretchFactor(1, 0);
  splitter_->setChildrenCollapsible(false);
  connect(splitter_, &QSplitter::splitterMoved, this, [this] { widthChosen_ = true; });
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins({});
  row->setSpacing(0);
  row->addWidget(tray_);
  row->addWidget(splitter_, 1);
}

QWidget* PicturePage::makeCentre(Workbench& bench, const Actions& actions) {
  auto* centre = new QWidget;
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins({});
  column->setSpacing(0);
  status_ = new StatusBand(bench, actions, centre);
  canvas_ = new Canvas(centre);
  canvas_->setMinimumSize(200, 150);
  // Notices overlay the picture, so that it does not move when one appears.
  auto* over = new QVBoxLayout(canvas_);
  over->setContentsMargins({});
  over->setSpacing(0);
  standing_ = new NoticeBar(canvas_);
  notice_ = new NoticeBar(canvas_);
  over->addWidget(standing_);
  over->addWidget(notice_);
  over->addWidget(new VariantBar(bench, canvas_));
  auto* start = new StartPage(actions, canvas_);
  over->addWidget(start, 1);
  over->addStretch(0);
  const auto showStart = [start, &bench] { start->setVisible(bench.scene() == nullptr); };
  connect(&bench, &Workbench::sceneChanged, start, showStart);
  showStart();
  column->addWidget(status_);
  column->addWidget(makePassBar(bench, actions, centre));
  column->addWidget(canvas_, 1);
  return centre;
}

QWidget* PicturePage::makePanel(const Registry& registry, Workbench& bench) {
  auto* panel = new QWidget;
  auto* column = new QVBoxLayout(panel);
  column->setContentsMargins({});
  column->setSpacing(0);
  options_ = new OptionsPanel(registry);
  scroll_ = newScrollArea(options_);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  results_ = new ResultsView(bench.matches(), bench.undo());
  results_->setRegistry(registry);
  new CoveredLink(bench, *results_);
  judgeBar_ = new JudgeBar(bench.judging());
  results_->addBar(judgeBar_);
  connect(judgeBar_, &JudgeBar::minimumWanted, &bench, &Workbench::setMinimum);
  column->addWidget(scroll_, 1000);  // as high as fitOptions() allows
  column->addWidget(results_, 1);
  options_->installEventFilter(this);
  results_->installEventFilter(this);
  panel->installEventFilter(this);
  constexpr int kLeastWidth = 240;
  panel->setMinimumWidth(kLeastWidth);
  return panel;
}

void PicturePage::fitOptions() {
  const int fewRows = std::max(240, results_->minimumSizeHint().height());
  constexpr int kFewOptions = 120;
  const QLayout& layout = *options_->layout();
  const int wanted = layout.hasHeightForWidth() ? layout.heightForWidth(panel_->width())
                                                : layout.sizeHint().height();
  scroll_->setMinimumHeight(std::min(wanted, kFewOptions));
  scroll_->setMaximumHeight(std::min(wanted, std::max(kFewOptions, panel_->height() - fewRows)));
}

bool PicturePage::eventFilter(QObject* object, QEvent* event) {
  const bool fits = event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize;
  if (fits && panel_ != nullptr) fitOptions();
  return QWidget::eventFilter(object, event);
}

void PicturePage::setPanelShown(bool shown) {
  panelShown_ = shown;
  showParts();
}

void PicturePage::setPictureOnly(bool bare) {
  bare_ = bare;
  showParts();
}

void PicturePage::showParts() {
  panel_->setVisible(panelShown_ && !bare_);
  tray_->setVisible(!bare_);
  status_->setVisible(!bare_);
}

QByteArray PicturePage::saveState() const {
  return splitter_->saveState();
}

void PicturePage::restoreState(const QByteArray& state) {
  widthChosen_ = splitter_->restoreState(state);
  splitter_->setChildrenCollapsible(false);
}

void PicturePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (widthChosen_) return;
  const int panel = std::min(width() * 3 / 10, kPanelWidth);
  splitter_->setSizes({splitter_->width() - panel, panel});
}

}  // namespace espy::desktop
