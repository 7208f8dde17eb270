# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
set(lab ${CMAKE_CURRENT_SOURCE_DIR}/lab)
target_sources(espy_desktop_parts PRIVATE
  ${lab}/lab_charts.cpp ${lab}/lab_choice.cpp ${lab}/lab_figures.cpp ${lab}/lab_form.cpp ${lab}/lab_form.h
  ${lab}/lab_layout.cpp ${lab}/lab_page.cpp ${lab}/lab_runner.cpp ${lab}/lab_runner.h ${lab}/lab_sweep.cpp
  ${lab}/lab_table.cpp ${lab}/lab_table.h ${lab}/lab_tools.cpp ${lab}/lab_view.cpp ${lab}/lab_view.h)
# Apart from the others, so that the view's own test runs without the core's experiments.
set_source_files_properties(${lab}/lab_tools.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
