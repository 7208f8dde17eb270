// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace espy::lab::pattern {

/// Counter-based pseudo-random hash (splitmix64): the same on every machine and in any order, so
/// that threads can draw rows of one picture independently.
inline std::uint64_t scrambled(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15U;
  number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
  number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
  return number ^ (number >> 31U);
}

/// An independent seed for each purpose.
inline std::uint64_t seedFor(std::uint64_t seed, std::uint64_t purpose) {
  return scrambled(scrambled(seed) ^ purpose);
}

/// Maps the upper half of random bits to 0..count-1.
inline int within(std::uint64_t bits, int count) {
  return static_cast<int>(((bits >> 32U) * static_cast<std::uint64_t>(count)) >> 32U);
}

/// A sequence of pseudo-random numbers.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t next() { return scrambled(seed_ + ++count_); }
  int below(int count) { return within(next(), count); }

 private:
  std::uint64_t seed_;
  std::uint64_t count_ = 0;
};

/// `count` distinct numbers of 0..of-1, in random order.
std::vector<int> drawn(int count, int of, Dice& dice);

}  // namespace espy::lab::pattern
