// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The parts of the live view.
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "canvas/canvas.h"
#include "charts/chart_style.h"
#include "charts/rolling_chart.h"
#include "live/live_view.h"
#include "live/source_menu.h"
#include "model/drag_data.h"
#include "model/settings.h"
#include "options/options_panel.h"
#include "results/minimum_slider.h"
#include "tray/tray_view.h"
#include "widgets/drop_overlay.h"
#include "widgets/flow_layout.h"
#include "widgets/notice_bar.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr int kPanelWidth = 300;  ///< in pixels
constexpr int kLeastPanel = 240;

}  // namespace

LiveView::LiveView(const Registry& registry, LiveTools tools, QWidget* parent)
    : QWidget(parent), tools_(tools), runner_(registry, tools) {
  setAccessibleName(tr("Live"));
  sources_ = new SourceMenu(tools_, this);
  tray_ = new TrayView(needles_.tray(), {}, this);
  tray_->setJudgesOffered(false);
  auto* halves = new QSplitter(Qt::Horizontal);
  halves->setChildrenCollapsible(false);
  halves->addWidget(makeCentre());
  halves->addWidget(makePanel(registry));
  halves->setStretchFactor(0, 1);
  halves->setStretchFactor(1, 0);
  halves->setSizes({3 * kPanelWidth, kPanelWidth});
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins({});
  row->setSpacing(0);
  row->addWidget(tray_);
  row->addWidget(halves, 1);
  new DropOverlay(this, {canDrop,
                         [this]() -> std::vector<DropZone> {
                           return {{1, rect(), tr("Look for these pictures"),
                                    tr("they become needles; a video is played")}};
                         },
                         [this](const QMimeData& mime, int) { return takeDrop(mime); }});
  connectParts();
  SearchSettings usual;
  usual.method = Method::zncc;
  usual.minScore = kUsualMinimum;
  usual.select.overlap = kScoredOverlap;
  setSettings(usual);
}

QWidget* LiveView::makeTools() {
  auto* line = new QWidget;
  auto* row = new FlowLayout(line);
  row->setContentsMargins(kGap, kGap, kGap, kGap);
  watch_ = newToolButton(tr("Watch"), tr("Chooses a screen, a window, a camera or a video"));
  watch_->setPopupMode(QToolButton::InstantPopup);
  watch_->setMenu(sources_);
  freeze_ = newToolButton(tr("Freeze"), tr("Stops at this frame, or goes on (Space)"));
  freeze_->setCheckable(true);
  eventFile_ = newToolButton(tr("Record events"), tr("Writes the events to a CSV file"));
  eventFile_->setCheckable(true);
  video_ = newToolButton(tr("Record video"), tr("Writes the frames with outlines as a video"));
  video_->setCheckable(true);
  openFrame_ = newToolButton(tr("Open in the main window"),
                             tr("Opens this frame as the picture to search in"));
  connect(freeze_, &QToolButton::clicked, this, [this] { setFrozen(!isFrozen()); });
  connect(eventFile_, &QToolButton::clicked, this, &LiveView::askForEvents);
  connect(video_, &QToolButton::clicked, this, &LiveView::askForVideo);
  connect(openFrame_, &QToolButton::clicked, this, &LiveView::openFrame);
  for (QToolButton* button : {watch_, freeze_, eventFile_, video_, openFrame_}) {
    button->setAccessibleName(button->text());
    row->addWidget(button);
  }
  return line;
}

QWidget* LiveView::makeCentre() {
  auto* centre = new QWidget;
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins({});
  column->setSpacing(0);
  canvas_ = new Canvas(centre);
  canvas_->setMinimumSize(200, 150);
  // Notices are over the picture, which does not move when one appears.
  auto* over = new QVBoxLayout(canvas_);
  over->setContentsMargins({});
  over->setSpacing(0);
  notice_ = new NoticeBar(canvas_);
  invitation_ = makeInvitation();
  over->addWidget(notice_);
  over->addWidget(invitation_, 1);
  over->addStretch(0);
  // Of the picture alone: elsewhere Space presses a button.
  auto* space = new QShortcut(Qt::Key_Space, canvas_);
  space->setContext(Qt::WidgetShortcut);
  connect(space, &QShortcut::activated, this, [this] { freeze_->click(); });
  status_ = new QLabel(QStringLiteral("\n"));
  status_->setAccessibleName(tr("What is watched"));
  status_->setTextFormat(Qt::PlainText);
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  status_->setContentsMargins(kGap, kGap, kGap, 0);
  chart_ = new RollingChart;
  chart_->setAccessibleName(tr("Milliseconds of each frame"));
  chart_->setSeries({{tr("capture"), seriesOfStage("load")},
                     {tr("compare"), seriesOfStage("prepare")},
                     {tr("search"), seriesOfStage("search")},
                     {tr("draw"), seriesOfStage("pass 1")}},
                    tr("ms"));
  chart_->setEmptyText(tr("What each stage of a frame takes is drawn here."));
  column->addWidget(makeTools());
  column->addWidget(canvas_, 1);
  column->addWidget(status_);
  column->addWidget(chart_);
  return centre;
}

QWidget* LiveView::makeInvitation() {
  auto* empty = new QWidget;
  empty->setAutoFillBackground(true);
  auto* words = wrappedLabel(tr("What to do first"));
  words->setAlignment(Qt::AlignCenter);
  words->setText(
      tr("Watch a screen, a camera or a video, and see at once where a picture appears.\n\nDrag a "
         "rectangle over what to find while it runs, or drop a picture of it here."));
  QFont large = empty->font();
  large.setPointSizeF(large.pointSizeF() * 1.2);
  words->setFont(large);
  words->setMaximumWidth(34 * empty->fontMetrics().height());
  auto* screen = newButton(tr("The whole &screen"), tr("Watches all monitors"));
  auto* region = newButton(tr("A &region..."), tr("Watches a part of the screen"));
  auto* window = newButton(tr("A &window"), tr("Watches a window of another program"));
  auto* camera = newButton(tr("A &camera"), tr("Watches a camera"));
  auto* video = newButton(tr("A v&ideo..."), tr("Plays a video file"));
  window->setMenu(&sources_->windows());
  camera->setMenu(&sources_->cameras());
  connect(screen, &QPushButton::clicked, this, [this] { start(sources_->wholeScreen()); });
  connect(region, &QPushButton::clicked, this, &LiveView::pickRegion);
  connect(video, &QPushButton::clicked, sources_, &SourceMenu::askForVideo);
  auto* line = new QWidget;
  auto* buttons = new QVBoxLayout(line);
  buttons->setContentsMargins({});
  for (QPushButton* button : {screen, region, window, camera, video}) buttons->addWidget(button);
  auto* middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addWidget(words, 8);
  middle->addStretch(1);
  auto* below = new QHBoxLayout;
  below->addStretch(1);
  below->addWidget(line, 0);
  below->addStretch(1);
  auto* column = new QVBoxLayout(empty);
  column->addStretch(2);
  column->addLayout(middle);
  column->addSpacing(kWideGap);
  column->addLayout(below);
  column->addStretch(3);
  return empty;
}

QWidget* LiveView::makePanel(const Registry& registry) {
  auto* panel = new QSplitter(Qt::Vertical);
  panel->setChildrenCollapsible(false);
  options_ = new OptionsPanel(registry);
  options_->setAutomaticOffered(false);
  minimum_ = new MinimumSlider;
  minimumRow_ = new QWidget;
  auto* minimum = new QVBoxLayout(minimumRow_);
  minimum->setContentsMargins(kGap, kGap, kGap, 0);
  minimum->addWidget(minimum_);
  auto* upper = new QWidget;
  auto* column = new QVBoxLayout(upper);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(options_);
  column->addWidget(minimumRow_);
  column->addStretch(1);
  panel->addWidget(newScrollArea(upper, tr("How to search")));
  panel->addWidget(makeEvents());
  panel->setStretchFactor(0, 1);
  panel->setStretchFactor(1, 1);
  panel->setMinimumWidth(kLeastPanel);
  return panel;
}

QWidget* LiveView::makeEvents() {
  auto* part = new QWidget;
  events_ = new EventTable(this);
  eventList_ = new QTableView;
  eventList_->setAccessibleName(tr("Events"));
  eventList_->setToolTip(tr("What happened to the needles, the latest below"));
  eventList_->setModel(events_);
  eventList_->setSelectionBehavior(QAbstractItemView::SelectRows);
  eventList_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  eventList_->setTextElideMode(Qt::ElideMiddle);
  eventList_->setWordWrap(false);
  eventList_->setShowGrid(false);
  eventList_->setTabKeyNavigation(false);
  eventList_->verticalHeader()->hide();
  eventList_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kGap);
  eventList_->setIconSize({kGap, kGap});
  QHeaderView& header = *eventList_->horizontalHeader();
  // The rest is the needle's column, at least as wide as its title.
  int width = header.sectionSizeHint(EventTable::needle) + 2 * eventList_->frameWidth() +
              eventList_->verticalScrollBar()->sizeHint().width();
  for (const int column : {EventTable::time, EventTable::event, EventTable::place}) {
    const int texts = EventTable::wideText(column, eventList_->fontMetrics()) + kGap + kGap / 2;
    header.resizeSection(column, std::max(texts, header.sectionSizeHint(column)));
    width += header.sectionSize(column);
  }
  eventList_->setMinimumWidth(width);
  header.setSectionResizeMode(EventTable::needle, QHeaderView::Stretch);
  header.setHighlightSections(false);
  still_ = new QDoubleSpinBox;
  still_->setRange(0, 3600);
  still_->setDecimals(1);
  still_->setSingleStep(0.5);
  still_->setSuffix(tr(" s"));
  still_->setSpecialValueText(tr("never"));
  still_->setKeyboardTracking(false);
  nameWidget(*still_, tr("Still after"),
             tr("Seconds without a change after which the event \"still\" is listed"));
  auto* title = new QHBoxLayout;
  title->addWidget(new QLabel(tr("Events")), 1);
  auto* label = new QLabel(tr("S&till after"));
  label->setBuddy(still_);
  title->addWidget(label);
  title->addWidget(still_);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(kGap, kGap, kGap, kGap);
  column->addLayout(title);
  column->addWidget(eventList_, 1);
  return part;
}

}  // namespace espy::desktop
