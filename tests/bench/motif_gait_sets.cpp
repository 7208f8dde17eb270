// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/motif_gait_sets.h"

#include <cmath>

namespace espy::bench {

using lab::Gait;
using lab::GaitCycle;
using lab::GaitOptions;
using lab::GaitRecording;
using lab::Sensor;

std::vector<GaitSet> gaitSets() {
  using enum Gait;
  return {
      {"walk/run/jump",
       {{Sensor::waist}, {walk, run, jump, stairs, hop}, 10, true},
       {walk, run, jump}},
  };
}

GaitSet limpSet() {
  using enum Gait;
  return {
      "limp", {{Sensor::waist, Sensor::leg}, {walk, limpRight, stairs}, 8, true}, {limpRight}, 2};
}

MotifOptions gaitOptions(MotifRule rule, MotifNormalise normalise, std::int64_t cycle) {
  MotifOptions options;
  options.normalise = normalise;
  options.bandShare = 0.1;
  options.exclude = cycle * 3 / 4;
  options.stretch = {0.8, 1.2, 0.1};
  if (rule == MotifRule::assigned) options.lag = 3;
  if (rule == MotifRule::together) options.rule = ChannelRule::together;
  if (rule == MotifRule::mean) {
    options.rule = ChannelRule::mean;
    options.missing = 1;
  }
  if (rule == MotifRule::euclid) {
    options.method = MotifMethod::euclid;
    options.rule = ChannelRule::together;
    options.stretch = {};
  }
  return options;
}

lab::Rows gaitQuery(const GaitSet& set, Gait gait, std::uint64_t person, std::uint64_t seed) {
  GaitOptions options = set.recorded;
  options.gaits = {gait};
  options.bouts = 1;
  const GaitRecording recording = lab::drawGaits(options, person, seed);
  const GaitCycle& first = recording.cycles[1];
  const GaitCycle& last = recording.cycles[set.cycles];
  lab::Rows query;
  for (const auto& channel : recording.channels) {
    query.emplace_back(channel.begin() + first.start, channel.begin() + last.start + last.length);
  }
  return query;
}

double sizeOf(const lab::Rows& query) {
  double sum = 0;
  for (const auto& row : query) {
    double mean = 0;
    for (const double sample : row) mean += sample / static_cast<double>(row.size());
    for (const double sample : row) sum += (sample - mean) * (sample - mean);
  }
  return std::sqrt(sum);
}

std::vector<RankedPlace> placesOf(const GaitRecording& recording, Gait gait, std::size_t cycles) {
  std::vector<RankedPlace> places;
  const auto& all = recording.cycles;
  for (std::size_t first = 0; first + cycles <= all.size(); ++first) {
    const GaitCycle& last = all[first + cycles - 1];
    std::int64_t length = 0;
    bool same = true;
    for (std::size_t i = first; i < first + cycles; ++i) {
      length += all[i].length;
      same = same && all[i].gait == gait;
    }
    // Skip sequences that span a pause.
    if (same && all[first].start + length == last.start + last.length) {
      places.push_back({all[first].start, length});
    }
  }
  return places;
}

}  // namespace espy::bench
