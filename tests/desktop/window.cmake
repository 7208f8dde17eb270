# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(window window_test.cpp)
espy_add_desktop_test(lint lint_test.cpp)

# What a user waits for; not a test, because times are only true on a quiet machine.
if(ESPY_BENCH)
  add_executable(window_bench window_bench.cpp)
  target_link_libraries(window_bench PRIVATE espy_desktop_parts espy_options Qt6::Test)
endif()
