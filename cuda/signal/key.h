// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

/// A sum and its position in one integer, so that the minimum is the least sum at its first
/// position. Sums are not negative, so float bits are ordered, too.
namespace espy::cuda {

/// Positions are below 2^31.
inline constexpr std::int64_t kMostSamples = std::int64_t{1} << 31;

template <class Sum>
constexpr std::uint64_t signalKey(Sum sum, std::int64_t place) {
  return static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(sum)) << 32 |
         static_cast<std::uint64_t>(place);
}

template <class Sum>
constexpr Sum sumOfKey(std::uint64_t key) {
  return std::bit_cast<Sum>(static_cast<std::uint32_t>(key >> 32));
}

constexpr std::int64_t placeOfKey(std::uint64_t key) {
  return static_cast<std::int64_t>(key & 0xffffffffU);
}

}  // namespace espy::cuda
