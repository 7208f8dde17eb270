# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Speeds up the builds of tools/test; does not change what is tested.

# espy_compile_quickly(SOURCES...): with ESPY_QUICK_BUILD these are not optimised, which halves their compile time. For
# sources without computation.
function(espy_compile_quickly)
  if(ESPY_QUICK_BUILD)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O0 SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# ld takes a quarter of a second to three for each of some sixty programs, other linkers a fifth of that.
if(ESPY_QUICK_BUILD)
  include(CheckLinkerFlag)
  foreach(linker lld gold)
    check_linker_flag(CXX -fuse-ld=${linker} ESPY_LINKS_WITH_${linker})
    if(ESPY_LINKS_WITH_${linker})
      add_link_options(-fuse-ld=${linker})
      break()
    endif()
  endforeach()
endif()

# espy_simd_levels(FLAGS WHICH OUT): the SIMD levels that a processor with these flags has, as Highway names them, without
# plain, which every build has; WHICH: here for all of them, best for the best one.
function(espy_simd_levels flags which out)
  set(levels HWY_SSE4)
  if(flags MATCHES " avx2 " AND flags MATCHES " bmi2 " AND flags MATCHES " fma " AND flags MATCHES " f16c ")
    list(APPEND levels HWY_AVX2)
    if(flags MATCHES " avx512f " AND flags MATCHES " avx512dq " AND flags MATCHES " avx512bw " AND
       flags MATCHES " avx512vl( |$)")
      list(APPEND levels HWY_AVX3)
    endif()
  endif()
  if(which STREQUAL "best")
    list(GET levels -1 levels)
  endif()
  set(${out} ${levels} PARENT_SCOPE)
endfunction()

# Hot loops are compiled for four SIMD levels. A build for this machine needs only those that its processor has
# (ESPY_SIMD_LEVELS=here), and outside tests only plain and the best one (=best).
if(DEFINED ESPY_SIMD_LEVELS AND NOT ESPY_SIMD_LEVELS STREQUAL "all" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64" AND
   EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
  espy_simd_levels("${flags}" "${ESPY_SIMD_LEVELS}" levels)
  list(JOIN levels "|" levels)
  add_compile_definitions("ESPY_LEVELS=(${levels})")
endif()

# espy_compile_at_once(TARGET): with ESPY_UNITY_BUILD 24 sources are compiled together, which takes less than half as long.
function(espy_compile_at_once target)
  if(ESPY_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
  endif()
endfunction()

# espy_compile_tests_at_once(TARGET): eight of a test program, with warnings, by ESPY_UNITY_TESTS. For clean
# builds: an incremental build recompiles a changed test's neighbours, too.
function(espy_compile_tests_at_once target)
  if(ESPY_UNITY_TESTS)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# espy_compile_apart(SOURCES...): excludes sources from unity builds whose names collide with those of another source of
# the module.
function(espy_compile_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
