// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy::cuda {

__device__ inline std::int32_t signalDifference(std::int32_t a, std::int32_t b) {
  return abs(a - b);
}
__device__ inline float signalDifference(float a, float b) {
  return fabsf(a - b);
}

}  // namespace espy::cuda
