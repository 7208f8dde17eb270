# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
target_sources(espy_desktop_parts PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/search/picture_loader.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/search/picture_loader.h
    ${CMAKE_CURRENT_SOURCE_DIR}/search/search_controller.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/search/search_controller.h)
