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

/// The tiles' 8 KiB of registers are a process's own only when it has asked for them.
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
#ifdef ESPY_X86
  static const bool avxVnni = hasAvxVnni();
  static const bool amx = hasAmx();
  switch (way) {
    case ScreenWay::plain:
      return true;
    case ScreenWay::avx2:
      return hasSimd(SimdLevel::avx2);
    case ScreenWay::avxVnni:
      return avxVnni;
    case ScreenWay::vnni:
      return hasSimd(SimdLevel::avx512vnni);
    case ScreenWay::amx:
      return amx;
  }
#endif
  return way == ScreenWay::plain;
}

ScreenWay bestScreenWay() {
  for (const ScreenWay way :
       {ScreenWay::amx, ScreenWay::vnni, ScreenWay::avxVnni, ScreenWay::avx2}) {
    if (canScreen(way)) return way;
  }
  return ScreenWay::plain;
}

const ScreenLoops& screenLoops(ScreenWay way) {
  switch (way) {
#ifdef ESPY_X86
    case ScreenWay::amx:
      return kAmxScreen;
    case ScreenWay::vnni:
      return kVnniScreen;
    case ScreenWay::avxVnni:
      return kAvxVnniScreen;
    case ScreenWay::avx2:
      return kAvx2Screen;
#endif
    default:
      return kPlainScreen;
  }
}

}  // namespace espy::identify
