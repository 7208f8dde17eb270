// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace espy::cli {
namespace {

/// Whether normalisation preserves units.
bool keepsUnits(const MotifOptions& options) {
  if (options.normalise) {
    return *options.normalise == MotifNormalise::none || *options.normalise == MotifNormalise::mean;
  }
  return options.method == MotifMethod::sad;
}

/// Whether early samples exceed the range of sound, -1..1.
bool isLouderThanSound(const Recording& recording) {
  constexpr std::int64_t kSome = 1 << 16;
  constexpr double kLoud = 2;
  std::vector<double> samples;
  for (const Channel& channel : recording.channels) {
    samples.resize(static_cast<std::size_t>(std::min(kSome, channel.samples.size())));
    channel.samples.read(0, samples);
    if (std::any_of(samples.begin(), samples.end(),
                    [](double sample) { return std::abs(sample) > kLoud; })) {
      return true;
    }
  }
  return false;
}

/// The common unit of all channels, or an empty string.
std::string unitOf(const Recording& recording) {
  if (recording.channels.empty()) return "";
  const std::string& unit = recording.channels.front().unit;
  const bool alike = std::all_of(recording.channels.begin(), recording.channels.end(),
                                 [&](const Channel& channel) { return channel.unit == unit; });
  return alike ? unit : "";
}

}  // namespace

std::string unitMismatch(const ReadRecording& query, const ReadRecording& data,
                         const MotifOptions& options) {
  if (!keepsUnits(options)) return "";
  const std::string asTheyAre = "; samples are compared without conversion, see --normalise";
  const std::string ours = unitOf(query);
  const std::string theirs = unitOf(data);
  if (!ours.empty() && !theirs.empty() && ours != theirs) {
    return fmt::format("is in {}, the query in {}{}", theirs, ours, asTheyAre);
  }
  if (query.isSound == data.isSound) return "";
  const ReadRecording& sound = query.isSound ? query : data;
  const ReadRecording& other = query.isSound ? data : query;
  if (isLouderThanSound(sound) || !isLouderThanSound(other)) return "";
  return fmt::format("{} is sound, which ranges from -1 to 1, but {} exceeds that{}",
                     query.isSound ? "the query" : "it", query.isSound ? "this" : "the query",
                     asTheyAre);
}

}  // namespace espy::cli
