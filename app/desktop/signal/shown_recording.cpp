// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/shown_recording.h"

#include <QCoreApplication>
#include <algorithm>

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct RecordingWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::ShownRecording)
};

}  // namespace

QString ShownRecording::laneName(int lane) const {
  const std::string& said = recording.channels[static_cast<std::size_t>(lane)].name;
  return said.empty() ? RecordingWords::tr("Channel %1").arg(lane + 1)
                      : QString::fromStdString(said);
}

bool LaneSpan::has(int lane) const {
  return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
}

MotifOptions usedOptions(const SignalSettings& settings, std::size_t motifLanes) {
  MotifOptions options = settings.options;
  const MotifOptions usual;
  const bool one = motifLanes == 1;
  if (one) options.rule = ChannelRule::assigned;
  options.open = options.open && options.method == MotifMethod::dtw;
  if (options.open) {
    options.stretch = {};
    options.band.reset();
    if (!one) options.rule = ChannelRule::together;
  }
  if (one || options.open || options.rule != ChannelRule::assigned) {
    options.lag = usual.lag;
    options.reach = usual.reach;
  }
  const bool mayMiss = !one && options.rule != ChannelRule::together;
  // At least one channel must match.
  const auto most = mayMiss ? static_cast<std::int64_t>(motifLanes) - 1 : 0;
  options.missing = std::clamp<std::int64_t>(options.missing, 0, std::max<std::int64_t>(most, 0));
  return options;
}

MotifTask taskOf(const ChosenMotif& motif, const ShownRecording& in, const SignalSettings& settings,
                 std::vector<int>& lanes) {
  MotifTask task;
  task.options = usedOptions(settings, motif.span.lanes.size());
  for (const int lane : motif.span.lanes) {
    task.query.push_back(
        motif.recording->recording.channels[static_cast<std::size_t>(lane)].samples.part(
            motif.span.from, motif.span.length()));
  }
  // Motif channels and lanes correspond by index, so the motif's own lanes come first.
  lanes.clear();
  for (const int lane : motif.span.lanes) {
    if (lane < in.lanes()) lanes.push_back(lane);
  }
  const bool every =
      settings.everyLane && !task.options.open && task.options.rule == ChannelRule::assigned;
  if (every) {
    for (int lane = 0; lane < in.lanes(); ++lane) {
      if (!motif.span.has(lane)) lanes.push_back(lane);
    }
    // A single channel is searched in all lanes anyway; `reach` allows it for several.
    if (motif.span.lanes.size() > 1)
      task.options.reach = std::ssize(lanes) + std::ssize(task.query);
  }
  for (const int lane : lanes) {
    task.data.push_back(in.recording.channels[static_cast<std::size_t>(lane)].samples);
  }
  return task;
}

}  // namespace espy::desktop
