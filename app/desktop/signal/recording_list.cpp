// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/recording_list.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <utility>

#include "model/paths.h"
#include "model/translated.h"
#include "signal/time_scale.h"

namespace espy::desktop {

RecordingList::RecordingList(decltype(SignalTools::read) read, QObject* parent)
    : QAbstractListModel(parent), read_(std::move(read)) {}

void RecordingList::open(const QStringList& paths) {
  for (const QString& path : paths) {
    ++reading_;
    reader_.add(
        [this, path](const Job::Handle& handle) {
          handle.control().check();
          LoadedRecording loaded = read_(pathOf(path), handle.stop());
          auto shown = std::make_shared<ShownRecording>();
          shown->recording = std::move(loaded.recording);
          shown->note = translated(loaded.note);
          shown->path = path;
          shown->name = QFileInfo(path).fileName();
          return shown;
        },
        [this](const Outcome<std::shared_ptr<ShownRecording>>& outcome) {
          --reading_;
          if (outcome.value) {
            insert(*outcome.value);
          } else if (!outcome.failure.cancelled) {
            emit failed(outcome.failure.sentence);
          }
          emit readingChanged();
        });
  }
  emit readingChanged();
}

int RecordingList::add(Recording recording, const QString& name) {
  auto shown = std::make_shared<ShownRecording>();
  shown->recording = std::move(recording);
  shown->name = name;
  return insert(shown);
}

int RecordingList::insert(const std::shared_ptr<ShownRecording>& recording) {
  recording->id = ++last_;
  for (const Channel& channel : recording->recording.channels) {
    recording->levels.push_back(std::make_shared<SampleLevels>(channel.samples));
  }
  const int row = rowCount();
  beginInsertRows({}, row, row);
  recordings_.push_back(recording);
  endInsertRows();
  // The task keeps the recording alive even if it is closed meanwhile.
  levelBuilder_.add(
      [this, recording](const Job::Handle& handle) {
        const auto grew = [this, handle, id = recording->id] {
          handle.post([this, id] { emit levelsGrew(id); });
        };
        for (const auto& levels : recording->levels) levels->fill(handle.stop(), grew);
      },
      [](const Failure&) {});
  emit added(row);
  return recording->id;
}

void RecordingList::remove(int row) {
  beginRemoveRows({}, row, row);
  recordings_.erase(recordings_.begin() + row);
  endRemoveRows();
}

int RecordingList::rowOf(const ShownRecordingPtr& recording) const {
  const auto found = std::find(recordings_.begin(), recordings_.end(), recording);
  return found == recordings_.end() ? -1 : static_cast<int>(found - recordings_.begin());
}

QVariant RecordingList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const ShownRecording& recording = *at(index.row());
  const QString length = TimeScale(recording.rate()).length(static_cast<double>(recording.size()));
  switch (role) {
    case Qt::DisplayRole:
      if (recording.lanes() == 1) return tr("%1: %2, one channel").arg(recording.name, length);
      return tr("%1: %2, %3 channels").arg(recording.name, length).arg(recording.lanes());
    case Qt::ToolTipRole: {
      QStringList lines{recording.path.isEmpty() ? recording.name : recording.path};
      if (recording.rate() > 0) {
        lines += tr("%1 samples a second").arg(QLocale().toString(recording.rate(), 'g', 8));
      }
      if (!recording.note.isEmpty()) lines += recording.note;
      return lines.join(QLatin1Char('\n'));
    }
    default:
      return {};
  }
}

}  // namespace espy::desktop
