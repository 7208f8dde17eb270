// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/simd.h"

/// Overheads of a search, by which `auto` chooses an engine. `tools/bench process` measures the
/// first search of a process, `tools/bench find` and `tools/bench score` the speed-up of threads
/// and a GPU.
namespace espy::finders::costs {

/// Upload bandwidth, in bytes per millisecond (8 GB/s).
inline constexpr double kUploadBytes = 8e6;

/// Megapixels of exact search from which on threads pay.
inline constexpr double kWorthThreads = 4.0;
/// Cost per pixel, relative to exact search, if every position is tested; and the number of needles
/// that cost as much as another scene.
inline constexpr double kEveryPlace = 16.0;
inline constexpr double kNeedlesOfScene = 16.0;

/// Nanoseconds per window whose distance is summed in SIMD lanes, and per chunk (one register) of
/// it: bytes of equal weight, their squares, and others.
struct Lanes {
  double window;
  double differences;
  double squares;
  double weighted;
  double wide;
  double deepSquares;
};
inline Lanes lanes() {
  if (hasSimd(SimdLevel::avx512vnni)) return {10, 0.6, 0.8, 1.1, 1.0, 2.4};
  if (hasSimd(SimdLevel::avx512)) return {10, 0.65, 0.9, 1.7, 1.25, 3.2};
  return {8, 0.48, 0.55, 1.0, 0.7, 1.8};
}

}  // namespace espy::finders::costs
