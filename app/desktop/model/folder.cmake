# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
target_sources(espy_desktop_parts PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/model/drag_data.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/model/drag_data.h
    ${CMAKE_CURRENT_SOURCE_DIR}/model/needle_commands.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/model/needle_tray.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/model/needle_tray.h
    ${CMAKE_CURRENT_SOURCE_DIR}/model/paths.cpp)
target_sources(espy_desktop_parts PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/model/picture.cpp)

target_sources(espy_desktop_parts PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR}/model/match_columns.cpp ${CMAKE_CURRENT_SOURCE_DIR}/model/match_list.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/model/match_list.h)
