// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/signal_data.h"

#include <random>

namespace espy::lab {

// The generator is the same everywhere, the library's distributions are not; so they are written
// out here.
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

}  // namespace espy::lab
