// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/screen.h"

#include "identify/screen_loops.h"

#ifdef ESPY_X86
#include <cpuid.h>
#endif
#if defined(ESPY_X86) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace espy::identify {
namespace {

#ifdef ESPY_X86
struct Leaf {
  unsigned a = 0, b = 0, c = 0, d = 0;
};
Leaf cpuLeaf(unsigned number, unsigned part) {
  Leaf leaf;
  if (__get_cpuid_count(number, part, &leaf.a, &leaf.b, &leaf.c, &leaf.d) == 0) return {};
  return leaf;
}

bool hasAvxVnni() {
  return hasSimd(SimdLevel::avx2) && (cpuLeaf(7, 1).a >> 4 & 1U) != 0;
}

/// AMX state must be requested once per process.
bool mayUseTiles() {
#if defined(__linux__)
  constexpr int kAskForPermission = 0x1023;
  constexpr int kTileData = 18;
  return ::syscall(SYS_arch_prctl, kAskForPermission, kTileData) == 0;
#else
  return false;
#endif
}

bool hasAmx() {
  constexpr unsigned kTile = 1U << 24;
  constexpr unsigned kInt8 = 1U << 25;
  const unsigned d = cpuLeaf(7, 0).d;
  return hasSimd(SimdLevel::avx512) && (d & kTile) != 0 && (d & kInt8) != 0 && mayUseTiles();
}
#endif

}  // namespace

bool canScreen(ScreenWay way) {
  if (way == ScreenWay::simd) return true;
#ifdef ESPY_X86
  if (!simdIsUnlimited()) return false;
  static const bool avxVnni = hasAvxVnni();
  static const bool amx = hasAmx();
  return way == ScreenWay::amx ? amx : avxVnni;
#else
  return false;
#endif
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
