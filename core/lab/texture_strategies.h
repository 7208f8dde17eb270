// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "lab/texture_task.h"

/// The strategies of texture-search on a processor (`TextureCount`). Their stage is "count"; they
/// look at control.stop between references, which are shared among control.threads.
namespace espy::lab {

/// Each distance is a loop over the differences of bytes; the two least are kept on the way.
void countByLoop(const TextureTask& task, std::span<std::int32_t> counts, const Control& control,
                 Timeline& timeline);

/// Squared distances by products of floats, some features of the query with all of a reference at
/// a time; then the two least of each feature of the query. Whole numbers so small are exact.
void countByProducts(const TextureTask& task, std::span<std::int32_t> counts,
                     const Control& control, Timeline& timeline);

/// OpenCV's brute force: BFMatcher with squared distances of bytes, knnMatch with k = 2. Each
/// thread has references of its own, and OpenCV none beside it. A capability of the engine
/// `kOpenCv`.
struct CountByOpenCv {
  using Function = TextureCount;
  static constexpr const char* kName = "knnMatch";
};

}  // namespace espy::lab
