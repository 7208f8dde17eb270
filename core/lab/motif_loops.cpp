// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/motif_loops.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace espy::lab {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();

}  // namespace

void normalise(std::span<double> row) {
  double sum = 0;
  for (const double sample : row) sum += sample;
  const auto size = static_cast<double>(row.size());
  const double mean = sum / size;
  double squares = 0;
  double largest = 0;
  for (const double sample : row) {
    squares += (sample - mean) * (sample - mean);
    largest = std::max(largest, std::abs(sample));
  }
  const double deviation = std::sqrt(squares / size);
  const bool still = !(deviation > kStillWindow * largest);
  for (double& sample : row) sample = still ? 0 : (sample - mean) / deviation;
}

double warpedCost(std::span<const double> query, std::span<const double> window, std::int64_t band,
                  double limit, std::span<const double> rest) {
  const std::int64_t size = std::ssize(query);
  thread_local std::vector<double> sums;  // sums[j + 1] belongs to sample j of the window
  sums.assign(query.size() + 1, kNoPath);
  sums[0] = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t begin = std::max<std::int64_t>(0, i - band);
    const std::int64_t end = std::min(size, i + band + 1);
    double diagonal = sums[begin];
    double left = kNoPath;
    double least = kNoPath;
    sums[begin] = kNoPath;
    for (std::int64_t j = begin; j < end; ++j) {
      const double up = sums[j + 1];
      const double apart = query[i] - window[j];
      left = apart * apart + std::min(std::min(up, diagonal), left);
      sums[j + 1] = left;
      diagonal = up;
      least = std::min(least, left);
    }
    // Samples past the band's end cannot have been matched yet.
    const double behind = rest.empty() || end == size ? 0 : rest[static_cast<std::size_t>(end)];
    if (least + behind > limit) return kNoPath;
  }
  return sums[size];
}

}  // namespace espy::lab
