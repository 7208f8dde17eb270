// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QUndoCommand>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/match_list.h"

namespace espy::desktop {

/// Takes wrong matches out of the list. Once another search has filled it, the command is about
/// nothing any more, and the undo stack drops it.
class RemoveMatches : public QUndoCommand {
 public:
  RemoveMatches(MatchList& list, std::vector<std::uint32_t> indices);
  void redo() override;
  void undo() override;

 private:
  void setRemoved(bool removed);

  QPointer<MatchList> list_;
  std::weak_ptr<const SearchResult> result_;  ///< weak: a history keeps no pictures in memory
  std::vector<std::uint32_t> indices_;
};

}  // namespace espy::desktop
