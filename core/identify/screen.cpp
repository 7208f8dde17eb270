// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/screen.h"

#include "base/processor.h"
#include "identify/screen_loops.h"

namespace espy::identify {

bool canScreen(ScreenWay way) {
  if (way == ScreenWay::simd) return true;
  return way == ScreenWay::amx ? hasAmx() : hasAvxVnni();
}

ScreenWay bestScreenWay() {
  if (canScreen(ScreenWay::amx)) return ScreenWay::amx;
  if (!hasSimd(SimdLevel::avx512vnni) && canScreen(ScreenWay::avxVnni)) return ScreenWay::avxVnni;
  return ScreenWay::simd;
}

const ScreenLoops& screenLoops([[maybe_unused]] ScreenWay way) {
#ifdef ESPY_X86
  if (way == ScreenWay::amx) return kAmxScreen;
  if (way == ScreenWay::avxVnni) return avxVnniScreen();
#endif
  return simdScreen();
}

}  // namespace espy::identify
