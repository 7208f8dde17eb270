// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What can be done with the list of matches.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <algorithm>

#include "signal/found_table.h"
#include "signal/lanes_view.h"
#include "signal/motif_form.h"
#include "signal/signal_view.h"

namespace espy::desktop {

void SignalView::makeMatchMenu() {
  const auto add = [this](const QString& text, const QKeySequence& keys, auto act) {
    auto* action = new QAction(text, table_);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, act);
    table_->addAction(action);
    return action;
  };
  add(tr("&Copy"), QKeySequence::Copy, [this] { copyMatches(false); });
  add(tr("Copy the &list"), {}, [this] { copyMatches(true); });
  add(tr("Find &all that are as alike"), {}, [this] { findAllAlike(); });
  add(tr("&Take it as the motif"), {}, [this] { takeMatch(); });
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

std::vector<int> SignalView::selectedMatches() const {
  std::vector<int> shown;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows()) {
    shown.push_back(index.row());
  }
  std::sort(shown.begin(), shown.end());  // as the list has them
  for (int& row : shown) row = sorted_->mapToSource(sorted_->index(row, 0)).row();
  return shown;
}

void SignalView::copyMatches(bool all) {
  std::vector<int> rows = selectedMatches();
  if (all) {
    rows.clear();
    for (int row = 0; row < sorted_->rowCount(); ++row) {
      rows.push_back(sorted_->mapToSource(sorted_->index(row, 0)).row());
    }
  }
  if (!rows.empty()) QGuiApplication::clipboard()->setText(found_->asText(rows));
}

void SignalView::findAllAlike() {
  if (chosenMatch() < 0) return;
  form_->askForAll(found_->at(chosenMatch()).match.distance);
  search();
}

void SignalView::takeMatch() {
  if (chosenMatch() < 0) return;
  const FoundMotif found = found_->at(chosenMatch());
  const int row = recordings_->rowOf(found.recording);
  if (row < 0) return;
  LaneSpan span{found.match.start, found.match.start + found.match.length, {}};
  for (const ChannelMatch& channel : found.match.channels) {
    span.lanes.push_back(found.laneOf(channel));
  }
  std::sort(span.lanes.begin(), span.lanes.end());
  chooseRecording(row);
  setMotif(span);
}

}  // namespace espy::desktop
