// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the view is made of.
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "signal/drop_veil.h"
#include "signal/found_table.h"
#include "signal/lanes_view.h"
#include "signal/motif_form.h"
#include "signal/overview_strip.h"
#include "signal/path_view.h"
#include "signal/signal_times.h"
#include "signal/signal_view.h"
#include "widgets/flow_layout.h"
#include "widgets/notice_bar.h"
#include "widgets/wrapped_label.h"

namespace espy::desktop {
namespace {

constexpr int kListLines = 3;
constexpr int kLeftWidth = 17;  // times the height of a line
constexpr int kLeastRows = 3;   // of the list of matches

QPushButton* newButton(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setToolTip(tip);
  return button;
}

QToolButton* newToolButton(const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

QScrollArea* newScrollArea(QWidget* inside, const QString& name) {
  auto* area = new QScrollArea;
  area->setWidget(inside);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setAccessibleName(name);
  return area;
}

}  // namespace

SignalView::SignalView(SignalTools tools, QWidget* parent, std::optional<PlayerProgram> player)
    : QWidget(parent),
      tools_(std::move(tools)),
      runner_(tools_),
      player_(std::move(player)),
      recordings_(new RecordingList(tools_.read, this)),
      found_(new FoundTable(this)) {
  setAccessibleName(tr("Signals"));
  setAcceptDrops(true);
  auto* halves = new QSplitter(Qt::Horizontal);
  halves->setChildrenCollapsible(false);
  halves->addWidget(makeLeft());
  halves->addWidget(makeRight());
  halves->setStretchFactor(1, 1);
  halves->setSizes({kLeftWidth * fontMetrics().height(), 3 * kLeftWidth * fontMetrics().height()});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(6, 6, 6, 6);
  column->addWidget(halves);
  veil_ = new DropVeil(this, tr("Open these recordings"),
                       tr("the motif is looked for in all that are open"));
  escape_ = new QShortcut(Qt::Key_Escape, this);
  escape_->setContext(Qt::WidgetWithChildrenShortcut);
  connect(escape_, &QShortcut::activated, this, &SignalView::cancel);
  connectLanes();
  connectSearch();
  connectSound();
  showMotif();
  refresh();
}

QWidget* SignalView::makeLeft() {
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 6, 0);
  column->addWidget(makeRecordings());
  motifWords_ = wrappedLabel(tr("The motif"));
  column->addWidget(motifWords_);
  form_ = new MotifForm(tools_.engines);
  column->addWidget(newScrollArea(form_, tr("How to search")), 1);
  column->addWidget(makeSearch());
  return left;
}

QWidget* SignalView::makeRecordings() {
  auto* part = new QWidget;
  list_ = new QListView;
  list_->setAccessibleName(tr("Recordings"));
  list_->setToolTip(tr("The recordings that are searched; the chosen one is shown"));
  list_->setModel(recordings_);
  list_->setUniformItemSizes(true);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setFixedHeight((kListLines + 1) * fontMetrics().height());
  auto* open = newButton(tr("&Open..."), tr("Opens recordings; they can be dropped here, too"));
  close_ = newButton(tr("Close"), tr("Closes the chosen recording"));
  connect(open, &QPushButton::clicked, this, &SignalView::askForRecordings);
  connect(close_, &QPushButton::clicked, this, &SignalView::closeRecording);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(open);
  buttons->addWidget(close_);
  buttons->addStretch(1);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(list_);
  column->addLayout(buttons);
  return part;
}

QWidget* SignalView::makeSearch() {
  auto* part = new QWidget;
  search_ = newButton(tr("&Search"), tr("Looks for the motif in all recordings that are open"));
  stop_ = newButton(tr("Cancel"), tr("Stops searching"));
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress of the search"));
  progress_->setRange(0, 1000);
  connect(search_, &QPushButton::clicked, this, &SignalView::search);
  connect(stop_, &QPushButton::clicked, this, &SignalView::cancel);
  auto* row = new QHBoxLayout(part);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(search_);
  row->addWidget(progress_, 1);
  row->addWidget(stop_);
  return part;
}

QWidget* SignalView::makeRight() {
  auto* right = new QWidget;
  notice_ = new NoticeBar;
  stack_ = new QStackedWidget;
  stack_->addWidget(makeInvitation());
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setChildrenCollapsible(false);
  parts->addWidget(makeLanes());
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("What was found"));
  tabs_->setDocumentMode(true);
  tabs_->addTab(makeFound(), tr("Matches"));
  times_ = new SignalTimes(tools_);
  tabs_->addTab(times_, tr("Timing"));
  parts->addWidget(tabs_);
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 2);
  parts->setSizes({600, 400});
  stack_->addWidget(parts);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(notice_);
  column->addWidget(stack_, 1);
  return right;
}

QWidget* SignalView::makeInvitation() {
  auto* empty = new QWidget;
  auto* words = wrappedLabel(tr("What to do first"));
  words->setAlignment(Qt::AlignCenter);
  words->setText(
      tr("Drop a recording here: a table (CSV), an array of NumPy, sound, EDF or WFDB.\n\n"
         "Its channels become lanes. Drag over a piece of them, and Espy finds where else it "
         "occurs, although it may be slower, weaker or shifted there."));
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.2);
  words->setFont(large);
  words->setMaximumWidth(34 * fontMetrics().height());
  auto* open =
      newButton(tr("Open &recordings..."), tr("Opens recordings; they can be dropped here, too"));
  auto* heart =
      newButton(tr("Try a &heartbeat"), tr("A drawn electrocardiogram: find the odd beats"));
  auto* walk = newButton(tr("Try a &walk"), tr("Three drawn sensors on a leg: find the jumps"));
  connect(open, &QPushButton::clicked, this, &SignalView::askForRecordings);
  connect(heart, &QPushButton::clicked, this, [this] { openSample(QStringLiteral("heart.csv")); });
  connect(walk, &QPushButton::clicked, this, [this] { openSample(QStringLiteral("walk.csv")); });
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  for (QPushButton* button : {open, heart, walk}) buttons->addWidget(button);
  buttons->addStretch(1);
  auto* middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addWidget(words, 8);
  middle->addStretch(1);
  auto* column = new QVBoxLayout(empty);
  column->addStretch(2);
  column->addLayout(middle);
  column->addSpacing(fontMetrics().height());
  column->addLayout(buttons);
  column->addStretch(3);
  return empty;
}

QWidget* SignalView::makeLanes() {
  auto* part = new QWidget;
  lanes_ = new LanesView;
  overview_ = new OverviewStrip;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(makeTools());
  column->addWidget(lanes_, 1);
  column->addWidget(overview_);
  return part;
}

QWidget* SignalView::makeTools() {
  auto* line = new QWidget;
  auto* row = new FlowLayout(line);
  fit_ = newToolButton(tr("Show all"), tr("Shows the whole recording (0)"));
  auto* in = newToolButton(
      tr("+"), tr("Zooms in; the wheel does, too, and with Ctrl it makes a lane higher (+)"));
  in->setAccessibleName(tr("Zoom in"));
  auto* out = newToolButton(tr("\u2212"), tr("Zooms out (-)"));
  out->setAccessibleName(tr("Zoom out"));
  toMotif_ = newToolButton(tr("Show the motif"), tr("Goes to the motif"));
  play_ = newToolButton(
      tr("Play"),
      tr("Plays the chosen lane: the motif, or from the place that was clicked (Space)"));
  export_ = newToolButton(tr("Export"), tr("Writes what was found"));
  export_->setPopupMode(QToolButton::InstantPopup);
  export_->setMenu(makeExports());
  connect(fit_, &QToolButton::clicked, this, [this] { lanes_->fit(); });
  connect(in, &QToolButton::clicked, this, [this] { lanes_->zoom(2); });
  connect(out, &QToolButton::clicked, this, [this] { lanes_->zoom(0.5); });
  for (QToolButton* button : {fit_, in, out, toMotif_, play_, export_}) row->addWidget(button);
  return line;
}

QMenu* SignalView::makeExports() {
  auto* menu = new QMenu(tr("Export"), this);
  menu->setAccessibleName(tr("Export"));
  connect(menu->addAction(tr("&Copy the list")), &QAction::triggered, this,
          [this] { copyMatches(true); });
  connect(menu->addAction(tr("&Matches as CSV or JSON...")), &QAction::triggered, this,
          [this] { askWhere(false); });
  connect(menu->addAction(tr("Matches as ma&rks of this recording...")), &QAction::triggered, this,
          [this] { askWhere(true); });
  return menu;
}

QWidget* SignalView::makeFound() {
  status_ = wrappedLabel(tr("Status"));
  table_ = new QTableView;
  table_->setAccessibleName(tr("Matches"));
  table_->setToolTip(QString());
  sorted_ = new QSortFilterProxyModel(this);
  sorted_->setSourceModel(found_);
  sorted_->setSortRole(FoundTable::kSortRole);
  table_->setModel(sorted_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(FoundTable::number, Qt::AscendingOrder);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setTabKeyNavigation(false);
  table_->setShowGrid(false);
  table_->setAlternatingRowColors(true);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setMinimumHeight((kLeastRows + 1) * (fontMetrics().height() + 6));
  table_->setMinimumWidth(12 * fontMetrics().height());
  makeMatchMenu();
  path_ = new PathView;
  path_->setEmptyText(tr("Choose a match, and it is held against the motif here."));
  auto* beside = new QSplitter(Qt::Horizontal);
  beside->setChildrenCollapsible(false);
  beside->addWidget(table_);
  beside->addWidget(newScrollArea(path_, tr("The motif and the match")));
  beside->setStretchFactor(0, 1);
  beside->setStretchFactor(1, 1);
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 4, 0, 0);
  column->addWidget(status_);
  column->addWidget(beside, 1);
  return part;
}

}  // namespace espy::desktop
