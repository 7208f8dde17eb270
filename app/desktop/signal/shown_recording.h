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

/// An open recording.
struct ShownRecording {
  int id = 0;
  QString name;
  QString path;  ///< empty if not from a file
  QString note;  ///< remark on its file, or empty
  Recording recording;
  std::vector<std::shared_ptr<SampleLevels>> levels;  ///< by channel

  int lanes() const { return static_cast<int>(recording.channels.size()); }
  std::int64_t size() const { return levels.empty() ? 0 : levels.front()->size(); }
  double rate() const { return recording.channels.empty() ? 0 : recording.channels.front().rate; }
  /// The lane's label in its file, else its number.
  QString laneName(int lane) const;
};
using ShownRecordingPtr = std::shared_ptr<const ShownRecording>;

/// An interval of samples in some lanes.
struct LaneSpan {
  std::int64_t from = 0;
  std::int64_t to = 0;     ///< exclusive
  std::vector<int> lanes;  ///< sorted

  std::int64_t length() const { return to - from; }
  bool empty() const { return to <= from || lanes.empty(); }
  bool has(int lane) const;
  bool operator==(const LaneSpan&) const = default;
};

/// The motif: part of a recording; it stays valid after the recording is closed.
struct ChosenMotif {
  ShownRecordingPtr recording;
  LaneSpan span;

  bool empty() const { return !recording || span.empty(); }
};

/// How to search for the motif.
struct SignalSettings {
  MotifOptions options;
  bool everyLane = false;  ///< channels match any lane, else only that of their number
  QString engine = QStringLiteral("auto");
};

/// A match and its recording.
struct FoundMotif {
  ShownRecordingPtr recording;
  MotifMatch match;        ///< its channels are indices into `lanes`
  std::vector<int> lanes;  ///< lanes of the recording that were searched
  bool itself = false;     ///< the motif's own position

  /// The lane that a channel of the motif matches.
  int laneOf(const ChannelMatch& channel) const {
    return lanes[static_cast<std::size_t>(channel.data)];
  }
};

/// Result of one search.
struct SignalResult {
  ChosenMotif motif;
  SignalSettings settings;
  std::vector<FoundMotif> found;  ///< best first
  QStringList troubles;           ///< an error for each recording that could not be searched
  RunReport report;               ///< of all recordings
  double milliseconds = 0;
};
using SignalResultPtr = std::shared_ptr<const SignalResult>;

/// The options that apply to a motif with this number of lanes; the others are reset to defaults.
MotifOptions usedOptions(const SignalSettings& settings, std::size_t motifLanes);
/// The search task for one recording. Sets `lanes` to the searched lanes.
MotifTask taskOf(const ChosenMotif& motif, const ShownRecording& in, const SignalSettings& settings,
                 std::vector<int>& lanes);

}  // namespace espy::desktop

Q_DECLARE_METATYPE(espy::desktop::SignalResultPtr)
