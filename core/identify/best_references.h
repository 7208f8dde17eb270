// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "espy/engine/identify.h"

namespace espy::identify {

/// The best references of a query so far (bounded heap).
class BestReferences {
 public:
  BestReferences(const Shelf& shelf, std::int64_t most) : shelf_(shelf), most_(most) {}

  /// Whether a reference with a count of at most `atMost` could be among the best.
  bool mayTake(std::int64_t reference, std::int32_t atMost) const {
    if (atMost < 1) return false;
    return std::ssize(heap_) < most_ || isBetter({reference, atMost}, heap_.front());
  }
  void take(const Ranked& ranked) {
    if (!mayTake(ranked.reference, ranked.count)) return;
    const auto order = [this](const Ranked& a, const Ranked& b) { return isBetter(a, b); };
    if (std::ssize(heap_) == most_) {
      std::ranges::pop_heap(heap_, order);
      heap_.pop_back();
    }
    heap_.push_back(ranked);
    std::ranges::push_heap(heap_, order);
  }
  void take(const BestReferences& others) {
    for (const Ranked& ranked : others.heap_) take(ranked);
  }
  /// The least count that can still enter.
  std::int32_t least() const { return std::ssize(heap_) < most_ ? 1 : heap_.front().count; }

  Ranking sorted() const {
    Ranking ranking = heap_;
    std::ranges::sort(ranking, [this](const Ranked& a, const Ranked& b) { return isBetter(a, b); });
    return ranking;
  }

 private:
  bool isBetter(const Ranked& a, const Ranked& b) const {
    if (a.count != b.count) return a.count > b.count;
    return shelf_.rank(a.reference) < shelf_.rank(b.reference);
  }

  const Shelf& shelf_;
  std::int64_t most_;
  std::vector<Ranked> heap_;  ///< a heap, worst first
};

}  // namespace espy::identify
