// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_panel.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

#include "widgets/flow_layout.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr int kPicture = 64;  ///< pixels, least side
constexpr double kLargeFont = 1.5;
constexpr int kWidth = 34;  ///< in line heights

}  // namespace

FindPanel::FindPanel(QWidget* parent)
    : QFrame(parent),
      picture_(new QLabel),
      sentence_(new QLabel),
      detail_(new QLabel),
      clock_(new QLabel),
      progress_(new QProgressBar),
      buttons_(new FlowLayout) {
  setFrameShape(StyledPanel);
  setAutoFillBackground(true);
  setAccessibleName(tr("Find the traveller"));
  sentence_->setAccessibleName(tr("State of the game"));
  detail_->setAccessibleName(tr("What to do"));
  clock_->setAccessibleName(tr("Stopwatch"));
  progress_->setAccessibleName(tr("Progress of the game"));
  progress_->setRange(0, 0);
  for (QLabel* label : {sentence_, detail_, clock_}) label->setTextFormat(Qt::PlainText);
  for (QLabel* label : {sentence_, detail_}) label->setWordWrap(true);
  QFont large = font();
  large.setBold(true);
  large.setPointSizeF(large.pointSizeF() * kLargeFont);
  sentence_->setFont(large);
  clock_->setFont(large);
  show_ = addButton(tr("Show me"), tr("Lets Espy search for him"), &FindPanel::showWanted);
  race_ = addButton(tr("Let the engines race"), tr("Shows how long each engine took"),
                    &FindPanel::raceWanted);
  again_ = addButton(tr("Again"), tr("Starts the game again"), &FindPanel::againWanted);
  night_ = addButton(tr("And at night?"), tr("The same in bad light, where a few clicks help"),
                     &FindPanel::nightWanted);
  learn_ = addButton(tr("Learn"), tr("Learns from your clicks to reject people who are not him"),
                     &FindPanel::learningWanted);
  click_ =
      addButton(tr("Let Espy click"), tr("Labels a few of them as false, to show how it works"),
                &FindPanel::clicksWanted);
  close_ = addButton(tr("Close"), tr("Ends the game; the picture stays"), &FindPanel::closed);

  auto* words = new QVBoxLayout;
  auto* line = new QHBoxLayout;
  line->addWidget(sentence_, 1);
  line->addSpacing(kWideGap);
  line->addWidget(clock_);
  words->addLayout(line);
  words->addWidget(detail_);
  words->addWidget(progress_);
  words->addLayout(buttons_);
  auto* row = new QHBoxLayout(this);
  row->addWidget(picture_);
  row->addLayout(words);
}

QPushButton* FindPanel::addButton(const QString& text, const QString& tip,
                                  void (FindPanel::*pressed)()) {
  auto* button = new QPushButton(text);
  button->setAccessibleName(text);
  button->setToolTip(tip);
  buttons_->addWidget(button);
  connect(button, &QPushButton::clicked, this, pressed);
  return button;
}

void FindPanel::showButtons(std::initializer_list<QPushButton*> shown, bool takeKeys) {
  for (QPushButton* button : {show_, race_, again_, night_, learn_, click_, close_}) {
    button->setVisible(std::find(shown.begin(), shown.end(), button) != shown.end());
  }
  if (takeKeys && shown.begin() != shown.end()) (*shown.begin())->setFocus();
}

void FindPanel::showPicture(const QImage& picture) {
  // Nearest neighbour: the needle has few pixels.
  const int side = std::max(kPicture, 2 * picture.width());
  picture_->setPixmap(
      QPixmap::fromImage(picture.scaled(side, side, Qt::KeepAspectRatio, Qt::FastTransformation)));
  picture_->setAccessibleName(tr("The traveller"));
  picture_->show();
}

void FindPanel::prepare(const QString& sentence) {
  sentence_->setText(sentence);
  detail_->hide();
  clock_->hide();
  picture_->hide();
  progress_->show();
  showButtons({close_});
  arrange();
}

void FindPanel::ask(const QImage& traveller, const QString& hint) {
  showPicture(traveller);
  sentence_->setText(tr("Can you find him?"));
  detail_->setText(hint);
  detail_->show();
  clock_->show();
  progress_->hide();
  showButtons({show_, close_});
  arrange();
  announce();
}

void FindPanel::announce() {
  QAccessibleEvent alert(sentence_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void FindPanel::setClock(const QString& text) {
  clock_->setText(text);
}

void FindPanel::wait(const QString& sentence) {
  sentence_->setText(sentence);
  detail_->hide();
  progress_->show();
  showButtons({close_});
  arrange();
}

void FindPanel::reveal(const QString& sentence, const QString& detail) {
  sentence_->setText(sentence);
  detail_->setText(detail);
  detail_->setVisible(!detail.isEmpty());
  clock_->hide();
  progress_->hide();
  showButtons({close_, race_, again_, night_});
  arrange();
  announce();
}

void FindPanel::conclude(const QString& sentence, const QString& detail) {
  reveal(sentence, detail);
  showButtons({close_});
  arrange();
}

void FindPanel::guide(const QImage& who, const QString& sentence, const QString& detail,
                      bool enough, bool takeKeys) {
  showPicture(who);
  const bool another = sentence != sentence_->text();
  sentence_->setText(sentence);
  detail_->setText(detail);
  detail_->show();
  clock_->hide();
  progress_->hide();
  if (enough) {
    showButtons({learn_, click_, close_}, takeKeys);
  } else {
    showButtons({click_, close_}, takeKeys);
  }
  arrange();
  if (another) announce();
}

QString FindPanel::sentence() const {
  return sentence_->text();
}

void FindPanel::arrange() {
  layout()->activate();
  // Limits the line length for reading, and to the picture's width.
  const int em = fontMetrics().height();
  const int width = std::min(em * kWidth, parentWidget()->width() - em);
  setGeometry((parentWidget()->width() - width) / 2, em / 2, width,
              layout()->totalHeightForWidth(width));
}

void FindPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    emit closed();
  } else {
    QFrame::keyPressEvent(event);
  }
}

}  // namespace espy::desktop
