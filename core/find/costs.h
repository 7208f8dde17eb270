// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/simd.h"

/// What a search takes beside itself, by which `auto` chooses an engine. `tools/bench process`
/// shows what a process pays for its first search, `tools/bench find` and `tools/bench score` what
/// threads and a card save.
namespace espy::finders::costs {

/// Bytes that travel to a card in a millisecond, 8 GB/s.
inline constexpr double kUploadBytes = 8e6;

/// Megapixels of exact search that are worth starting threads.
inline constexpr double kWorthThreads = 4.0;
/// How many times as much a pixel is where every place is looked at, and how many needles more are
/// as much as one scene more.
inline constexpr double kEveryPlace = 16.0;
inline constexpr double kNeedlesOfScene = 16.0;

/// Nanoseconds that a window takes whose distance is summed up in lanes of registers, and a chunk
/// of it, which is a register's: of bytes that all weigh the same, their squares, and the others.
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
  if (hasSimd(SimdLevel::neon)) return {8, 0.48, 0.55, 1.0, 0.7, 1.8};
  return {10, 10, 10, 10, 10, 20};
}

}  // namespace espy::finders::costs
