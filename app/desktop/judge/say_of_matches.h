// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QUndoCommand>
#include <memory>
#include <vector>

#include "model/match_list.h"

namespace espy::desktop {

/// Says of matches that they are true ones, or none, or takes back what was said. Once another
/// search has filled the list it works on the same places all the same.
class SayOfMatches : public QUndoCommand {
 public:
  SayOfMatches(MatchList& list, const std::vector<std::uint32_t>& indices, Said said);
  void redo() override;
  void undo() override;

 private:
  struct Place {
    std::weak_ptr<const Picture> scene;  ///< weak: a history keeps no pictures in memory
    std::weak_ptr<const Picture> needle;
    std::shared_ptr<const Image> mask;
    Match match;
    Said before;
  };
  void say(bool before);

  MatchList& list_;
  std::vector<Place> places_;
  Said said_;
};

/// Forgets what was said of a needle's matches in other pictures than the one at hand.
class ForgetElsewhere : public QUndoCommand {
 public:
  ForgetElsewhere(MatchList& list, const NeedleItem& needle);
  void redo() override;
  void undo() override;

 private:
  MatchList& list_;
  std::weak_ptr<const Picture> scene_;
  std::weak_ptr<const Picture> needle_;
  std::shared_ptr<const Image> mask_;
  Verdicts::Pages forgotten_;
};

}  // namespace espy::desktop
