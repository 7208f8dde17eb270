// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "identify/screen.h"

/// Costs of identifying, from which `auto` chooses an engine. Measured by `tools/bench identify`.
namespace espy::identify::costs {

/// Billions of byte products per second and thread.
inline double gigaProducts(ScreenStrategy strategy) {
  if (strategy == ScreenStrategy::amx) return 2200;
  if (strategy == ScreenStrategy::avxVnni) return 250;
  switch (simdLevel()) {
    case SimdLevel::avx512vnni:
      return 500;
    case SimdLevel::avx512:
      return 150;
    case SimdLevel::avx2:
      return 80;
    case SimdLevel::neon:
      return 15;
    case SimdLevel::sse4:
    case SimdLevel::plain:
      break;
  }
  return 40;
}
/// The same on a GPU.
inline constexpr double kGpuGigaProducts = 400e3;
/// Bytes uploaded per millisecond: 25 GB/s from pinned memory.
inline constexpr double kUploadBytes = 25e6;
/// Hamming distances of ORB features per millisecond and thread, at AVX2.
inline constexpr double kOrbDistances = 300e3;

}  // namespace espy::identify::costs
