// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/exact/needle_pack.h"
#include "exact/pattern.h"

namespace espy::cuda {

/// A place of one needle of a group.
struct Hit {
  std::uint32_t needle = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// A list in device memory that kernels add to. Its count goes on where there is no more room.
struct HitList {
  Hit* hits = nullptr;
  std::uint32_t* count = nullptr;
  std::uint32_t room = 0;
};

/// Windows that look right and have to be compared, so that none of them holds up the others.
struct WindowsToCheck {
  HitList listed;
  /// Of the largest needle. Where all windows together have more than `mostWords`, or more were
  /// listed than there was room for, nothing is compared.
  std::uint32_t wordsEach = 1;
  std::uint64_t mostWords = 0;
  /// By needle; those with `skipFrom` or more are left out. May be null.
  const std::uint32_t* looks = nullptr;
  std::uint32_t skipFrom = 0;

  __host__ __device__ bool areTooMany(std::uint32_t count) const {
    return count > listed.room || std::uint64_t{count} * wordsEach > mostWords;
  }
};

/// Queues a kernel that compares listed windows, each by a warp or, if it is large, by a block, and
/// lists those that match.
void checkWindows(const Gpu& gpu, const DevicePlane& scene, const DeviceNeedles& needles,
                  const exact::Pattern& anyNeedle, const WindowsToCheck& windows,
                  const HitList& found);

}  // namespace espy::cuda
