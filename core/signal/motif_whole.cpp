// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Whole numbers, as most recorders make them, have sums that are exact: then the search in bytes
// has the last word already.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/work_memory.h"
#include "signal/fast.h"
#include "signal/motif_fast.h"

namespace espy::signal {
namespace {

constexpr std::int64_t kAtOnce = 1 << 14;
constexpr double kLargestWhole = 1 << 30;

/// Whether samples times `unit` are whole numbers; if so, these are added to `to`.
bool addWholes(const Samples& samples, double unit, const Control& control,
               WorkVector<std::int32_t>& to) {
  std::vector<double> part;
  for (std::int64_t from = 0; from < samples.size(); from += kAtOnce) {
    control.check();
    part.resize(static_cast<std::size_t>(std::min(kAtOnce, samples.size() - from)));
    samples.read(from, part);
    for (const double sample : part) {
      const double scaled = sample * unit;
      if (!(std::abs(scaled) <= kLargestWhole) || scaled != std::floor(scaled)) return false;
      to.push_back(static_cast<std::int32_t>(scaled));
    }
  }
  return true;
}

/// By which power of two a query's samples become whole numbers: sound comes as parts of 2^15.
double unitOf(const Samples& query, const Control& control) {
  for (const int bits : {0, 7, 15, 23}) {
    const double unit = std::ldexp(1.0, bits);
    WorkVector<std::int32_t> unheard;
    if (addWholes(query, unit, control, unheard)) return unit;
  }
  return 0;
}

bool fits(const SignalTask<std::int32_t>& task) {
  const auto [least, most] = std::minmax_element(task.data.begin(), task.data.end());
  const auto [low, high] = std::minmax_element(task.queries.begin(), task.queries.end());
  const double apart = std::max(*most, *high) - static_cast<double>(std::min(*least, *low));
  return apart * static_cast<double>(task.length) <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

bool searchWholes(const MotifTask& task, const Control& control, RunReport& report,
                  BestSoFar& best) {
  constexpr std::int64_t kMostSamples = 1 << 28;
  const MotifOptions& options = task.options;
  if (options.method != MotifMethod::sad || normaliseOf(task) != MotifNormalise::none ||
      options.top != 1 || task.query.size() != 1 || task.data.size() != 1 || options.lag > 0 ||
      options.stretch.least != 1 || options.stretch.most != 1 || dataLength(task) > kMostSamples ||
      queryLength(task) > dataLength(task)) {
    return false;
  }
  WorkVector<std::int32_t> query;
  WorkVector<std::int32_t> data;
  double unit = 0;
  {
    const StageTimer timer(report.timeline, "prepare");
    unit = unitOf(task.query.front(), control);
    if (unit == 0 || !addWholes(task.query.front(), unit, control, query)) return false;
    data.reserve(static_cast<std::size_t>(dataLength(task)));
    if (!addWholes(task.data.front(), unit, control, data)) return false;
    if (!fits({data, query, queryLength(task)})) return false;
  }
  const SignalTask<std::int32_t> wholes{data, query, queryLength(task)};
  const SignalMatch<std::int32_t> match = searchFast(wholes, {}, control, report).front();
  const double distance = static_cast<double>(match.distance) / unit;
  if (distance <= options.maxDistance) {
    best.add({distance, 0, match.start, queryLength(task)});
  }
  return true;
}

}  // namespace espy::signal
