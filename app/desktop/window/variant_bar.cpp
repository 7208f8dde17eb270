// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/variant_bar.h"

#include <QLabel>
#include <QToolButton>

#include "widgets/chosen_style.h"
#include "widgets/flow_layout.h"
#include "widgets/spacing.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// A kind's name, and its chip with and without matches.
struct Words {
  QString some;
  QString none;
  QString name;
};

Words wordsFor(VariantKind kind, int count) {
  switch (kind) {
    case VariantKind::identical:
      return {VariantBar::tr("%n identical", nullptr, count), VariantBar::tr("none identical"),
              VariantBar::tr("identical")};
    case VariantKind::similar:
      return {VariantBar::tr("%n similar", nullptr, count), VariantBar::tr("none similar"),
              VariantBar::tr("similar")};
    case VariantKind::turned:
      return {VariantBar::tr("%n turned", nullptr, count), VariantBar::tr("none turned"),
              VariantBar::tr("turned")};
    case VariantKind::resized:
      return {VariantBar::tr("%n at other sizes", nullptr, count),
              VariantBar::tr("none at other sizes"), VariantBar::tr("other sizes")};
    case VariantKind::mirrored:
      return {VariantBar::tr("%n mirrored", nullptr, count), VariantBar::tr("none mirrored"),
              VariantBar::tr("mirrored")};
  }
  return {};
}

}  // namespace

VariantBar::VariantBar(Workbench& bench, QWidget* parent)
    : QFrame(parent), bench_(bench), weaker_(new QLabel), stop_(new QToolButton) {
  setAutoFillBackground(true);
  auto* row = new FlowLayout(this);
  row->setContentsMargins(kGap, kGap, kGap, kGap);
  for (const VariantKind kind : kVariantKinds) {
    auto* chip = new QToolButton;
    chip->setCheckable(true);
    chip->setFocusPolicy(Qt::TabFocus);
    chip->setStyleSheet(chosenStyle());
    chip->setAccessibleName(wordsFor(kind, 0).none);
    connect(chip, &QToolButton::clicked, this, [this, kind] {
      bench_.showVariant(kind);
      showNow();
    });
    chips_[static_cast<std::size_t>(kind)] = chip;
    row->addWidget(chip);
  }
  row->addWidget(weaker_);
  stop_->setText(tr("Stop"));
  stop_->setToolTip(tr("Do not look for more"));
  stop_->setFocusPolicy(Qt::TabFocus);
  row->addWidget(stop_);
  connect(stop_, &QToolButton::clicked, &bench.explorer(), &Explorer::stop);
  connect(&bench.explorer(), &Explorer::changed, this, &VariantBar::showNow);
  connect(&bench.explorer(), &Explorer::arrived, this, &VariantBar::showNow);
  connect(&bench, &Workbench::resultChanged, this, &VariantBar::showNow);
  connect(&bench, &Workbench::settingsChanged, this, &VariantBar::showNow);
  connect(&bench.matches(), &MatchList::shownChanged, this, &VariantBar::showNow);
  connect(&bench.matches(), &MatchList::removedChanged, this, &VariantBar::showNow);
  showNow();
}

void VariantBar::showNow() {
  const Explorer& explorer = bench_.explorer();
  const bool wanted =
      bench_.settings().automatic && (explorer.running() || !explorer.found().empty());
  setVisible(wanted);
  if (!wanted) return;
  for (const VariantKind kind : kVariantKinds) showChip(kind);
  const int weaker = static_cast<int>(bench_.matches().weaker());
  weaker_->setText(weaker == 0 ? QString() : tr("%n weaker hidden", nullptr, weaker));
  weaker_->setVisible(weaker != 0);
  stop_->setVisible(explorer.running());
}

void VariantBar::showChip(VariantKind kind) {
  const Explorer& explorer = bench_.explorer();
  const FoundVariant* found = explorer.found(kind);
  QToolButton& button = chip(kind);
  const bool searched = found == nullptr && explorer.running() && explorer.current() == kind;
  button.setVisible(found != nullptr || searched);
  if (found == nullptr && !searched) return;
  const bool some = found != nullptr && found->special > 0;
  const Words words = wordsFor(kind, some ? static_cast<int>(found->special) : 0);
  const bool unfinished = found != nullptr && !found->result;
  const QString text = some         ? words.some
                       : searched   ? tr("%1...").arg(words.name)
                       : unfinished ? tr("%1: not finished").arg(words.name)
                                    : words.none;
  button.setText(text);
  button.setAccessibleName(text);
  button.setToolTip(some ? tr("Show these %n matches", nullptr, static_cast<int>(found->count))
                         : QString());
  button.setEnabled(some);
  button.setChecked(some && kindOf(bench_.settings()) == kind);
}

}  // namespace espy::desktop
