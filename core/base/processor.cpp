// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/processor.h"

#include "base/simd.h"

#ifdef ESPY_X86
#include <cpuid.h>
#endif
#if defined(ESPY_X86) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace espy {

#ifdef ESPY_X86
namespace {

struct Leaf {
  unsigned a = 0, b = 0, c = 0, d = 0;
};
Leaf cpuLeaf(unsigned number, unsigned part) {
  Leaf leaf;
  if (__get_cpuid_count(number, part, &leaf.a, &leaf.b, &leaf.c, &leaf.d) == 0) return {};
  return leaf;
}

bool findAvxVnni() {
  return hasSimd(SimdLevel::avx2) && (cpuLeaf(7, 1).a >> 4 & 1U) != 0;
}

/// The 8 KiB of tile registers need a permission from the system, per process.
bool mayUseTiles() {
#if defined(__linux__)
  constexpr int kAskForPermission = 0x1023;
  constexpr int kTileData = 18;
  return ::syscall(SYS_arch_prctl, kAskForPermission, kTileData) == 0;
#else
  return false;
#endif
}

bool findAmx() {
  constexpr unsigned kTile = 1U << 24;
  constexpr unsigned kInt8 = 1U << 25;
  const unsigned d = cpuLeaf(7, 0).d;
  return hasSimd(SimdLevel::avx512) && (d & kTile) != 0 && (d & kInt8) != 0 && mayUseTiles();
}

}  // namespace

bool hasAvxVnni() {
  if (!simdIsUnlimited()) return false;
  static const bool found = findAvxVnni();
  return found;
}

bool hasAmx() {
  if (!simdIsUnlimited()) return false;
  static const bool found = findAmx();
  return found;
}
#else
bool hasAvxVnni() {
  return false;
}

bool hasAmx() {
  return false;
}
#endif

}  // namespace espy
