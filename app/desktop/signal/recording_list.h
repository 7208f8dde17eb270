// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <vector>

#include "model/job.h"
#include "signal/shown_recording.h"
#include "signal/signal_tools.h"

namespace espy::desktop {

/// Model of the open recordings. One worker thread reads files, another builds their levels.
class RecordingList : public QAbstractListModel {
  Q_OBJECT

 public:
  explicit RecordingList(decltype(SignalTools::read) read, QObject* parent = nullptr);

  void open(const QStringList& paths);
  /// Adds a recording from memory; returns its id.
  int add(Recording recording, const QString& name);
  void remove(int row);
  /// Cancels pending reads.
  void stopReading() { reader_.stop(); }
  int reading() const { return reading_; }

  const std::vector<ShownRecordingPtr>& all() const { return recordings_; }
  const ShownRecordingPtr& at(int row) const { return recordings_[static_cast<std::size_t>(row)]; }
  int rowOf(const ShownRecordingPtr& recording) const;

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(recordings_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void added(int row);
  void failed(const QString& sentence);
  void readingChanged();
  /// More levels of this recording are available.
  void levelsGrew(int id);

 private:
  int insert(const std::shared_ptr<ShownRecording>& recording);

  decltype(SignalTools::read) read_;
  std::vector<ShownRecordingPtr> recordings_;
  int last_ = 0;  ///< last id
  int reading_ = 0;
  Job reader_;
  Job levelBuilder_;
};

}  // namespace espy::desktop
