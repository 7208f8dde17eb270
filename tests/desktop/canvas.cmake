# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(viewport viewport_test.cpp)
espy_add_desktop_test(marks marks_test.cpp)
espy_add_desktop_test(overlay overlay_test.cpp)
espy_add_desktop_test(canvas canvas_test.cpp)
espy_add_desktop_test(tools tools_test.cpp)
espy_add_desktop_test(picture picture_test.cpp)

# Frame times of a scripted pan; not a test, because they are only true on a quiet machine.
if(ESPY_BENCH)
  add_executable(canvas_bench canvas_bench.cpp)
  target_link_libraries(canvas_bench PRIVATE espy_desktop_parts espy_options)
endif()
