// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "lab/texture_task.h"

/// Processor strategies of texture-search (`TextureCount`), parallel over references on
/// control.threads. Stage: "count". They poll control.stop between references.
namespace espy::lab {

/// Scalar loop over byte differences; keeps the two least distances.
void countByLoop(const TextureTask& task, std::span<std::int32_t> counts, const Control& control,
                 Timeline& timeline);

/// Squared distances by float matrix products of blocks of the query with a whole reference; then
/// the two least of each query feature. Exact, because the integers are small.
void countByProducts(const TextureTask& task, std::span<std::int32_t> counts,
                     const Control& control, Timeline& timeline);

/// OpenCV's brute force: BFMatcher with NORM_L2SQR, knnMatch with k = 2. Parallel over references;
/// OpenCV itself runs single-threaded. A capability of the engine `kOpenCv`.
struct CountByOpenCv {
  using Function = TextureCount;
  static constexpr const char* kName = "knnMatch";
};

}  // namespace espy::lab
