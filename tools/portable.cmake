# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Programs that can be taken to a machine on which nothing was installed: fmt and the runtimes of C++
# and OpenMP go into them.
find_library(ESPY_STATIC_FMT libfmt.a REQUIRED)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.a OUTPUT_VARIABLE static_gomp
                OUTPUT_STRIP_TRAILING_WHITESPACE)
set_target_properties(fmt::fmt PROPERTIES IMPORTED_LOCATION ${ESPY_STATIC_FMT} IMPORTED_CONFIGURATIONS "")
set_target_properties(OpenMP::OpenMP_CXX PROPERTIES INTERFACE_LINK_LIBRARIES "${static_gomp};pthread;dl")
add_link_options(-static-libstdc++ -static-libgcc)
