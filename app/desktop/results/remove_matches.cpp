// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/remove_matches.h"

#include <QCoreApplication>
#include <QLocale>
#include <utility>

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct RemoveMatchesWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::RemoveMatches)
};

}  // namespace

RemoveMatches::RemoveMatches(MatchList& list, std::vector<std::uint32_t> indices)
    : list_(&list), result_(list.result()), indices_(std::move(indices)) {
  const QString count = QLocale().toString(static_cast<qulonglong>(indices_.size()));
  setText(indices_.size() == 1 ? RemoveMatchesWords::tr("Remove 1 match")
                               : RemoveMatchesWords::tr("Remove %1 matches").arg(count));
}

void RemoveMatches::redo() {
  setRemoved(true);
}

void RemoveMatches::undo() {
  setRemoved(false);
}

void RemoveMatches::setRemoved(bool removed) {
  if (list_ == nullptr || list_->result() == nullptr || list_->result() != result_.lock()) {
    setObsolete(true);
    return;
  }
  list_->setRemoved(indices_, removed);
}

}  // namespace espy::desktop
