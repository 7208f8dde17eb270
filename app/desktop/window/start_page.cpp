// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/start_page.h"

#include <QAction>
#include <QBoxLayout>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <algorithm>

#include "widgets/contrast.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"
#include "window/actions.h"
#include "window/icons.h"

namespace espy::desktop {
namespace {

// In pixels.
constexpr int kTileDrawing = 80;
constexpr int kLineDrawing = 48;
constexpr int kTileWidth = 224;
constexpr int kLineWidth = 480;
constexpr int kTilesFrom = 3 * 184 + 4 * kWideGap;  ///< width from which there are tiles
constexpr int kTilesHighFrom = 2 * 208 + 3 * kWideGap;
constexpr int kColumns = 3;
constexpr double kRound = 8;

}  // namespace

Door::Door(const QString& drawing, const QString& title, const QString& line, QAction* action)
    : drawing_(drawing),
      layout_(new QBoxLayout(QBoxLayout::TopToBottom, this)),
      words_(new QVBoxLayout),
      picture_(new QLabel(this)),
      title_(new QLabel(title, this)),
      line_(new QLabel(line, this)) {
  setText(title);
  setAccessibleName(title);
  setAccessibleDescription(line);
  setToolTip(action->toolTip());
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);  // tiles of a row are equally high
  title_->setFont(headingFont(font()));
  for (QLabel* label : {picture_, title_, line_}) {
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    label->setForegroundRole(QPalette::Text);
  }
  title_->setWordWrap(true);
  line_->setWordWrap(true);
  words_->addStretch(1);
  words_->addWidget(title_);
  words_->addWidget(line_);
  words_->addStretch(1);
  layout_->setContentsMargins(kWideGap, kGap, kWideGap, kGap);
  layout_->setSpacing(kGap);
  layout_->addWidget(picture_);
  layout_->addLayout(words_, 1);
  connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
}

void Door::setShape(bool wide, int width) {
  layout_->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  words_->setStretch(0, wide ? 1 : 0);  // in tiles, titles of a row are on one line
  const Qt::Alignment across = wide ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter;
  for (QLabel* label : {title_, line_}) label->setAlignment(across);
  picture_->setAlignment(Qt::AlignCenter);
  const int side = wide ? kLineDrawing : kTileDrawing;
  setFixedWidth(width);
  picture_->setFixedHeight(side);
  picture_->setMinimumWidth(side);
  picture_->setMaximumWidth(wide ? side : QWIDGETSIZE_MAX);
  draw();
}

void Door::draw() {
  const int side = picture_->minimumWidth();
  picture_->setPixmap(espy::desktop::drawing(drawing_, palette(), side, devicePixelRatioF()));
}

void Door::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange && picture_->minimumWidth() > 0) draw();
  QAbstractButton::changeEvent(event);
}

void Door::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void Door::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void Door::focusInEvent(QFocusEvent* event) {
  QAbstractButton::focusInEvent(event);
  update();
}

void Door::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

void Door::paintEvent(QPaintEvent* /*event*/) {
  const bool lit = underMouse() || hasFocus();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor edge =
      lit ? accentOn(palette().color(QPalette::Base), palette()) : palette().color(QPalette::Mid);
  painter.setPen(QPen(edge, lit ? 2 : 1));
  painter.setBrush(isDown() ? palette().color(QPalette::Midlight)
                            : palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRound, kRound);
}

StartPage::StartPage(const Actions& actions, QWidget* parent) : QScrollArea(parent) {
  auto* page = new QWidget;
  grid_ = new QGridLayout(page);
  grid_->setContentsMargins(kWideGap, kGap, kWideGap, kGap);
  const auto add = [&](const char* drawing, const QString& title, const QString& line,
                       ActionId what) {
    doors_.push_back(new Door(QString::fromLatin1(drawing), title, line, actions.at(what)));
  };
  add("door_picture", tr("Find in a picture"),
      tr("Drop one here, paste it or open a file; then drag a rectangle over what to find."),
      ActionId::openScene);
  add("door_batch", tr("In many pictures"), tr("The same search in a folder of them."),
      ActionId::batch);
  add("door_surface", tr("Which surface?"), tr("Photograph it, and find it in a library."),
      ActionId::identify);
  add("door_recording", tr("In a recording"), tr("Where else does this piece occur?"),
      ActionId::signalLanes);
  add("door_live", tr("While it changes"), tr("On a screen, in a camera or in a video."),
      ActionId::live);
  add("door_example", tr("Try an example"), tr("Find the traveller in a crowd."),
      ActionId::traveller);
  for (Door* door : doors_) door->setParent(page);
  setWidget(page);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setAutoFillBackground(false);
  page->setAutoFillBackground(false);
  arrange();
}

void StartPage::arrange() {
  const bool tiles = width() >= kTilesFrom && height() >= kTilesHighFrom;
  const int most = (width() - 2 * kWideGap - (tiles ? 2 * kWideGap : 0)) / (tiles ? 3 : 1);
  const int each = std::min(most, tiles ? kTileWidth : kLineWidth);
  grid_->setSpacing(tiles ? kWideGap : kGap);
  for (Door* door : doors_) {
    grid_->removeWidget(door);
    door->setShape(!tiles, each);
  }
  constexpr int kRows = 6;
  for (int i = 0; i <= kRows + 1; ++i) grid_->setRowStretch(i, 0);
  const int rows = tiles ? 2 : kRows;
  // Stretches above and below keep the doors in the middle.
  grid_->setRowStretch(0, 1);
  grid_->setRowStretch(rows + 1, 1);
  grid_->setColumnStretch(0, 1);
  grid_->setColumnStretch(kColumns + 1, 1);
  int number = 0;
  for (Door* door : doors_) {
    if (tiles) {
      grid_->addWidget(door, 1 + number / kColumns, 1 + number % kColumns);
    } else {
      grid_->addWidget(door, 1 + number, 1, 1, kColumns);
    }
    ++number;
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  arrange();
  QScrollArea::resizeEvent(event);
}

}  // namespace espy::desktop
