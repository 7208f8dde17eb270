# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
target_sources(espy_desktop_parts PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR}/options/options_panel.cpp
    ${CMAKE_CURRENT_SOURCE_DIR}/options/options_panel.h)
