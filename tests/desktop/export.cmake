# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(export export_test.cpp sample_result.h)
if(TARGET espy_formats AND TARGET desktop_export)
  add_dependencies(desktop_export espy_formats)
endif()
