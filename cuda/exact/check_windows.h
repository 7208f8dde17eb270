// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/exact/needle_pack.h"
#include "exact/pattern.h"

namespace espy::cuda {

/// A position of one needle of a group.
struct Hit {
  std::uint32_t needle = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// A list in device memory, appended to by kernels. The count continues beyond the capacity.
struct HitList {
  Hit* hits = nullptr;
  std::uint32_t* count = nullptr;
  std::uint32_t room = 0;
};

/// Windows that passed a first test and are compared by a separate kernel, to keep warps busy.
struct WindowsToCheck {
  HitList listed;
  /// Words of the largest needle. Nothing is compared if all windows together have more than
  /// `mostWords`, or the list overflowed.
  std::uint32_t wordsEach = 1;
  std::uint64_t mostWords = 0;
  /// By needle; those with `skipFrom` or more are skipped. May be null.
  const std::uint32_t* candidates = nullptr;
  std::uint32_t skipFrom = 0;

  __host__ __device__ bool areTooMany(std::uint32_t count) const {
    return count > listed.room || std::uint64_t{count} * wordsEach > mostWords;
  }
};

/// Queues a kernel that compares the listed windows, each by a warp or, if it is large, by a block,
/// and lists those that match.
void checkWindows(const Gpu& gpu, const DevicePlane& scene, const DeviceNeedles& needles,
                  const exact::Pattern& anyNeedle, const WindowsToCheck& windows,
                  const HitList& found);

}  // namespace espy::cuda
