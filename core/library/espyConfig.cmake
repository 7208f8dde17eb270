# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(OpenMP)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/picture_libraries.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/espyTargets.cmake)
