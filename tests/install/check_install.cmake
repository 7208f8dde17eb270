# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Installs the build into an empty folder, builds a foreign program against it, and runs both that
# program and the installed command.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCOMPILER=... -DFLAGS=... -P check_install.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${status}:\n${printed}")
  endif()
  set(printed "${printed}" PARENT_SCOPE)
endfunction()

function(expect text)
  if(NOT printed MATCHES "${text}")
    message(FATAL_ERROR "printed:\n${printed}\nwithout: ${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(needle ${SOURCE}/samples/traveller.ppm)
set(scene ${SOURCE}/samples/crowd.ppm)

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/tests/install/consumer -B ${WORK}/consumer
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK}/consumer)
run(${WORK}/consumer/consumer ${needle} ${scene} ${WORK}/marked.ppm)
expect("^743,790\n$")
run(${WORK}/prefix/bin/espy find --json -o ${WORK}/again.ppm ${needle} ${scene})
run(${CMAKE_COMMAND} -E compare_files ${WORK}/marked.ppm ${WORK}/again.ppm)
run(${WORK}/prefix/bin/espy find -o ${WORK}/marked.bmp ${needle} ${scene})
run(${WORK}/prefix/bin/espy find ${needle} ${WORK}/marked.bmp)
expect("743,790,16,16 score=1")
if(EXISTS ${BUILD}/lib/espy_formats.so)
  run(${WORK}/prefix/bin/espy find -o ${WORK}/marked.png ${needle} ${scene})
  run(${WORK}/prefix/bin/espy find ${needle} ${WORK}/marked.png)
  expect("743,790,16,16 score=1")
endif()
run(${WORK}/prefix/bin/espy --version)
