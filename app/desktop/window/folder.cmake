# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
target_sources(espy_desktop_parts PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/window/actions.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/actions.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/canvas_link.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/canvas_link.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/drop_zones.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/drop_zones.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/help_page.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/icons.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/intake.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/intake.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/main_window.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/main_window.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/notice_bar.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/notice_bar.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/remembered.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/side_views.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/side_views.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/status_line.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/status_line.h
    ${CMAKE_CURRENT_SOURCE_DIR}/window/workbench.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/window/workbench.h)
