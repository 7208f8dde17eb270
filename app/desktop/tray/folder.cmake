# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
target_sources(espy_desktop_parts PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/tray/needle_export.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/tray/needle_export.h
    ${CMAKE_CURRENT_SOURCE_DIR}/tray/tray_view.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/tray/tray_view.h)
