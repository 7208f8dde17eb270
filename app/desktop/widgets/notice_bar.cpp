// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/notice_bar.h"

#include <QAccessible>
#include <QGridLayout>
#include <QResizeEvent>

#include "widgets/flow_layout.h"
#include "widgets/spacing.h"

namespace espy::desktop {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent),
      grid_(new QGridLayout(this)),
      text_(new QLabel(this)),
      close_(new QToolButton(this)),
      offers_(new QWidget(this)) {
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  (new FlowLayout(offers_))->setContentsMargins({});
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setAccessibleName(tr("Notice"));
  close_->setText(QStringLiteral("\u2715"));
  close_->setAutoRaise(true);
  close_->setToolTip(tr("Hide this line"));
  close_->setAccessibleName(tr("Hide the notice"));
  connect(close_, &QToolButton::clicked, this, &NoticeBar::clear);
  grid_->addWidget(text_, 0, 0);
  grid_->addWidget(close_, 0, 2);
  grid_->setColumnStretch(0, 1);
  hide();
}

void NoticeBar::say(const QString& sentence, Tone tone, std::vector<Offer> offers) {
  empty();
  tone_ = tone;
  text_->setText(sentence);
  for (Offer& offer : offers) {
    auto* button = new QToolButton(offers_);
    button->setText(offer.text);
    button->setAccessibleName(offer.text);
    connect(button, &QToolButton::clicked, this, [act = std::move(offer.act)] { act(); });
    offers_->layout()->addWidget(button);
    buttons_.push_back(button);
  }
  // A sign: colour alone does not convey trouble.
  setBackgroundRole(QPalette::ToolTipBase);
  text_->setForegroundRole(QPalette::ToolTipText);
  if (tone == Tone::trouble) text_->setText(QStringLiteral("\u26a0 ") + sentence);
  offers_->setVisible(!buttons_.empty());
  placeOffers();
  show();
  QAccessibleEvent alert(text_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void NoticeBar::placeOffers() {
  constexpr int kLeastSentence = 24;  // average characters per line
  int wanted = 0;
  for (const QToolButton* button : buttons_) wanted += button->sizeHint().width() + kGap;
  const int rest = width() - wanted - close_->sizeHint().width() - 4 * kGap;
  const bool beside = rest >= kLeastSentence * fontMetrics().averageCharWidth();
  grid_->removeWidget(offers_);
  offers_->setMinimumWidth(beside ? wanted : 0);
  if (beside) {
    grid_->addWidget(offers_, 0, 1);
  } else {
    grid_->addWidget(offers_, 1, 0, 1, 3);
  }
}

void NoticeBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) placeOffers();
}

void NoticeBar::clear() {
  empty();
  hide();
  emit cleared();
}

void NoticeBar::empty() {
  for (QToolButton* button : buttons_) {
    offers_->layout()->removeWidget(button);
    button->deleteLater();
  }
  buttons_.clear();
  text_->clear();
}

}  // namespace espy::desktop
