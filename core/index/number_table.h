// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "base/large_pages.h"

namespace espy::index {

/// Hash table of numbers with open addressing: 16 to 32 bytes a number, one cache line for most
/// look-ups. It keeps hashes only: the caller compares what the numbers stand for.
class NumberTable {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Returns the number of this hash for which `same(number)` is true; `kNone` if there is none.
  template <class Same>
  std::uint32_t find(std::uint32_t hash, const Same& same) const {
    if (!slots_) return kNone;
    for (std::size_t i = slotOf(hash); slots_[i].number != kNone; i = after(i)) {
      if (slots_[i].hash == hash && same(slots_[i].number)) return slots_[i].number;
    }
    return kNone;
  }

  void add(std::uint32_t hash, std::uint32_t number) {
    if (!slots_ || 2 * (used_ + 1) > std::size_t{1} << bits_) grow();
    put({hash, number});
    ++used_;
  }

 private:
  struct Slot {
    std::uint32_t hash;
    std::uint32_t number;
  };

  std::size_t slotOf(std::uint32_t hash) const {
    return static_cast<std::size_t>(hash * 0x9e3779b97f4a7c15U >> (64 - bits_));
  }
  std::size_t after(std::size_t slot) const { return (slot + 1) & ((std::size_t{1} << bits_) - 1); }
  void put(const Slot& slot) {
    std::size_t i = slotOf(slot.hash);
    while (slots_[i].number != kNone) i = after(i);
    slots_[i] = slot;
  }

  void grow() {
    constexpr int kFirstBits = 10;
    const int bits = slots_ ? bits_ + 1 : kFirstBits;
    const std::size_t oldSize = slots_ ? std::size_t{1} << bits_ : 0;
    const std::size_t size = std::size_t{1} << bits;
    auto slots = std::make_unique_for_overwrite<Slot[]>(size);
    adviseLargePages(slots.get(), size * sizeof(Slot));
    std::fill_n(slots.get(), size, Slot{0, kNone});
    slots.swap(slots_);
    bits_ = bits;
    for (std::size_t i = 0; i < oldSize; ++i) {
      if (slots[i].number != kNone) put(slots[i]);
    }
  }

  int bits_ = 0;
  std::size_t used_ = 0;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace espy::index
