// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_plan.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace espy::signal {

std::int64_t bandOf(const MotifTask& task) {
  if (task.options.band) return *task.options.band;
  return static_cast<std::int64_t>(
      std::floor(task.options.bandShare * static_cast<double>(queryLength(task)) + 1e-9));
}

std::int64_t exclusionOf(const MotifTask& task) {
  return task.options.exclude.value_or(queryLength(task) / 4);
}

std::vector<std::int64_t> lengthsOf(const MotifTask& task) {
  const MotifStretch& stretch = task.options.stretch;
  const auto query = static_cast<double>(queryLength(task));
  const double step = std::max(1.0, stretch.step > 0 ? stretch.step * query : query / 50);
  std::set<std::int64_t> lengths;
  const auto add = [&](double length) {
    lengths.insert(std::max<std::int64_t>(1, std::llround(length)));
  };
  const auto steps =
      static_cast<std::int64_t>((stretch.most - stretch.least) * query / step + 1e-9);
  for (std::int64_t i = 0; i <= steps; ++i) {
    add(stretch.least * query + static_cast<double>(i) * step);
  }
  add(stretch.most * query);
  if (stretch.least <= 1 && stretch.most >= 1) add(query);
  std::vector<std::int64_t> fitting;
  for (const std::int64_t length : lengths) {
    if (length <= dataLength(task)) fitting.push_back(length);
  }
  return fitting;
}

std::vector<double> stretched(const std::vector<double>& samples, std::int64_t length) {
  const std::int64_t size = std::ssize(samples);
  if (length == size) return samples;
  std::vector<double> made(static_cast<std::size_t>(length), samples.front());
  for (std::int64_t i = 1; i < length; ++i) {
    const double at =
        static_cast<double>(i) * static_cast<double>(size - 1) / static_cast<double>(length - 1);
    const auto before = std::min(static_cast<std::int64_t>(at), size - 1);
    const auto behind = std::min(before + 1, size - 1);
    const double part = at - static_cast<double>(before);
    made[i] = samples[before] + part * (samples[behind] - samples[before]);
  }
  return made;
}

double rootOf(MotifMethod method, double sum) {
  return method == MotifMethod::sad ? sum : std::sqrt(sum);
}

std::vector<Candidate> selected(std::vector<Candidate> candidates, std::int64_t exclude,
                                std::int64_t top, double maxDistance) {
  std::sort(candidates.begin(), candidates.end());
  std::vector<Candidate> kept;
  std::set<std::int64_t> starts;
  for (const Candidate& candidate : candidates) {
    if (top > 0 && std::ssize(kept) == top) break;
    if (!(candidate.distance <= maxDistance)) continue;
    const auto near = starts.lower_bound(candidate.start - exclude);
    if (near != starts.end() && *near - candidate.start <= exclude) continue;
    starts.insert(candidate.start);
    kept.push_back(candidate);
  }
  return kept;
}

std::vector<Candidate> selected(std::vector<Candidate> candidates, const MotifTask& task) {
  return selected(std::move(candidates), exclusionOf(task), task.options.top,
                  task.options.maxDistance);
}

}  // namespace espy::signal
