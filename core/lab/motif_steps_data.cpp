// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/motif_steps_data.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/phrase.h"
#include "espy/error.h"
#include "lab/motif_dice.h"

namespace espy::lab {
namespace {

/// Recordings are drawn at 50 samples a second; two become one.
constexpr std::int64_t kSamplesTogether = 2;
constexpr std::int64_t kRanks = 20;

GaitOptions optionsOf(const StepDataOptions& options) {
  using enum Gait;
  GaitOptions made;
  made.strength = 0.25;  // people walk and run at several speeds
  if (options.wearing == Wearing::insole) {
    made.insole = options.channels;
    made.sensors.clear();
    made.gaits = {walk, run, jump, stairs, limpLeft, limpRight};
    return made;
  }
  made.sensors = {options.wearing == Wearing::arm     ? Sensor::arm
                  : options.wearing == Wearing::waist ? Sensor::waist
                                                      : Sensor::leg};
  made.gaits = {walk, run, jump, stairs, hop};
  made.switched = true;
  made.switchedAnew = true;
  // An arm moves more freely than waist and leg do.
  const bool arm = options.wearing == Wearing::arm;
  made.variation = arm ? 1.5 : 1;
  made.axisLag = arm ? 0.06 : 0.03;
  return made;
}

/// One person's recording of at least this many samples.
GaitRecording recorded(GaitOptions options, std::int64_t samples, std::uint64_t seed) {
  constexpr std::int64_t kUsualBout = 250;
  options.bouts = std::max<std::int64_t>(1, samples / (kUsualBout * std::ssize(options.gaits)) + 1);
  while (true) {
    GaitRecording made = drawGaits(options, seed, seed + 1);
    if (std::ssize(made.channels.front()) >= samples) return made;
    options.bouts *= 2;
  }
}

void append(const GaitRecording& recording, std::int64_t samples, StepData& to) {
  to.data.resize(recording.channels.size());
  const std::int64_t before = std::ssize(to.data.front());
  for (std::size_t i = 0; i < to.data.size(); ++i) {
    const auto& channel = recording.channels[i];
    for (std::int64_t k = 0; k < samples; ++k) {
      to.data[i].push_back((channel[kSamplesTogether * k] + channel[kSamplesTogether * k + 1]) /
                           kSamplesTogether);
    }
  }
  for (const GaitCycle& cycle : recording.cycles) {
    const std::int64_t start = cycle.start / kSamplesTogether;
    const std::int64_t length = cycle.length / kSamplesTogether;
    if (start + length > samples) break;
    to.cycles.push_back({cycle.gait, before + start, length});
  }
}

void addQuery(const StepDataOptions& options, MotifDice& dice, StepData& to) {
  std::vector<GaitCycle> possible;
  const std::int64_t samples = std::ssize(to.data.front());
  for (const GaitCycle& cycle : to.cycles) {
    const std::int64_t length = options.length > 0 ? options.length : cycle.length;
    if (cycle.gait == options.activity && cycle.start + length <= samples) {
      possible.push_back(cycle);
    }
  }
  if (possible.empty()) {
    throw Error(ErrorCode::badUse,
                phrase("samples: {} of {} people have no query of {}", options.samples,
                       options.people, nameOf(options.activity)));
  }
  StepQuery query;
  query.from = possible[static_cast<std::size_t>(dice.below(static_cast<int>(possible.size())))];
  const std::int64_t length = options.length > 0 ? options.length : query.from.length;
  for (const auto& channel : to.data) {
    const auto first = channel.begin() + query.from.start;
    query.rows.emplace_back(first, first + length);
  }
  to.queries.push_back(std::move(query));
}

double discounted(std::span<const bool> relevant) {
  double sum = 0;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    if (relevant[i]) sum += 1 / std::log2(static_cast<double>(i) + 2);
  }
  return sum;
}

}  // namespace

StepData drawStepData(const StepDataOptions& options) {
  StepData made;
  MotifDice dice(options.seed);
  const GaitOptions gaits = optionsOf(options);
  for (std::int64_t person = 0; person < options.people; ++person) {
    append(recorded(gaits, kSamplesTogether * options.samples, dice.next()), options.samples, made);
  }
  for (std::int64_t i = 0; i < options.queries; ++i) addQuery(options, dice, made);
  return made;
}

StepQuality qualityOf(std::span<const MotifSet> found, const StepData& data,
                      const StepQuery& query) {
  const std::int64_t length = std::ssize(query.rows.front());
  std::set<std::int64_t> hit;
  std::vector<char> relevant;
  std::int64_t right = 0;
  for (const MotifSet& set : found) {
    const std::int64_t middle = set.start + length / 2;
    const auto next = std::ranges::upper_bound(data.cycles, middle, {}, &GaitCycle::start);
    const GaitCycle* cycle = next == data.cycles.begin() ? nullptr : &*(next - 1);
    if (cycle != nullptr && middle >= cycle->start + cycle->length) cycle = nullptr;
    if (cycle != nullptr && cycle->start == query.from.start) continue;
    const bool is = cycle != nullptr && cycle->gait == query.from.gait;
    if (is) hit.insert(cycle->start);
    right += is ? 1 : 0;
    relevant.push_back(is ? 1 : 0);
  }
  const std::int64_t all = std::ranges::count(data.cycles, query.from.gait, &GaitCycle::gait) - 1;
  StepQuality quality;
  if (!relevant.empty()) {
    quality.precision = static_cast<double>(right) / static_cast<double>(relevant.size());
  }
  if (all > 0) quality.recall = static_cast<double>(hit.size()) / static_cast<double>(all);
  bool gains[kRanks] = {};
  bool ideal[kRanks] = {};
  // Two windows may be in one cycle.
  const std::int64_t most = std::max(all, right);
  for (std::int64_t i = 0; i < kRanks; ++i) {
    gains[i] = i < std::ssize(relevant) && relevant[i] != 0;
    ideal[i] = i < most;
  }
  if (all > 0) quality.ndcg = discounted(gains) / discounted(ideal);
  return quality;
}

std::vector<LabFigure> figuresOf(std::span<const StepQuality> qualities) {
  const auto figure = [&](const char* name, double StepQuality::*of) {
    LabFigure made{name, 0, 0};
    const auto count = static_cast<double>(qualities.size());
    for (const StepQuality& one : qualities) made.value += one.*of / count;
    for (const StepQuality& one : qualities) {
      made.spread += (one.*of - made.value) * (one.*of - made.value) / count;
    }
    made.spread = std::sqrt(made.spread);
    return made;
  };
  if (qualities.empty()) return {};
  return {figure("ndcg", &StepQuality::ndcg), figure("precision", &StepQuality::precision),
          figure("recall", &StepQuality::recall)};
}

}  // namespace espy::lab
