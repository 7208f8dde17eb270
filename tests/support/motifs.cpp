// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/motifs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace espy {

std::ostream& operator<<(std::ostream& out, const MotifMatch& match) {
  out.precision(17);
  out << match.start << "+" << match.length << ": " << match.distance;
  for (const ChannelMatch& channel : match.channels) {
    out << " (" << channel.query << " in " << channel.data << " lag " << channel.lag << ": "
        << channel.distance << ")";
  }
  return out;
}

}  // namespace espy

namespace espy::test {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// -1 .. 1
double anyNumber(Random& random) {
  return static_cast<double>(random.below(1 << 24)) * 0x1p-23 - 1;
}

double sampleOf(Random& random, Course course, std::int64_t at, double before, double period) {
  switch (course) {
    case Course::walk:
      return before + anyNumber(random);
    case Course::sine:
      return std::sin(static_cast<double>(at) / period) + 0.1 * anyNumber(random);
    case Course::ties:
      return static_cast<double>(random.below(3));
    case Course::flat:
      return random.oneIn(9) ? anyNumber(random) : before;
    case Course::huge:
      return 1e6 + anyNumber(random) * 1e-3;
    case Course::tiny:
      return before + anyNumber(random) * 1e-30;
    case Course::alike:
      return at == 0 ? anyNumber(random) : before;
    case Course::extremes:
      return random.oneIn(20) ? 1e100 * (random.oneIn(2) ? 1 : -1) : anyNumber(random);
  }
  return 0;
}

void cutGaps(Random& random, std::vector<double>& samples) {
  constexpr double kGaps[] = {kGap, std::numeric_limits<double>::infinity(), -2e100};
  for (std::int64_t gaps = 1 + random.below(3); gaps > 0; --gaps) {
    const std::int64_t from = random.below(std::ssize(samples));
    const std::int64_t end = std::min(from + 1 + random.below(4), std::ssize(samples));
    for (std::int64_t i = from; i < end; ++i) samples[i] = kGaps[random.below(3)];
  }
}

/// Fills random blocks with one value, as recorders do for missing data.
void fillBlocks(Random& random, std::vector<double>& samples, double filler) {
  for (std::int64_t blocks = 1 + random.below(2); blocks > 0; --blocks) {
    const std::int64_t from = random.below(std::ssize(samples));
    const std::int64_t end = std::min(from + 1 + random.below(40), std::ssize(samples));
    std::fill(samples.begin() + from, samples.begin() + end, filler);
  }
}

/// A value whose square, or which itself, exceeds the range of float.
double anyFiller(Random& random) {
  return (1 + anyNumber(random) / 2) * std::pow(10.0, static_cast<double>(20 + random.below(75)));
}

/// A factor that moves samples to an end of float's range.
double anyUnit(Random& random) {
  constexpr double kUnits[] = {1e-130, 1e-95, 1e-60, 1e-46, 1e-44, 1e-38,
                               1e-20,  1e15,  1e30,  1e38,  1e50};
  return kUnits[random.below(11)];
}

MotifMethod anyMethod(Random& random) {
  if (random.oneIn(2)) return MotifMethod::dtw;
  return random.oneIn(2) ? MotifMethod::euclid : MotifMethod::sad;
}

MotifStretch anyStretch(Random& random) {
  const double least = 0.5 + 0.1 * static_cast<double>(random.below(7));
  const double most = least + 0.1 * static_cast<double>(random.below(8));
  return {least, most, 0.02 * static_cast<double>(random.below(10))};
}

void drawRule(Random& random, OwnedMotifTask& task, std::int64_t channels) {
  MotifOptions& options = task.options;
  options.rule = static_cast<ChannelRule>(random.below(3));
  if (options.rule == ChannelRule::together) return;
  if (random.oneIn(2)) options.missing = random.below(channels);
  if (options.rule == ChannelRule::mean) return;
  if (random.oneIn(2)) options.lag = random.oneIn(8) ? random.below(100) : random.below(6);
  if (random.oneIn(3)) options.lagPenalty = 0.25 * static_cast<double>(random.below(4));
  options.reach = random.below(channels + 2);
  options.elsewhere = 1 + 0.25 * static_cast<double>(random.below(3));
  options.missingShare = 0.25 * static_cast<double>(1 + random.below(6));
}

void drawOptions(Random& random, OwnedMotifTask& task, std::int64_t channels) {
  MotifOptions& options = task.options;
  options.method = anyMethod(random);
  if (random.oneIn(6)) {
    options.open = true;
    options.method = MotifMethod::dtw;
    options.rule = ChannelRule::together;
    if (random.oneIn(2)) options.normalise = MotifNormalise::none;
  } else {
    if (!random.oneIn(4)) options.normalise = static_cast<MotifNormalise>(random.below(4));
    if (random.oneIn(2)) options.band = random.below(8);
    if (random.oneIn(3)) options.stretch = anyStretch(random);
    drawRule(random, task, channels);
  }
  options.top = random.below(8);
  if (random.oneIn(2)) options.exclude = random.below(10);
  if (random.oneIn(3)) options.maxDistance = static_cast<double>(1 + random.below(20)) / 4;
}

/// Copies a part of the data to the query: exact, noisy, or scaled and shifted.
void cutQuery(Random& random, OwnedMotifTask& task, std::int64_t length) {
  const std::int64_t from = random.below(std::ssize(task.data.front()) - length + 1);
  const int how = static_cast<int>(random.below(3));
  for (std::size_t i = 0; i < task.query.size(); ++i) {
    const std::vector<double>& data = task.data[i];
    for (std::int64_t k = 0; k < length; ++k) {
      double sample = data[from + k];
      if (how == 1) sample += 0.01 * anyNumber(random);
      if (how == 2) sample = sample * 3 - 5;
      if (sample >= -1e100 && sample <= 1e100) task.query[i][k] = sample;
    }
  }
}

void measureIn(double unit, OwnedMotifTask& task) {
  for (auto* side : {&task.query, &task.data}) {
    for (std::vector<double>& channel : *side) {
      for (double& sample : channel) sample *= unit;
    }
  }
  // Scaled samples beyond the limit would be gaps, which a query cannot have.
  for (std::vector<double>& channel : task.query) {
    for (double& sample : channel) sample = std::clamp(sample, -1e100, 1e100);
  }
  task.options.maxDistance *= unit;
}

}  // namespace

MotifTask OwnedMotifTask::view() const {
  MotifTask task;
  for (const std::vector<double>& channel : query) task.query.emplace_back(channel);
  for (const std::vector<double>& channel : data) task.data.emplace_back(channel);
  task.options = options;
  return task;
}

std::vector<double> drawCourse(Random& random, Course course, std::int64_t size) {
  std::vector<double> samples;
  const double period = 1 + static_cast<double>(random.below(9));
  for (std::int64_t i = 0; i < size; ++i) {
    samples.push_back(sampleOf(random, course, i, i > 0 ? samples.back() : 0, period));
  }
  return samples;
}

OwnedMotifTask drawMotifTask(Random& random, const MotifSizes& sizes) {
  OwnedMotifTask task;
  const std::int64_t length = 1 + random.below(sizes.query);
  const std::int64_t samples = length + random.below(std::max<std::int64_t>(1, sizes.samples));
  const std::int64_t channels = 1 + random.below(sizes.channels);
  drawOptions(random, task, channels);
  // The same course for all channels, or one for each.
  const auto common = static_cast<Course>(random.below(kCourses));
  const bool same = random.oneIn(2);
  const auto courseOf = [&] { return same ? common : static_cast<Course>(random.below(kCourses)); };
  const bool fills = random.oneIn(10);
  const double filler = anyFiller(random);
  for (std::int64_t i = 0; i < channels; ++i) {
    task.query.push_back(drawCourse(random, courseOf(), length));
    task.data.push_back(drawCourse(random, courseOf(), samples));
    if (random.oneIn(4)) cutGaps(random, task.data.back());
    if (fills) fillBlocks(random, task.data.back(), filler);
  }
  if (!random.oneIn(3)) cutQuery(random, task, length);
  // Sometimes more data channels than query channels.
  if (task.options.rule == ChannelRule::assigned && !task.options.open && random.oneIn(3)) {
    if (random.oneIn(2)) task.query.resize(1);
    task.options.missing = std::min(task.options.missing, std::ssize(task.query) - 1);
    task.data.push_back(drawCourse(random, courseOf(), samples));
  }
  if (random.oneIn(10)) measureIn(anyUnit(random), task);
  return task;
}

}  // namespace espy::test
