// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
