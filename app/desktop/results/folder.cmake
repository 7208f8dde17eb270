# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0

target_sources(espy_desktop_parts PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR}/results/export_job.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/export_job.h
  ${CMAKE_CURRENT_SOURCE_DIR}/results/export_menu.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/export_menu.h
  ${CMAKE_CURRENT_SOURCE_DIR}/results/export_pictures.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/export_text.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/match_mime.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/match_mime.h
  ${CMAKE_CURRENT_SOURCE_DIR}/results/minimum_slider.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/minimum_slider.h
  ${CMAKE_CURRENT_SOURCE_DIR}/results/remove_matches.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/results_table.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/results_table.h
  ${CMAKE_CURRENT_SOURCE_DIR}/results/results_view.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/results/results_view.h)
