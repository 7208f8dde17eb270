// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once
// Being replaced by base/simd.h, module by module.
#include "base/simd.h"

#if defined(__x86_64__)
#define ESPY_AVX2 __attribute__((target("avx2")))
#define ESPY_AVX2_FMA __attribute__((target("avx2,fma")))
#define ESPY_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")))
#define ESPY_VNNI \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,bmi2,popcnt")))
#define ESPY_AVX_VNNI __attribute__((target("avx2,avxvnni")))
#define ESPY_AMX \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt,amx-tile,amx-int8")))
#endif
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define ESPY_SIMD_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ESPY_SIMD_CLONES
#endif
