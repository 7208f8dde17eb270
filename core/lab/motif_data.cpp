// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/motif_data.h"

#include <algorithm>
#include <cmath>

#include "lab/motif_dice.h"

namespace espy::lab {
namespace {

using Row = std::vector<double>;

void smooth(Row& row, std::int64_t width) {
  const Row before = row;
  const std::int64_t size = std::ssize(row);
  for (std::int64_t i = 0; i < size; ++i) {
    double sum = 0;
    for (std::int64_t k = 0; k < width; ++k) sum += before[(i + k) % size];
    row[i] = sum / static_cast<double>(width);
  }
}

}  // namespace

std::vector<Samples> samplesOf(const Rows& rows) {
  std::vector<Samples> samples;
  for (const Row& row : rows) samples.emplace_back(std::span<const double>(row));
  return samples;
}

std::vector<double> smoothNoise(std::int64_t size, std::int64_t width, std::uint64_t seed) {
  MotifDice dice(seed);
  Row row;
  for (std::int64_t i = 0; i < size; ++i) row.push_back(dice.normal());
  smooth(row, width);
  smooth(row, width);
  double squares = 0;
  for (const double sample : row) squares += sample * sample;
  const double height = std::sqrt(squares / static_cast<double>(size));
  for (double& sample : row) sample /= height;
  return row;
}

std::vector<double> resampled(const std::vector<double>& row, std::int64_t length) {
  if (length == std::ssize(row)) return row;
  std::vector<double> made(static_cast<std::size_t>(length), row.front());
  for (std::int64_t i = 1; i < length && row.size() > 1; ++i) {
    const double at = static_cast<double>(i) * static_cast<double>(std::ssize(row) - 1) /
                      static_cast<double>(length - 1);
    const auto before = std::min(static_cast<std::int64_t>(at), std::ssize(row) - 2);
    const double part = at - static_cast<double>(before);
    made[i] = row[before] + part * (row[before + 1] - row[before]);
  }
  return made;
}

}  // namespace espy::lab
