# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Programs for machines without installed dependencies: fmt, OpenMP's runtime and the PNG and JPEG libraries are shipped
# with them.
file(MAKE_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
get_target_property(shared_fmt fmt::fmt LOCATION)
get_target_property(fmt_name fmt::fmt IMPORTED_SONAME_NONE)
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.so.1 OUTPUT_VARIABLE shared_gomp
                OUTPUT_STRIP_TRAILING_WHITESPACE)
file(REAL_PATH ${shared_gomp} shared_gomp)
file(COPY_FILE ${shared_fmt} ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${fmt_name})
file(COPY_FILE ${shared_gomp} ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libgomp.so.1)
include(core/io/picture_libraries.cmake)
foreach(library deflate jpeg)
  if(TARGET espy::${library})
    get_target_property(shared espy::${library} IMPORTED_LOCATION)
    if(IS_SYMLINK ${shared})
      file(READ_SYMLINK ${shared} soname)
      file(REAL_PATH ${shared} shared)
      file(COPY_FILE ${shared} ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${soname})
    endif()
  endif()
endforeach()

set(CMAKE_BUILD_RPATH "$ORIGIN/../lib;$ORIGIN")
