# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
target_sources(espy_desktop_parts PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/bar_chart.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/bar_chart.h
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/chart.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/chart.h
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/chart_axis.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/chart_page.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/chart_style.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/figure_pair.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/figure_table.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/figure_table.h
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/line_chart.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/line_chart.h
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/machine_facts.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_charts.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_csv.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_export.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_figures.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_json.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_runner.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_runner.h
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_table.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_table.h
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_view.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_view.h
  ${CMAKE_CURRENT_SOURCE_DIR}/timing/timing_work.cpp)
