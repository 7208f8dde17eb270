// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/event_table.h"

#include <QLocale>
#include <algorithm>

namespace espy::desktop {

void EventTable::add(const std::vector<LiveEvent>& events) {
  if (events.empty()) return;
  const int first = rowCount();
  beginInsertRows({}, first, first + static_cast<int>(events.size()) - 1);
  for (const LiveEvent& each : events) {
    rows_.push_back({each, each.event.matches.size()});
    std::vector<Match>& matches = rows_.back().event.event.matches;
    if (matches.size() > 1) matches = {matches.front()};
  }
  endInsertRows();
  const int surplus = rowCount() - kMost;
  if (surplus <= 0) return;
  beginRemoveRows({}, 0, surplus - 1);
  rows_.erase(rows_.begin(), rows_.begin() + surplus);
  endRemoveRows();
}

void EventTable::clear() {
  beginResetModel();
  rows_.clear();
  endResetModel();
}

QString EventTable::text(const Row& row, int column) {
  const LiveEvent& happened = row.event;
  const std::vector<Match>& matches = happened.event.matches;
  switch (column) {
    case time:
      return QLocale().toString(happened.event.time, 'f', 2);
    case EventTable::event:
      switch (happened.event.kind) {
        case EventKind::appears:
          return tr("appears");
        case EventKind::vanishes:
          return tr("vanishes");
        case EventKind::moves:
          return tr("moves");
        case EventKind::count:
          return tr("%1 matches").arg(row.matches);
        case EventKind::still:
          return tr("still");
      }
      return {};
    case needle:
      return happened.needle;
    case place:
      if (matches.empty()) return {};
      return tr("%1, %2").arg(matches.front().x).arg(matches.front().y);
    default:
      return {};
  }
}

int EventTable::wideText(int column, const QFontMetrics& metrics) {
  Row row;
  row.matches = 99;
  row.event.event.time = 999.99;
  row.event.event.matches.resize(1);
  row.event.event.matches.front().x = 9999;
  row.event.event.matches.front().y = 9999;
  int width = 0;
  for (std::size_t kind = 0; kind < kEventNames.size(); ++kind) {
    row.event.event.kind = static_cast<EventKind>(kind);
    width = std::max(width, metrics.horizontalAdvance(text(row, column)));
  }
  return width;
}

QVariant EventTable::data(const QModelIndex& index, int role) const {
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
    return text(rows_[static_cast<std::size_t>(index.row())], index.column());
  }
  const LiveEvent& happened = at(index.row());
  if (role == Qt::DecorationRole && index.column() == needle && happened.colour.isValid()) {
    return happened.colour;
  }
  const bool number = index.column() == time || index.column() == place;
  if (role == Qt::TextAlignmentRole && number) {
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  }
  return {};
}

QVariant EventTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case time:
      return tr("Seconds");
    case event:
      return tr("Event");
    case needle:
      return tr("Needle");
    case place:
      return tr("x, y");
    default:
      return {};
  }
}

}  // namespace espy::desktop
