# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# What needs a screen: the programs, and the script that starts one with a window manager. Once: not in
# sanitizer builds.
if(NOT ESPY_BENCH)
  return()
endif()
foreach(program screenshots drag_source told_window)
  add_executable(desktop_${program} ${CMAKE_CURRENT_SOURCE_DIR}/${program}.cpp)
  target_link_libraries(desktop_${program} PRIVATE espy_desktop_parts espy_options Qt6::Test)
  target_include_directories(desktop_${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(desktop_${program} PRIVATE ESPY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endforeach()
add_test(NAME desktop.real_window
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/real_window.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}
                 $<TARGET_FILE:espy-desktop> $<TARGET_FILE_DIR:desktop_screenshots>)
set_tests_properties(desktop.real_window PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
