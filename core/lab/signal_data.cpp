// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/signal_data.h"

#include <cmath>
#include <random>

namespace espy::lab {
namespace {

double sumAt(const SignalTask<float>& task, std::int64_t query, std::int64_t place) {
  double sum = 0;
  const auto values = task.query(query);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += std::abs(static_cast<double>(task.data[static_cast<std::size_t>(place) + i]) -
                    static_cast<double>(values[i]));
  }
  return sum;
}

}  // namespace

// The generator is standardised, the library's distributions are not, so they are implemented here.
template <>
std::vector<std::int32_t> randomSignal(std::int64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::int32_t> values(static_cast<std::size_t>(count));
  for (std::int32_t& value : values) {
    value = static_cast<std::int32_t>((random() >> 32) * 100 >> 32);
  }
  return values;
}

template <>
std::vector<float> randomSignal(std::int64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = static_cast<float>(random() >> 40) * 0x1p-24F;
  return values;
}

template <>
bool sameAnswer(const SignalTask<std::int32_t>& /*task*/, const SignalMatches<std::int32_t>& found,
                const SignalMatches<std::int32_t>& expected) {
  return found == expected;
}

template <>
bool sameAnswer(const SignalTask<float>& task, const SignalMatches<float>& found,
                const SignalMatches<float>& expected) {
  if (found.size() != expected.size()) return false;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i]) continue;
    if (found[i].start < 0 || found[i].start >= task.places()) return false;
    const auto query = static_cast<std::int64_t>(i);
    const double sum = sumAt(task, query, found[i].start);
    const double least = sumAt(task, query, expected[i].start);
    // Each addition rounds by at most half a unit in the last place of the whole sum.
    const double rounding = static_cast<double>(task.length) * 0x1p-23 * sum;
    if (sum - least > rounding || std::abs(found[i].distance - sum) > rounding) return false;
  }
  return true;
}

}  // namespace espy::lab
