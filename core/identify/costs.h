// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "identify/screen.h"

/// What identifying takes, by which `auto` chooses an engine. `tools/bench identify` shows it.
namespace espy::identify::costs {

/// Products of two bytes, in thousands of millions a second, on one thread.
inline double gigaProducts(ScreenWay way) {
  if (way == ScreenWay::amx) return 2200;
  if (way == ScreenWay::avxVnni) return 250;
  switch (simdLevel()) {
    case SimdLevel::avx512vnni:
      return 500;
    case SimdLevel::avx512:
      return 150;
    case SimdLevel::avx2:
      return 80;
    case SimdLevel::sse4:
      return 40;
    case SimdLevel::neon:
    case SimdLevel::plain:
      break;
  }
  return 15;
}
/// And on a card.
inline constexpr double kCardGigaProducts = 400e3;
/// Bytes that travel to a card in a millisecond, 25 GB/s from memory that it can read.
inline constexpr double kUploadBytes = 25e6;

}  // namespace espy::identify::costs
