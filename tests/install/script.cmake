# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts of this folder.
cmake_minimum_required(VERSION 3.25)

# run(COMMAND...): fails the test if the command fails; `printed` is its output.
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

set(needle ${SOURCE}/samples/traveller.ppm)
set(scene ${SOURCE}/samples/crowd.ppm)

# build_consumers(PREFIX FOLDER): builds and runs foreign programs against Espy installed in PREFIX.
function(build_consumers prefix folder)
  set(options)
  if(WHOLE)
    set(options -DWHOLE=ON -DNVCC=${NVCC} -DGUIDE=${SOURCE}/docs/library.md)
  endif()
  run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/tests/install/consumer -B ${folder} -DCMAKE_PREFIX_PATH=${prefix}
      -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}" ${options})
  run(${CMAKE_COMMAND} --build ${folder})
  run(${folder}/consumer ${needle} ${scene} ${folder}/marked.ppm)
  expect("^743,790\n$")
  foreach(other consumer_example0 consumer_qt consumer_cuda)
    if(EXISTS ${folder}/${other})
      run(${folder}/${other} ${needle} ${scene} ${folder}/marked.png)
      expect("^743,790\n$")
    endif()
  endforeach()
endfunction()
