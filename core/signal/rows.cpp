// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/rows.h"

#include <algorithm>
#include <cmath>

#include "signal/motif_plan.h"

namespace espy::signal {
namespace {

double difference(MotifMethod method, double a, double b) {
  return method == MotifMethod::sad ? std::abs(a - b) : (a - b) * (a - b);
}

/// `forAll(work)` calls `work` with all samples, part by part.
template <class ForAll>
RowLevel levelOfParts(MotifNormalise how, const ForAll& forAll) {
  double sum = 0;
  double count = 0;
  forAll([&](std::span<const double> part) {
    for (const double sample : part) {
      if (isGap(sample)) continue;
      sum += sample;
      count += 1;
    }
  });
  RowLevel level{count > 0 ? sum / count : 0, 1};
  if (how == MotifNormalise::mean) return level;
  double squares = 0;
  double largest = 0;
  forAll([&](std::span<const double> part) {
    for (const double sample : part) {
      if (isGap(sample)) continue;
      squares += (sample - level.mean) * (sample - level.mean);
      largest = std::max(largest, std::abs(sample));
    }
  });
  level.deviation = count > 0 ? std::sqrt(squares / count) : 0;
  if (!(level.deviation > kFlat * largest)) level.deviation = 0;
  return level;
}

}  // namespace

RowLevel levelOfRow(std::span<const double> row, MotifNormalise how) {
  return levelOfParts(how, [&](const auto& work) { work(row); });
}

void applyLevel(std::span<double> row, const RowLevel& level) {
  for (double& sample : row) {
    sample = level.deviation > 0 ? (sample - level.mean) / level.deviation : 0;
  }
}

QueryRows::QueryRows(const MotifTask& task, std::int64_t length, std::span<const RowLevel> channels)
    : length_(length),
      scale_(static_cast<double>(queryLength(task)) / static_cast<double>(length)),
      byPair_(normaliseOf(task) == MotifNormalise::global),
      grid_(std::ssize(task.query), std::ssize(task.data), task.options.reach),
      rows_(byPair_ ? grid_.size() : task.query.size()) {
  std::vector<double> samples(static_cast<std::size_t>(queryLength(task)));
  for (std::int64_t i = 0; i < grid_.rows(); ++i) {
    task.query[i].read(0, samples);
    const std::vector<double> shaped = stretched(samples, length);
    if (!byPair_) rows_[i] = made(task, shaped, {});
    for (std::int64_t j = grid_.begin(i); j < grid_.end(i) && byPair_; ++j) {
      rows_[grid_.index(i, j)] = made(task, shaped, channels[j]);
    }
    double least = byPair_ ? kNever : rows_[i].most;
    for (std::int64_t j = 0; j < grid_.columns() && byPair_ && task.options.missing > 0; ++j) {
      const bool isKept = grid_.has(i, j);
      least = std::min(least, isKept ? mostOf(i, j) : made(task, shaped, channels[j]).most);
    }
    charges_.push_back(least);
  }
}

QueryRows::Row QueryRows::made(const MotifTask& task, std::span<const double> shaped,
                               const RowLevel& channel) const {
  Row row{{shaped.begin(), shaped.end()}, kNever};
  const MotifNormalise how = normaliseOf(task);
  if (how == MotifNormalise::global) {
    applyLevel(row.samples, channel);
  } else if (how != MotifNormalise::none) {
    applyLevel(row.samples, levelOfRow(row.samples, how));
  }
  if (task.options.missing > 0) {
    const double mean = levelOfRow(row.samples, MotifNormalise::mean).mean;
    double sum = 0;
    for (const double s : row.samples) sum += difference(task.options.method, s, mean);
    row.most = task.options.missingShare * (sum * scale_);
  }
  return row;
}

const QueryRows::Row& QueryRows::rowOf(std::int64_t query, std::int64_t data) const {
  return rows_[byPair_ ? grid_.index(query, data) : query];
}

std::span<const double> QueryRows::row(std::int64_t query, std::int64_t data) const {
  return rowOf(query, data).samples;
}

double QueryRows::mostOf(std::int64_t query, std::int64_t data) const {
  return rowOf(query, data).most;
}

double QueryRows::chargeOf(std::int64_t query) const {
  return charges_[query];
}

std::vector<RowLevel> channelLevels(const MotifTask& task, const Control& control) {
  std::vector<RowLevel> levels(task.data.size());
  if (normaliseOf(task) != MotifNormalise::global) return levels;
  constexpr std::int64_t kAtOnce = 1 << 16;
  std::vector<double> part;
  for (std::size_t j = 0; j < task.data.size(); ++j) {
    const std::int64_t size = task.data[j].size();
    levels[j] = levelOfParts(MotifNormalise::global, [&](const auto& work) {
      for (std::int64_t from = 0; from < size; from += kAtOnce) {
        control.check();
        part.resize(static_cast<std::size_t>(std::min(kAtOnce, size - from)));
        task.data[j].read(from, part);
        work(part);
      }
    });
  }
  return levels;
}

void readWindow(const Samples& data, std::int64_t start, std::int64_t length, MotifNormalise how,
                const RowLevel& channel, std::vector<double>& window) {
  window.resize(static_cast<std::size_t>(length));
  data.read(start, window);
  if (std::any_of(window.begin(), window.end(), isGap)) {
    window.clear();
  } else if (how == MotifNormalise::global) {
    applyLevel(window, channel);
  } else if (how != MotifNormalise::none) {
    applyLevel(window, levelOfRow(window, how));
  }
}

double sumOf(MotifMethod method, std::span<const double> query, std::span<const double> window) {
  double sum = 0;
  for (std::size_t k = 0; k < query.size(); ++k) {
    sum += difference(method, query[k], window[k]);
  }
  return sum;
}

}  // namespace espy::signal
