// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace espy::lab {

/// The texture paper's cache: a GPU's memory has slots for batches of references; a new batch takes
/// a free slot or that of the oldest, which moves to the host's memory (first in, first out).
class HybridCache {
 public:
  explicit HybridCache(std::int64_t slots) : slots_(slots) {}

  /// Where a new batch goes. Without slots it stays on the host.
  struct Entry {
    std::optional<std::int64_t> slot;
    std::optional<std::int64_t> evicted;  ///< the batch that was in this slot
  };
  Entry enqueue(std::int64_t batch) {
    if (slots_ == 0) return {};
    if (static_cast<std::int64_t>(resident_.size()) < slots_) {
      resident_.push_back({batch, static_cast<std::int64_t>(resident_.size())});
      return {resident_.back().slot, std::nullopt};
    }
    const Resident oldest = resident_.front();
    resident_.pop_front();
    resident_.push_back({batch, oldest.slot});
    return {oldest.slot, oldest.batch};
  }

  /// The slot of a batch; nothing if it is on the host.
  std::optional<std::int64_t> slotOf(std::int64_t batch) const {
    for (const Resident& one : resident_) {
      if (one.batch == batch) return one.slot;
    }
    return std::nullopt;
  }

 private:
  struct Resident {
    std::int64_t batch;
    std::int64_t slot;
  };
  std::int64_t slots_;
  std::deque<Resident> resident_;  ///< oldest first
};

}  // namespace espy::lab
