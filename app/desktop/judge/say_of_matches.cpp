// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/say_of_matches.h"

#include <QCoreApplication>

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct SayOfMatchesWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::SayOfMatches)
};

}  // namespace

SayOfMatches::SayOfMatches(MatchList& list, const std::vector<std::uint32_t>& indices, Said said)
    : list_(list), said_(said) {
  for (const std::uint32_t index : indices) {
    const NeedleItem& needle = list.needleOf(list.match(index));
    places_.push_back(
        {list.result()->scene, needle.picture, needle.mask, list.match(index), list.said(index)});
  }
  setText(said == Said::yes  ? SayOfMatchesWords::tr("mark as true")
          : said == Said::no ? SayOfMatchesWords::tr("mark as false")
                             : SayOfMatchesWords::tr("take a mark back"));
}

void SayOfMatches::redo() {
  say(false);
}

void SayOfMatches::undo() {
  say(true);
}

void SayOfMatches::say(bool before) {
  for (const Place& place : places_) {
    NeedleItem needle;
    needle.picture = place.needle.lock();
    needle.mask = place.mask;
    const PicturePtr scene = place.scene.lock();
    if (!scene || !needle.picture) return setObsolete(true);
    list_.verdicts().say(scene, needle, place.match, before ? place.before : said_);
  }
  list_.recallSaid();
}

ForgetElsewhere::ForgetElsewhere(MatchList& list, const NeedleItem& needle)
    : list_(list), scene_(list.result()->scene), needle_(needle.picture), mask_(needle.mask) {
  setText(SayOfMatchesWords::tr("forget the marks in other pictures"));
}

void ForgetElsewhere::redo() {
  NeedleItem needle;
  needle.picture = needle_.lock();
  needle.mask = mask_;
  const PicturePtr scene = scene_.lock();
  if (!scene || !needle.picture) return setObsolete(true);
  forgotten_ = list_.verdicts().forgetElsewhere(scene, needle);
  list_.recallSaid();
}

void ForgetElsewhere::undo() {
  if (forgotten_) list_.verdicts().putBack(forgotten_);
  list_.recallSaid();
}

}  // namespace espy::desktop
