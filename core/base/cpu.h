// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What a processor can do beyond what all of its kind can, and how functions are built for it.
/// What includes this asks the compiler for nothing; files with instructions of their own include
/// <immintrin.h> where `ESPY_X86` is defined.
namespace espy {

/// What the processor must have, the least first: who has a level has all before it.
enum class CpuLevel : std::uint8_t {
  plain,
  avx2,    ///< and FMA, which all but very few have that have AVX2
  avx512,  ///< F, BW, DQ and VL, and with them BMI2 and POPCNT
  vnni,    ///< dot products of bytes beside that
};

/// The greatest that this processor has.
CpuLevel cpuLevel();

inline bool cpuHas(CpuLevel level) {
  return level <= cpuLevel();
}

}  // namespace espy

#if defined(__x86_64__)
#define ESPY_X86 1

/// Put before a function with the instructions of a level; may be called only where `cpuHas` it.
#define ESPY_AVX2 __attribute__((target("avx2")))
/// Where products may be added without being rounded; compilers join what they find then.
#define ESPY_AVX2_FMA __attribute__((target("avx2,fma")))
#define ESPY_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")))
#define ESPY_VNNI \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,bmi2,popcnt")))
/// Beyond the levels, for who has asked the processor himself: dot products of bytes without
/// AVX-512, and tiles of products of bytes.
#define ESPY_AVX_VNNI __attribute__((target("avx2,avxvnni")))
#define ESPY_AMX \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt,amx-tile,amx-int8")))
#endif

/// Put before a function whose plain loops the compiler turns into vector code: builds it for
/// several x86-64 generations, and the loader picks the best that this machine runs. Sanitizers and
/// compilers without the feature get the one plain version.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define ESPY_SIMD_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ESPY_SIMD_CLONES
#endif
