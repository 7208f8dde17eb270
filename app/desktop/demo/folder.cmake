# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
target_sources(espy_desktop_parts PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_lane.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_lane.h
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_pictures.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_plan.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_view.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_view.h
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_window.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/race_window.h
    ${CMAKE_CURRENT_SOURCE_DIR}/demo/traveller.cpp)
