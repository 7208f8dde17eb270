// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/screen.h"

#include "base/processor.h"
#include "identify/screen_loops.h"

namespace espy::identify {

bool canScreen(ScreenStrategy way) {
  if (way == ScreenStrategy::simd) return true;
  return way == ScreenStrategy::amx ? hasAmx() : hasAvxVnni();
}

ScreenStrategy bestScreenStrategy() {
  if (canScreen(ScreenStrategy::amx)) return ScreenStrategy::amx;
  if (!hasSimd(SimdLevel::avx512vnni) && canScreen(ScreenStrategy::avxVnni))
    return ScreenStrategy::avxVnni;
  return ScreenStrategy::simd;
}

const ScreenLoops& screenLoops([[maybe_unused]] ScreenStrategy way) {
#ifdef ESPY_X86
  if (way == ScreenStrategy::amx) return kAmxScreen;
  if (way == ScreenStrategy::avxVnni) return avxVnniScreen();
#endif
  return simdScreen();
}

}  // namespace espy::identify
