# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0

target_sources(espy_desktop_parts PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_form.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_form.h
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_queue.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_queue.h
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_run.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_run.h
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_table.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_table.h
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_view.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/batch_view.h
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/folder_scan.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/folder_scan.h
  ${CMAKE_CURRENT_SOURCE_DIR}/batch/needle_files.cpp)
