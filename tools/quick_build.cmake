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

# Hot loops are compiled for four levels, of which a machine uses one.
if(ESPY_ONLY_THIS_PROCESSOR AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64" AND EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
  set(level HWY_SSE4)
  if(flags MATCHES " avx512f " AND flags MATCHES " avx512dq " AND flags MATCHES " avx512bw " AND flags MATCHES " avx512vl( |$)")
    set(level HWY_AVX3)
  elseif(flags MATCHES " avx2 " AND flags MATCHES " bmi2 " AND flags MATCHES " fma " AND flags MATCHES " f16c ")
    set(level HWY_AVX2)
  endif()
  add_compile_definitions(ESPY_LEVELS=${level})
endif()

# espy_compile_at_once(TARGET): with ESPY_ROOMS_AT_ONCE a unity build of eight sources each, which takes half the time.
# Warnings are left to builds without it.
function(espy_compile_at_once target)
  if(ESPY_ROOMS_AT_ONCE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    target_compile_options(${target} PRIVATE -w)
  endif()
endfunction()

# espy_compile_tests_at_once(TARGET): the same for a test program, with warnings, by ESPY_TESTS_AT_ONCE. For clean
# builds: an incremental build recompiles a changed test's neighbours, too.
function(espy_compile_tests_at_once target)
  if(ESPY_TESTS_AT_ONCE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# espy_compile_apart(SOURCES...): excludes sources from unity builds whose names collide with those of another source of
# the module.
function(espy_compile_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
