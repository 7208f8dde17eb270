# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0

target_sources(espy_desktop_parts PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR}/model/match_columns.cpp ${CMAKE_CURRENT_SOURCE_DIR}/model/match_list.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/model/match_list.h)
