// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <deque>

#include "live/live_frame.h"

namespace espy::desktop {

/// Table model of the events of a stream, the oldest first.
class EventTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { time, event, needle, place, kColumns };
  /// Older events are dropped; recordings have them all.
  static constexpr int kMost = 10'000;

  using QAbstractTableModel::QAbstractTableModel;

  void add(const std::vector<LiveEvent>& events);
  void clear();
  const LiveEvent& at(int row) const { return events_[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(events_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const LiveEvent& happened, int column) const;

  std::deque<LiveEvent> events_;
};

}  // namespace espy::desktop
