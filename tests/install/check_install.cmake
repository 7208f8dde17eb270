# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Installs the build into an empty folder, builds foreign programs against it, and runs both these and the installed
# command.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCOMPILER=... -DFLAGS=... -P check_install.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/script.cmake)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
build_consumers(${prefix} ${WORK}/consumer)

run(${prefix}/bin/espy find --json -o ${WORK}/again.ppm ${needle} ${scene})
run(${CMAKE_COMMAND} -E compare_files ${WORK}/consumer/marked.ppm ${WORK}/again.ppm)
run(${prefix}/bin/espy find -o ${WORK}/marked.bmp ${needle} ${scene})
run(${prefix}/bin/espy find ${needle} ${WORK}/marked.bmp)
expect("743,790,16,16 score=1")
if(EXISTS ${BUILD}/lib/espy_formats.so)
  run(${prefix}/bin/espy find -o ${WORK}/marked.png ${needle} ${scene})
  run(${prefix}/bin/espy find ${needle} ${WORK}/marked.png)
  expect("743,790,16,16 score=1")
endif()
run(${prefix}/bin/espy --version)

# The lab is a module; without it the command says what to install.
run(${prefix}/bin/espy lab)
expect("signal-sad")
file(REMOVE ${prefix}/${LIBRARIES}/espy/espy_lab.so)
execute_process(COMMAND ${prefix}/bin/espy lab RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE said)
if(NOT status EQUAL 2 OR NOT printed STREQUAL "" OR NOT said MATCHES "^espy: there is no espy_lab.so: the package espy-lab has it\n$")
  message(FATAL_ERROR "espy lab without its module: status ${status}, ${printed}${said}")
endif()

# The library finds the engines of graphics cards beside itself, and does without them where they are not installed.
run(${WORK}/consumer/consumer --why-no-card)
if(EXISTS ${prefix}/${LIBRARIES}/espy/espy_cuda.so)
  if(printed MATCHES "espy_cuda.so")
    message(FATAL_ERROR "espy_cuda.so is installed and was not found: ${printed}")
  endif()
  file(REMOVE ${prefix}/${LIBRARIES}/espy/espy_cuda.so)
  run(${WORK}/consumer/consumer --why-no-card)
endif()
expect("there is no espy_cuda.so")
run(${WORK}/consumer/consumer ${needle} ${scene} ${WORK}/consumer/marked.ppm)
expect("^743,790\n$")

if(NOT WHOLE)
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/check_symbols.cmake)
find_program(PKG_CONFIG NAMES pkg-config pkgconf)
if(PKG_CONFIG)
  set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIBRARIES}/pkgconfig)
  run(${PKG_CONFIG} --modversion espy)
  expect("^${VERSION}\n$")
  run(${PKG_CONFIG} --cflags --libs espy)
  separate_arguments(words UNIX_COMMAND "${printed}")
  run(${COMPILER} ${SOURCE}/tests/install/consumer/consumer.cpp -o ${WORK}/by_pkg_config ${words})
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${LIBRARIES} ${WORK}/by_pkg_config ${needle} ${scene}
      ${WORK}/by_pkg_config.ppm)
  expect("^743,790\n$")
else()
  message("skipped: there is no pkg-config")
endif()
