// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/judge_view.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/mnemonic.h"

namespace espy::desktop {
namespace {

QString wholePercent(double part) {
  return QLocale().toString(100 * part, 'f', 0);
}

}  // namespace

JudgeView::JudgeView(JudgeDesk& desk, QWidget* parent)
    : QDialog(parent),
      desk_(desk),
      curve_(new JudgeCurve),
      words_(new QLabel),
      unsure_(new QLabel) {
  setWindowTitle(tr("How sure the judge is"));
  words_->setWordWrap(true);
  words_->setAccessibleName(tr("What is kept"));
  unsure_->setWordWrap(true);
  unsure_->setAccessibleName(tr("Least sure"));
  auto* row = new QHBoxLayout;
  const auto add = [&](const QString& text, const QString& tip, auto slot) {
    auto* made = new QPushButton(text, this);
    made->setAccessibleName(withoutMnemonic(text));
    made->setToolTip(tip);
    made->setAutoDefault(false);
    connect(made, &QPushButton::clicked, this, slot);
    row->addWidget(made);
    return made;
  };
  next_ = add(tr("&Least sure"), tr("Goes to the match that the judge is least sure of"),
              [this] { next(); });
  yes_ = add(tr("&Yes"), tr("This is a true match"), [this] { sayOfIt(Said::yes); });
  no_ = add(tr("&No"), tr("This only looks like the needle"), [this] { sayOfIt(Said::no); });
  auto* column = new QVBoxLayout(this);
  column->addWidget(curve_, 1);
  column->addWidget(words_);
  column->addWidget(unsure_);
  column->addLayout(row);
  connect(curve_, &JudgeCurve::recallChanging, this, &JudgeView::showWords);
  connect(curve_, &JudgeCurve::recallChosen, &desk, &JudgeDesk::setRecall);
  connect(&desk, &JudgeDesk::changed, this, &JudgeView::refresh);
  refresh();
}

void JudgeView::refresh() {
  const JudgeState state = desk_.state();
  const bool on = state.judge && state.judge->judge.isOn();
  if (!on) {
    judge_ = nullptr;
    close();
    return;
  }
  if (state.judge != judge_) {
    const bool another = !judge_ || !(judge_->judge == state.judge->judge);
    judge_ = state.judge;
    if (another) {
      seen_.clear();
      match_.reset();
      unsure_->setText(tr("What you say of these matches teaches it most; then learn again."));
    }
    curve_->setJudge(judge_->judge, judge_->recall);
    showWords(judge_->recall);
  }
  next_->setEnabled(!desk_.leastSure().empty());
  yes_->setEnabled(match_.has_value());
  no_->setEnabled(match_.has_value());
}

void JudgeView::showWords(double recall) {
  const CurvePoint point = pointAt(judge_->judge, judge_->judge.threshold(recall));
  words_->setText(
      tr("To keep about %1 % of the true matches, those from a probability of %2 on are kept. Of "
         "the clicks that it "
         "had not seen, these are %3 % of the true ones, and %4 % of what is kept is true.")
          .arg(wholePercent(recall), QLocale().toString(point.threshold, 'f', 3),
               wholePercent(point.recall), wholePercent(point.precision)));
}

void JudgeView::forgetMatch() {
  seen_.clear();
  match_.reset();
  refresh();
}

void JudgeView::next() {
  const std::vector<std::uint32_t> unsure = desk_.leastSure();
  if (unsure.empty()) return;
  const auto isNew = [this](std::uint32_t index) {
    return std::find(seen_.begin(), seen_.end(), index) == seen_.end();
  };
  auto found = std::find_if(unsure.begin(), unsure.end(), isNew);
  if (found == unsure.end()) {
    seen_.clear();  // from the beginning
    found = unsure.begin();
  }
  seen_.push_back(*found);
  match_ = *found;
  // It may be one of those that are left out, and is to be seen all the same.
  desk_.setLeftOutShown(true);
  unsure_->setText(tr("Match %1: is it a true one?").arg(*match_ + 1));
  refresh();
  emit matchWanted(*match_);
}

void JudgeView::sayOfIt(Said said) {
  if (!match_) return;
  desk_.say({*match_}, said);
  next();
}

}  // namespace espy::desktop
