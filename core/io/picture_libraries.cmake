# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Defines espy::deflate, espy::zlib and espy::jpeg if libdeflate, zlib and libjpeg-turbo are installed.
function(espy_find_picture_library name library header what)
  if(TARGET espy::${name})
    return()
  endif()
  find_library(ESPY_${library}_LIBRARY ${library})
  find_path(ESPY_${library}_INCLUDE ${header})
  mark_as_advanced(ESPY_${library}_LIBRARY ESPY_${library}_INCLUDE)
  if(ESPY_${library}_LIBRARY AND ESPY_${library}_INCLUDE)
    add_library(espy::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(espy::${name} PROPERTIES IMPORTED_LOCATION ${ESPY_${library}_LIBRARY}
                                                   INTERFACE_INCLUDE_DIRECTORIES ${ESPY_${library}_INCLUDE})
  else()
    message(STATUS "Without lib${library} (${header}): ${what}")
  endif()
endfunction()

if(NOT DEFINED ESPY_PNG OR ESPY_PNG)
  espy_find_picture_library(deflate deflate libdeflate.h "PNG is left to OpenCV")
  espy_find_picture_library(zlib z zlib.h "large PNGs are decoded as a whole where rows would do")
endif()
if(NOT DEFINED ESPY_JPEG OR ESPY_JPEG)
  espy_find_picture_library(jpeg jpeg jpeglib.h "JPEG is left to OpenCV")
endif()
