# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0

# Reads the files of translations and needs nothing of the window.
add_executable(desktop_words words_test.cpp)
target_link_libraries(desktop_words PRIVATE Qt6::Test)
set(lupdate)
find_package(Qt6 QUIET COMPONENTS LinguistTools)
if(TARGET Qt6::lupdate)
  set(lupdate $<TARGET_FILE:Qt6::lupdate>)
endif()
target_compile_definitions(desktop_words PRIVATE ESPY_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ESPY_LUPDATE="${lupdate}")
add_test(NAME desktop.words COMMAND desktop_words)
set_tests_properties(desktop.words PROPERTIES TIMEOUT 300 ENVIRONMENT "LANG=C.UTF-8")
