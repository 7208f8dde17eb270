// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "lab/pattern_dice.h"

/// Pseudo-random real numbers, the same on every machine.
namespace espy::lab {

class MotifDice {
 public:
  explicit MotifDice(std::uint64_t seed) : dice_(pattern::scrambled(seed)) {}

  std::uint64_t next() { return dice_.next(); }
  int below(int count) { return dice_.below(count); }
  /// Uniform in [0, 1).
  double part() { return static_cast<double>(dice_.next() >> 11U) * 0x1p-53; }
  double between(double least, double most) { return least + (most - least) * part(); }
  /// Approximately normal with deviation 1: the sum of twelve uniform numbers.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += part();
    return sum;
  }

 private:
  pattern::Dice dice_;
};

}  // namespace espy::lab
