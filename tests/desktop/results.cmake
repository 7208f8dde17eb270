# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(results results_test.cpp sample_result.h)
if(ESPY_BENCH)
  add_executable(desktop_results_bench results_bench.cpp sample_result.h)
  target_link_libraries(desktop_results_bench PRIVATE espy_desktop_parts espy_test_pictures espy_options Qt6::Test)
  target_include_directories(desktop_results_bench PRIVATE ${PROJECT_SOURCE_DIR}/tests)
endif()
