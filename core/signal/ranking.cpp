// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace espy {
namespace {

double gainOf(std::span<const double> gains, std::int64_t most) {
  double sum = 0;
  for (std::int64_t rank = 1; rank <= std::min(most, std::ssize(gains)); ++rank) {
    sum += gains[rank - 1] / std::log2(static_cast<double>(rank + 1));
  }
  return sum;
}

double share(std::int64_t part, std::int64_t of) {
  return of > 0 ? static_cast<double>(part) / static_cast<double>(of) : 1;
}

}  // namespace

double normalisedGain(std::span<const double> gains, std::span<const double> ideal,
                      std::int64_t most) {
  std::vector<double> best(ideal.begin(), ideal.end());
  std::sort(best.begin(), best.end(), std::greater<>());
  const double possible = gainOf(best, most);
  return possible > 0 ? gainOf(gains, most) / possible : 1;
}

double averagePrecision(std::span<const bool> hits, std::int64_t relevant) {
  if (relevant == 0) return 1;
  std::int64_t found = 0;
  double sum = 0;
  for (std::int64_t rank = 1; rank <= std::ssize(hits); ++rank) {
    if (hits[rank - 1]) sum += share(++found, rank);
  }
  return sum / static_cast<double>(relevant);
}

double HitCount::precision() const {
  return share(hits, listed);
}

double HitCount::recall() const {
  return share(hits, relevant);
}

HitCount countHits(std::span<const RankedPlace> listed, std::span<const RankedPlace> truth,
                   std::int64_t apart, std::span<bool> isHit) {
  std::vector<bool> taken(truth.size(), false);
  HitCount count{0, std::ssize(listed), std::ssize(truth)};
  for (std::size_t i = 0; i < listed.size(); ++i) {
    std::int64_t nearest = apart + 1;
    std::size_t which = truth.size();
    for (std::size_t t = 0; t < truth.size(); ++t) {
      const std::int64_t off = std::abs(truth[t].start - listed[i].start);
      if (taken[t] || off >= nearest) continue;
      nearest = off;
      which = t;
    }
    const bool hit = which < truth.size();
    if (hit) {
      taken[which] = true;
      ++count.hits;
    }
    if (!isHit.empty()) isHit[i] = hit;
  }
  return count;
}

}  // namespace espy
