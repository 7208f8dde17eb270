// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaType>
#include <QString>
#include <memory>
#include <vector>

#include "espy/engine/motif.h"
#include "espy/recording.h"
#include "signal/sample_levels.h"

namespace espy::desktop {

/// A recording that is open.
struct ShownRecording {
  int id = 0;
  QString name;
  QString path;  ///< empty where it came from no file
  QString note;  ///< what there is to say about its file, or empty
  Recording recording;
  std::vector<std::shared_ptr<SampleLevels>> levels;  ///< for each channel

  int lanes() const { return static_cast<int>(recording.channels.size()); }
  std::int64_t size() const { return levels.empty() ? 0 : levels.front()->size(); }
  double rate() const { return recording.channels.empty() ? 0 : recording.channels.front().rate; }
  /// What a lane is called: as its file says, else by its number.
  QString laneName(int lane) const;
};
using ShownRecordingPtr = std::shared_ptr<const ShownRecording>;

/// A part of some lanes.
struct LaneSpan {
  std::int64_t from = 0;
  std::int64_t to = 0;     ///< the first sample behind it
  std::vector<int> lanes;  ///< in order

  std::int64_t length() const { return to - from; }
  bool empty() const { return to <= from || lanes.empty(); }
  bool has(int lane) const;
  bool operator==(const LaneSpan&) const = default;
};

/// What is looked for: a part of a recording that stays even if that is closed.
struct ChosenMotif {
  ShownRecordingPtr recording;
  LaneSpan span;

  bool empty() const { return !recording || span.empty(); }
};

/// How it is looked for.
struct SignalSettings {
  MotifOptions options;
  bool everyLane = false;  ///< each channel may be any lane, else one of the same number
  QString engine = QStringLiteral("auto");
};

/// A place where it was found.
struct FoundMotif {
  ShownRecordingPtr recording;
  MotifMatch match;        ///< channels are those of `lanes`
  std::vector<int> lanes;  ///< of the recording, that were searched
  bool itself = false;     ///< it is the motif where it was chosen

  /// Where a channel of the motif lies.
  int laneOf(const ChannelMatch& channel) const {
    return lanes[static_cast<std::size_t>(channel.data)];
  }
};

/// What one search found.
struct SignalResult {
  ChosenMotif motif;
  SignalSettings settings;
  std::vector<FoundMotif> found;  ///< the best first
  QStringList troubles;           ///< a sentence for each recording that could not be searched
  RunReport report;               ///< of all recordings together
  double milliseconds = 0;
};
using SignalResultPtr = std::shared_ptr<const SignalResult>;

/// What of the options has a meaning for a motif of so many lanes; the rest is as usual.
MotifOptions usedOptions(const SignalSettings& settings, std::size_t motifLanes);
/// The task of looking for it in a recording. `lanes` becomes those that are searched.
MotifTask taskOf(const ChosenMotif& motif, const ShownRecording& in, const SignalSettings& settings,
                 std::vector<int>& lanes);

}  // namespace espy::desktop

Q_DECLARE_METATYPE(espy::desktop::SignalResultPtr)
