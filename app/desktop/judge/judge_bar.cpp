// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/judge_bar.h"

#include <QLocale>
#include <QVBoxLayout>

#include "widgets/flow_layout.h"
#include "widgets/mnemonic.h"

namespace espy::desktop {
namespace {

constexpr int kProgressSteps = 1000;

QString percent(double part) {
  return QLocale().toString(100 * part, 'f', 1);
}

}  // namespace

JudgeBar::JudgeBar(JudgeController& controller, QWidget* parent)
    : QWidget(parent),
      controller_(controller),
      words_(new StatusLabel),
      progress_(new QProgressBar) {
  setAccessibleName(tr("Judge"));
  words_->setAccessibleName(tr("State of the judge"));
  progress_->setAccessibleName(tr("Progress of learning"));
  progress_->setRange(0, kProgressSteps);
  auto* row = new FlowLayout;
  const auto add = [&](const QString& text, const QString& tip, auto slot) {
    QPushButton* made = button(text, tip);
    connect(made, &QPushButton::clicked, this, slot);
    row->addWidget(made);
    return made;
  };
  learn_ = add(tr("Learn"), tr("Learns from your labels to separate true matches from false ones"),
               [this] { controller_.learn(); });
  cancel_ = add(tr("Cancel"), tr("Stops learning"), [this] { controller_.cancel(); });
  show_ = add(tr("Show"), tr("Also shows the matches that the judge rejects"),
              [this] { controller_.setRejectedShown(!controller_.state().rejectedShown); });
  undo_ = add(tr("Undo"), tr("Undoes the learning"), [this] { controller_.drop(); });
  curve_ =
      add(tr("How sure..."),
          tr("Precision and recall on labels that it had not seen, and its least certain matches"),
          [this] { emit curveWanted(); });
  forget_ = add(tr("Forget others"), tr("Removes your labels in other pictures"),
                [this] { controller_.removeFromOtherPictures(); });
  use_ = add(tr("Use"), tr("Sets this minimum score"), [this] {
    if (const auto minimum = controller_.state().separating) emit minimumWanted(*minimum);
  });
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addWidget(words_);
  column->addWidget(progress_);
  column->addLayout(row);
  connect(&controller, &JudgeController::changed, this, &JudgeBar::refresh);
  refresh();
}

QPushButton* JudgeBar::button(const QString& text, const QString& tip) {
  auto* made = new QPushButton(text, this);
  made->setAccessibleName(withoutMnemonic(text));
  made->setToolTip(tip);
  made->setAutoDefault(false);
  return made;
}

QString JudgeBar::sentence(const JudgeState& state) const {
  const QLocale locale;
  QString counts = tr("%1 yes, %2 no").arg(locale.toString(state.yes), locale.toString(state.no));
  if (state.elsewhere > 0) {
    counts =
        tr("%1, %2 of %3 from other pictures")
            .arg(counts, locale.toString(state.elsewhere), locale.toString(state.yes + state.no));
  }
  if (state.learning) {
    return state.learnsInstead.isEmpty()
               ? tr("Learning from %1").arg(counts)
               : tr("Learning from %1, by %2").arg(counts, state.learnsInstead);
  }
  if (!state.judge) {
    return state.enough() ? tr("Learn from %1").arg(counts)
                          : tr("%1. Say Yes to at least %2 matches and No to %2, then press Learn.")
                                .arg(counts, locale.toString(Judge::kLeastClicks));
  }
  const Judge& judge = state.judge->judge;
  if (!judge.isOn() && state.separating) {
    return tr("The score separates them: minimum %1.")
        .arg(QLocale().toString(*state.separating, 'f', 2));
  }
  if (!judge.isOn()) {
    return tr("The judge is no better than the score; no match is removed.");
  }
  const bool network = judge.by == Judge::By::network;
  const HeldOut& own = network ? judge.byNetwork : judge.byRegression;
  return tr("%n rejected by the judge.", nullptr, static_cast<int>(state.leftOut)) +
         QLatin1Char(' ') +
         tr("Learned rule ranks %1 % of your labels correctly; score alone %2 %.")
             .arg(percent(own.ranking), percent(judge.byScore.ranking));
}

void JudgeBar::refresh() {
  const JudgeState state = controller_.state();
  const bool any = state.needle != 0 && (state.yes + state.no > 0 || state.judge);
  if (!any && !state.learning) return hide();
  const QString said = sentence(state);
  const QString named = state.several ? tr("%1: %2").arg(state.name, said) : said;
  if (named != words_->sentence()) words_->say(named);
  const bool network = state.judge && state.judge->judge.by == Judge::By::network;
  words_->setToolTip(
      (network ? tr("A network learned the rule.") : tr("A regression learned the rule.")) +
      QLatin1Char('\n') +
      tr("ROC AUC: how often a true match is rated higher than a false one, on labels that the "
         "judge had not seen; then the same for the score alone"));
  progress_->setVisible(state.learning);
  progress_->setValue(static_cast<int>(state.progress * kProgressSteps));
  const bool on = state.judge && state.judge->judge.isOn();
  learn_->setVisible(!state.learning && (state.enough() || !state.judge));
  learn_->setEnabled(state.enough());
  learn_->setText(state.judge ? tr("Learn again") : tr("Learn"));
  learn_->setAccessibleName(learn_->text());
  cancel_->setVisible(state.learning);
  show_->setVisible(!state.learning && on && state.leftOut > 0);
  show_->setText(state.rejectedShown ? tr("Hide") : tr("Show"));
  show_->setAccessibleName(show_->text());
  use_->setVisible(!state.learning && state.judge && !on && state.separating);
  undo_->setVisible(!state.learning && state.judge != nullptr);
  curve_->setVisible(!state.learning && on);
  forget_->setVisible(!state.learning && state.elsewhere > 0);
  show();
}

}  // namespace espy::desktop
