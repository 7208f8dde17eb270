# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(export export_test.cpp sample_result.h
                      ${PROJECT_SOURCE_DIR}/tests/support/random_pictures.cpp)
if(TARGET espy_formats)
  add_dependencies(desktop_export espy_formats)
endif()
