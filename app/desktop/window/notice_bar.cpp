// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/notice_bar.h"

#include <QAccessible>
#include <QHBoxLayout>

namespace espy::desktop {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent),
      row_(new QHBoxLayout(this)),
      text_(new QLabel(this)),
      close_(new QToolButton(this)) {
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  row_->setContentsMargins(10, 4, 4, 4);
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setAccessibleName(tr("Notice"));
  close_->setText(QStringLiteral("\u2715"));
  close_->setAutoRaise(true);
  close_->setToolTip(tr("Hide this line"));
  close_->setAccessibleName(tr("Hide the notice"));
  connect(close_, &QToolButton::clicked, this, &NoticeBar::clear);
  row_->addWidget(text_, 1);
  row_->addWidget(close_);
  hide();
}

void NoticeBar::say(const QString& sentence, Tone tone, std::vector<Offer> offers) {
  clear();
  tone_ = tone;
  text_->setText(sentence);
  for (Offer& offer : offers) {
    auto* button = new QToolButton(this);
    button->setText(offer.text);
    button->setAccessibleName(offer.text);
    connect(button, &QToolButton::clicked, this, [act = std::move(offer.act)] { act(); });
    row_->insertWidget(row_->count() - 1, button);
    buttons_.push_back(button);
  }
  // Trouble is told by a sign, not only by a colour.
  setBackgroundRole(QPalette::ToolTipBase);
  text_->setForegroundRole(QPalette::ToolTipText);
  if (tone == Tone::trouble) text_->setText(QStringLiteral("\u26a0 ") + sentence);
  show();
  QAccessibleEvent alert(text_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void NoticeBar::clear() {
  for (QToolButton* button : buttons_) button->deleteLater();
  buttons_.clear();
  text_->clear();
  hide();
}

}  // namespace espy::desktop
