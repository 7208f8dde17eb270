// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

#include "espy/engine/registry.h"

namespace espy::test {

/// What a fake card was asked to do. A picture goes there when it is kept, and when the card is
/// shown a view to search or mark; these are `sent`.
struct CardCounts {
  std::atomic<int> kept{0};
  std::atomic<int> sent{0};
  std::atomic<int> searched{0};
  std::atomic<int> marked{0};
  std::atomic<int> alive{0};            ///< kept pictures that were not given back
  std::atomic<bool> isSmall{false};     ///< what it keeps it then has no room to search
  std::atomic<int> lostAfter{1 << 30};  ///< after so many searches it does nothing any more
};

/// Adds an engine `card` that computes on a device, which is the reference in disguise.
std::shared_ptr<CardCounts> addFakeCard(Registry& registry);

}  // namespace espy::test
