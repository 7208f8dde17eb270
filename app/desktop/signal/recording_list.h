// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <vector>

#include "model/work_lane.h"
#include "signal/shown_recording.h"
#include "signal/signal_tools.h"

namespace espy::desktop {

/// The recordings that are open. One thread reads files, another sums up their lanes, and all news
/// come in the thread that this lives in.
class RecordingList : public QAbstractListModel {
  Q_OBJECT

 public:
  explicit RecordingList(decltype(SignalTools::read) read, QObject* parent = nullptr);
  ~RecordingList() override;

  void open(const QStringList& paths);
  /// Adds one that is in memory; returns its number.
  int add(Recording recording, const QString& name);
  void remove(int row);
  /// Files that are still to be read are not.
  void stopReading();
  int reading() const { return reading_; }

  const std::vector<ShownRecordingPtr>& all() const { return recordings_; }
  const ShownRecordingPtr& at(int row) const { return recordings_[static_cast<std::size_t>(row)]; }
  int rowOf(const ShownRecordingPtr& recording) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void added(int row);
  void failed(const QString& sentence);
  void readingChanged();
  /// More of this one's lanes is summed up.
  void levelsGrew(int id);

 private:
  void readNow(const QString& path, const std::stop_token& stop);
  int insert(const std::shared_ptr<ShownRecording>& recording);
  template <class Tell>
  void post(Tell tell);

  decltype(SignalTools::read) read_;
  std::vector<ShownRecordingPtr> recordings_;
  int last_ = 0;  ///< number that was given
  int reading_ = 0;
  // Last: they end before what they use does.
  WorkLane reader_;
  WorkLane summer_;
};

}  // namespace espy::desktop
