// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Layout of IdentifyView; its behaviour is in identify_view.cpp.
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "identify/answer_page.h"
#include "identify/identify_view.h"
#include "identify/library_panel.h"
#include "widgets/drop_overlay.h"
#include "widgets/flow_layout.h"
#include "widgets/mnemonic.h"
#include "widgets/notice_bar.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

QPushButton* pushButton(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setAccessibleName(withoutMnemonic(text).remove(QStringLiteral("...")));
  button->setToolTip(tip);
  button->setAutoDefault(false);
  return button;
}

QLabel* heading(const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(headingFont(label->font()));
  return label;
}

}  // namespace

IdentifyView::IdentifyView(IdentifyTools tools, QWidget* parent)
    : QWidget(parent), controller_(std::move(tools)), answers_(new AnswerList(this)) {
  setAccessibleName(tr("Identify"));
  setWindowTitle(tr("Identify"));
  auto* halves = new QSplitter;
  halves->addWidget(makeLeft());
  halves->addWidget(makeRight());
  halves->setStretchFactor(1, 1);
  halves->setChildrenCollapsible(false);
  halves->setSizes({16 * fontMetrics().height(), 60 * fontMetrics().height()});
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(halves);
  left_ = halves->widget(0);
  new DropOverlay(
      this,
      {[this](const QMimeData& mime) { return acceptsDrag(mime); }, [this] { return dropZones(); },
       [this](const QMimeData& mime, int zone) { return takeDrop(take(mime), zone); }});
  escape_ = new QShortcut(Qt::Key_Escape, this);
  escape_->setContext(Qt::WidgetWithChildrenShortcut);
  connect(escape_, &QShortcut::activated, this, &IdentifyView::cancel);
  connect(escape_, &QShortcut::activatedAmbiguously, this, &IdentifyView::cancel);
  connectDesk();
  connectAdding();
  refresh();
}

QWidget* IdentifyView::makeLeft() {
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, kGap, 0);
  panel_ = new LibraryPanel(controller_);
  column->addWidget(heading(tr("Known surfaces")));
  column->addWidget(panel_, 1);
  column->addWidget(heading(tr("Photographs")));
  column->addWidget(makePhotographs(), 1);
  column->addWidget(makeProgress());
  left->setMinimumWidth(12 * fontMetrics().height());
  return left;
}

QWidget* IdentifyView::makePhotographs() {
  auto* part = new QWidget;
  list_ = new QListView;
  list_->setAccessibleName(tr("Photographs and what they show"));
  list_->setToolTip(tr("The photographs to identify; Delete removes one from the list"));
  list_->setModel(answers_);
  list_->setUniformItemSizes(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setMinimumHeight(3 * fontMetrics().height());
  auto* erase = new QShortcut(QKeySequence::Delete, list_);
  erase->setContext(Qt::WidgetShortcut);
  connect(erase, &QShortcut::activated, this, &IdentifyView::removeSelectedPhotographs);
  ask_ = pushButton(tr("&Identify photographs..."), tr("Which known surface do they show?"));
  again_ =
      pushButton(tr("A&gain"), tr("Identifies the selected photographs again, or all of them"));
  keep_ = pushButton(tr("Add &these"), tr("Adds the selected photographs to the library"));
  engine_ = new QComboBox;
  engine_->setAccessibleName(tr("Engine"));
  engine_->setToolTip(tr("Where to compute: on the CPU or on a GPU"));
  engine_->addItem(QStringLiteral("auto"));
  for (const std::string& name : controller_.tools().engines) {
    engine_->addItem(QString::fromStdString(name));
  }
  connect(ask_, &QPushButton::clicked, this, [this] { askForPhotographs(false); });
  connect(again_, &QPushButton::clicked, this, &IdentifyView::identifyAgain);
  connect(keep_, &QPushButton::clicked, this, &IdentifyView::addSelected);
  auto* buttons = new FlowLayout;
  for (QPushButton* button : {ask_, again_, keep_}) buttons->addWidget(button);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(list_, 1);
  column->addLayout(buttons);
  column->addWidget(labelled(tr("&Engine:"), engine_));
  return part;
}

QWidget* IdentifyView::makeProgress() {
  progressLine_ = new QWidget;
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress"));
  progressWords_ = new QLabel;
  progressWords_->setAccessibleName(tr("Current step"));
  progressWords_->setWordWrap(true);
  auto* stop = pushButton(tr("&Cancel"), tr("Stops; results so far are kept"));
  connect(stop, &QPushButton::clicked, this, &IdentifyView::cancel);
  auto* row = new QHBoxLayout;
  row->addWidget(progress_, 1);
  row->addWidget(stop);
  auto* column = new QVBoxLayout(progressLine_);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(progressWords_);
  column->addLayout(row);
  return progressLine_;
}

QWidget* IdentifyView::makeRight() {
  auto* right = new QWidget;
  notice_ = new NoticeBar;
  problems_ = new QListWidget;
  problems_->setAccessibleName(tr("Photographs that were not added"));
  problems_->setTextElideMode(Qt::ElideRight);
  problems_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  problems_->setUniformItemSizes(true);
  problems_->hide();
  page_ = new AnswerPage;
  stack_ = new QStackedWidget;
  stack_->addWidget(makeInvitation());
  stack_->addWidget(page_);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(kGap, 0, 0, 0);
  column->addWidget(notice_);
  column->addWidget(problems_);
  column->addWidget(stack_, 1);
  return right;
}

QWidget* IdentifyView::makeInvitation() {
  auto* empty = new QWidget;
  invitation_ = new QLabel;
  invitation_->setAccessibleName(tr("What to do first"));
  invitation_->setWordWrap(true);
  invitation_->setAlignment(Qt::AlignCenter);
  invitation_->setTextFormat(Qt::PlainText);
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 1.2);
  invitation_->setFont(large);
  invitation_->setMaximumWidth(34 * fontMetrics().height());
  const auto offer = [this](const QString& text, const QString& tip, auto act) {
    auto* button = pushButton(text, tip);
    connect(button, &QPushButton::clicked, this, act);
    inviting_.push_back(button);
    return button;
  };
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  buttons->addWidget(offer(tr("&New library..."), tr("Makes a library of known surfaces"),
                           [this] { askForNewLibrary({}); }));
  buttons->addWidget(offer(tr("&Open a library..."), tr("Opens a library of known surfaces"),
                           [this] { askForLibrary(); }));
  buttons->addWidget(offer(tr("Add photo&graphs..."),
                           tr("Adds photographs of surfaces; the file name becomes the id"),
                           [this] { askForPhotographs(true); }));
  buttons->addWidget(offer(tr("Identify &photographs..."), tr("Which known surface do they show?"),
                           [this] { askForPhotographs(false); }));
  buttons->addStretch(1);
  auto* column = new QVBoxLayout(empty);
  column->addStretch(2);
  auto* words = new QHBoxLayout;
  words->addStretch(1);
  words->addWidget(invitation_, 8);
  words->addStretch(1);
  column->addLayout(words);
  column->addSpacing(kWideGap);
  column->addLayout(buttons);
  column->addStretch(3);
  return empty;
}

}  // namespace espy::desktop
