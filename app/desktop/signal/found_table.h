// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <vector>

#include "signal/shown_recording.h"

namespace espy::desktop {

/// Table model of a search's matches.
class FoundTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// Sort key of a cell.
  static constexpr int kSortRole = Qt::UserRole;
  enum Column { number, recording, place, length, distance, channels, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  void setResult(const SignalResultPtr& result);
  const SignalResultPtr& result() const { return result_; }
  const FoundMotif& at(int row) const { return result_->found[static_cast<std::size_t>(row)]; }

  /// Rows as tab-separated text with a header line.
  QString asText(const std::vector<int>& rows) const;

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() || !result_ ? 0 : static_cast<int>(result_->found.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : kColumns;
  }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QVariant key(const FoundMotif& found, int row, int column) const;
  QString text(const FoundMotif& found, int row, int column) const;

  SignalResultPtr result_;
};

/// A distance with the displayed precision.
QString distanceText(double distance);
/// "ECG", or "x → y, 12 samples later".
QString channelText(const FoundMotif& found, const ChosenMotif& motif, const ChannelMatch& channel);

/// The matches as CSV, one line per channel and match; lanes count from 0.
QByteArray foundAsCsv(const SignalResult& result);
/// The matches in the command's JSON format, one line per recording.
QByteArray foundAsJson(const SignalResult& result);
/// The matches in one recording as marks.
std::vector<RecordingMark> foundAsMarks(const SignalResult& result, const ShownRecording& in);

}  // namespace espy::desktop
