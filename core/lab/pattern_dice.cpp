// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/pattern_dice.h"

#include <utility>

namespace espy::lab::pattern {

std::vector<int> drawn(int count, int of, Dice& dice) {
  std::vector<int> numbers(static_cast<std::size_t>(of));
  for (int i = 0; i < of; ++i) numbers[i] = i;
  for (int i = 0; i < count; ++i) {
    std::swap(numbers[i], numbers[i + dice.below(of - i)]);
  }
  numbers.resize(static_cast<std::size_t>(count));
  return numbers;
}

}  // namespace espy::lab::pattern
