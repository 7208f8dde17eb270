// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the motif and a match have in common, channel by channel.
#include <algorithm>
#include <cmath>

#include "signal/found_table.h"
#include "signal/path_view.h"
#include "signal/signal_view.h"

namespace espy::desktop {
namespace {

constexpr std::size_t kMostRows = 16;  // of channels that anybody compares

/// As many samples as the match has, as it lies in the motif's.
std::vector<double> stretched(const std::vector<double>& samples, std::int64_t length) {
  std::vector<double> out(static_cast<std::size_t>(length));
  const double step =
      length > 1 ? static_cast<double>(samples.size() - 1) / static_cast<double>(length - 1) : 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double place = static_cast<double>(i) * step;
    const auto left = static_cast<std::size_t>(place);
    const std::size_t right = std::min(left + 1, samples.size() - 1);
    out[i] = std::lerp(samples[left], samples[right], place - static_cast<double>(left));
  }
  return out;
}

/// The samples from one on; what lies beside the recording are gaps.
std::vector<double> windowOf(const Samples& samples, std::int64_t from, std::int64_t length) {
  std::vector<double> window(static_cast<std::size_t>(length), std::nan(""));
  const std::int64_t begin = std::max<std::int64_t>(from, 0);
  const std::int64_t end = std::min(from + length, samples.size());
  if (begin < end) {
    samples.read(begin, std::span(window).subspan(static_cast<std::size_t>(begin - from),
                                                  static_cast<std::size_t>(end - begin)));
  }
  return window;
}

}  // namespace

std::vector<ShownPath> shownPathsOf(const SignalTools& tools, const SignalResult& result,
                                    const FoundMotif& found, const std::stop_token& stop) {
  std::vector<int> lanes;
  const MotifTask task = taskOf(result.motif, *found.recording, result.settings, lanes);
  std::vector<ShownPath> paths;
  Control control;
  control.stop = stop;
  const std::size_t rows = std::min(found.match.channels.size(), kMostRows);
  for (std::size_t i = 0; i < rows && !stop.stop_requested(); ++i) {
    const ChannelMatch& channel = found.match.channels[i];
    const std::int64_t start = found.match.start + channel.lag;
    ShownPath shown;
    shown.title =
        FoundTable::tr("%1: distance %2")
            .arg(channelText(found, result.motif, channel), distanceText(channel.distance));
    shown.query = windowOf(task.query[static_cast<std::size_t>(channel.query)], 0,
                           result.motif.span.length());
    if (!task.options.open) shown.query = stretched(shown.query, found.match.length);
    shown.data =
        windowOf(task.data[static_cast<std::size_t>(channel.data)], start, found.match.length);
    shown.path = tools.path(task, found.match, i, control);
    for (auto& step : shown.path) step.second -= start;
    paths.push_back(std::move(shown));
  }
  return paths;
}

}  // namespace espy::desktop
