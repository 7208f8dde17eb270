// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <vector>

#include "signal/shown_recording.h"

namespace espy::desktop {

/// What a search found, as a table.
class FoundTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// What a column is sorted by.
  static constexpr int kSortRole = Qt::UserRole;
  enum Column { number, recording, place, length, distance, channels, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  void setResult(const SignalResultPtr& result);
  const SignalResultPtr& result() const { return result_; }
  const FoundMotif& at(int row) const { return result_->found[static_cast<std::size_t>(row)]; }

  /// Rows as text for a table program, with a line of titles.
  QString asText(const std::vector<int>& rows) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVariant key(const FoundMotif& found, int row, int column) const;
  QString text(const FoundMotif& found, int row, int column) const;

  SignalResultPtr result_;
};

/// A distance with as many digits as somebody compares.
QString distanceText(double distance);
/// "ECG", or "x → y, 12 samples later".
QString channelText(const FoundMotif& found, const ChosenMotif& motif, const ChannelMatch& channel);

/// What was found, a line for each channel of each match; lanes are counted from 0.
QByteArray foundAsCsv(const SignalResult& result);
/// As the command tells it: a line for each recording.
QByteArray foundAsJson(const SignalResult& result);
/// The matches in one of the recordings as marks of it.
std::vector<RecordingMark> foundAsMarks(const SignalResult& result, const ShownRecording& in);

}  // namespace espy::desktop
