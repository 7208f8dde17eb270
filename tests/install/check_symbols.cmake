# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# The shared library must export only Espy's symbols: none of fmt, nlohmann's JSON or instantiated standard templates.
# Modules export their entry point. Included by check_install.cmake.
find_program(NM nm REQUIRED)
find_program(READELF readelf REQUIRED)

set(library ${prefix}/${LIBRARIES}/libespy.so)
run(${NM} -D -C --defined-only ${library})
string(REGEX REPLACE "\n$" "" printed "${printed}")
string(REPLACE ";" " " printed "${printed}")
string(REPLACE "\n" ";" symbols "${printed}")
set(functions 0)
foreach(symbol IN LISTS symbols)
  if(symbol MATCHES "^[0-9a-f]+ i |clone .resolver")
    continue()  # see espy.map
  endif()
  if(NOT symbol MATCHES "^[0-9a-f]+ [A-Za-z] ((typeinfo|typeinfo name|vtable|VTT) for )?espy::")
    message(FATAL_ERROR "libespy.so shows ${symbol}")
  endif()
  if(symbol MATCHES " T espy::([a-z]+)::" OR symbol MATCHES "fmt::|nlohmann::|anonymous namespace")
    message(FATAL_ERROR "libespy.so shows the inside of a room: ${symbol}")
  endif()
  if(symbol MATCHES " T ")
    math(EXPR functions "${functions} + 1")
  endif()
endforeach()
if(functions LESS 50)
  message(FATAL_ERROR "libespy.so shows only ${functions} functions:\n${printed}")
endif()

run(${READELF} -d ${library})
string(REGEX MATCH "^[0-9]+[.][0-9]+" minor ${VERSION})
expect("soname: .libespy.so.${minor}.\n")

foreach(module espy_cuda=espyEnginePlugin espy_formats=espyFormats espy_tiff=espyTiffs espy_video=espyVideos espy_features=espyFeatures
               espy_sounds=espySounds espy_volumes=espyVolumes espy_screen=espyScreens espy_wayland=espyScreens espy_lab=espyEnginePlugin espy_lab_opencv=espyEnginePlugin espy_cuda_lab=espyEnginePlugin)
  string(REGEX MATCH "^[^=]+" file ${module})
  string(REGEX MATCH "[^=]+$" entry ${module})
  if(EXISTS ${BUILD}/lib/${file}.so)
    run(${NM} -D -C --defined-only ${BUILD}/lib/${file}.so)
    expect(" T ${entry}\n")
    if(printed MATCHES " T espy::[^\n]*")
      message(FATAL_ERROR "${file}.so shows ${CMAKE_MATCH_0}")
    endif()
  endif()
endforeach()
