// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/cpu.h"

namespace espy {
namespace {

CpuLevel foundLevel() {
#if defined(ESPY_X86)
  // The compiler takes each name only as a literal.
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0)
    return CpuLevel::plain;
  const bool avx512 =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
      __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
  if (!avx512) return CpuLevel::avx2;
  return __builtin_cpu_supports("avx512vnni") != 0 ? CpuLevel::vnni : CpuLevel::avx512;
#else
  return CpuLevel::plain;
#endif
}

}  // namespace

CpuLevel cpuLevel() {
  static const CpuLevel level = foundLevel();
  return level;
}

}  // namespace espy
