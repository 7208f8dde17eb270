# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# cmake -P simd_levels_test.cmake: which SIMD levels a build for one processor compiles.
include(${CMAKE_CURRENT_LIST_DIR}/../../tools/quick_build.cmake)

function(expect flags which wanted)
  espy_simd_levels("${flags}" "${which}" found)
  if(NOT "${found}" STREQUAL "${wanted}")
    message(SEND_ERROR "${which} of '${flags}': '${found}', not '${wanted}'")
  endif()
endfunction()

set(old "flags : sse4_2 avx f16c")
set(avx2 "flags : sse4_2 avx f16c fma avx2 bmi2 sha_ni")
set(avx512 "flags : sse4_2 avx f16c fma avx2 bmi2 avx512f avx512dq avx512bw avx512vl")
expect("${old}" here "HWY_SSE4")
expect("${old}" best "HWY_SSE4")
expect("${avx2}" here "HWY_SSE4;HWY_AVX2")
expect("${avx2}" best "HWY_AVX2")
expect("${avx512}" here "HWY_SSE4;HWY_AVX2;HWY_AVX3")
expect("${avx512}" best "HWY_AVX3")
