# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
file(GLOB lab_sources CONFIGURE_DEPENDS lab/*.cpp)
espy_add_room(lab ${lab_sources})
target_link_libraries(espy_lab PRIVATE OpenMP::OpenMP_CXX fmt::fmt)
