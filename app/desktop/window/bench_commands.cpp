// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/bench_commands.h"

#include <utility>

#include "window/workbench.h"

namespace espy::desktop {

ChangeScene::ChangeScene(PicturePtr before, PicturePtr after, Show show)
    : before_(std::move(before)), after_(std::move(after)), show_(std::move(show)) {
  setText(Workbench::tr("open %1").arg(after_->name));
}

unsigned knobsBetween(const SearchSettings& a, const SearchSettings& b) {
  unsigned knobs = 0;
  if (a.method != b.method || a.tolerance != b.tolerance || a.weighted != b.weighted) {
    knobs |= methodKnob;
  }
  if (a.minScore != b.minScore) knobs |= scoreKnob;
  if (a.select.overlap != b.select.overlap || a.select.across != b.select.across ||
      a.select.top != b.select.top) {
    knobs |= selectionKnob;
  }
  if (a.engine != b.engine || a.threads != b.threads) knobs |= engineKnob;
  if (a.pose != b.pose) knobs |= poseKnob;
  return knobs;
}

ChangeSettings::ChangeSettings(SearchSettings before, SearchSettings after, Apply apply)
    : before_(std::move(before)), after_(std::move(after)), apply_(std::move(apply)) {
  setText(knobs() == scoreKnob ? Workbench::tr("change the minimum score")
                               : Workbench::tr("change the options"));
}

bool ChangeSettings::mergeWith(const QUndoCommand* other) {
  const auto* next =
      static_cast<const ChangeSettings*>(other);  // NOLINT: the same id is the same class
  if (next->knobs() != knobs()) return false;
  after_ = next->after_;
  return true;
}

}  // namespace espy::desktop
