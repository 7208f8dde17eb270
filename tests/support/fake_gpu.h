// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>

#include "espy/engine/registry.h"

namespace espy::test {

/// Calls that a simulated GPU received, and faults to simulate. `sent` counts uploads: of pictures
/// to keep, and of views to search or mark.
struct FakeGpuCounts {
  std::atomic<int> kept{0};
  std::atomic<int> sent{0};
  std::atomic<int> searched{0};
  std::atomic<int> marked{0};
  std::atomic<int> alive{0};            ///< kept pictures that were not freed
  std::atomic<bool> isSmall{false};     ///< fails to search pictures that it keeps
  std::atomic<int> lostAfter{1 << 30};  ///< number of searches before the device is lost
};

/// Adds an engine `card`, the reference posing as a GPU.
std::shared_ptr<FakeGpuCounts> addFakeGpu(Registry& registry);

}  // namespace espy::test
