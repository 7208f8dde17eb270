// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QFontMetrics>
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
  /// With its first match only.
  const LiveEvent& at(int row) const { return rows_[static_cast<std::size_t>(row)].event; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// Width in pixels of a wide text of a column, but for names of needles. Wider ones are elided.
  static int wideText(int column, const QFontMetrics& metrics);

 private:
  /// There may be very many matches.
  struct Row {
    LiveEvent event;
    std::size_t matches = 0;
  };
  static QString text(const Row& row, int column);

  std::deque<Row> rows_;
};

}  // namespace espy::desktop
