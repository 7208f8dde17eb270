# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0

# cmake -DPROGRAM=espy-samples -DKEPT=samples -DDRAWN=folder -P check_samples.cmake
# Draws all samples into an empty folder and compares it with the checked-in ones, in both directions.
file(REMOVE_RECURSE ${DRAWN})

function(run expected)
  execute_process(COMMAND ${PROGRAM} ${ARGN} RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL expected)
    message(FATAL_ERROR "espy-samples ${ARGN}: exit status ${status}, expected ${expected}")
  endif()
endfunction()

run(0 ${DRAWN})
file(GLOB kept RELATIVE ${KEPT} ${KEPT}/*.csv ${KEPT}/*.pgm ${KEPT}/*.ppm)
file(GLOB drawn RELATIVE ${DRAWN} ${DRAWN}/*)
if(NOT kept STREQUAL drawn)
  message(FATAL_ERROR "kept are ${kept}, drawn were ${drawn}")
endif()
foreach(name IN LISTS kept)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${KEPT}/${name} ${DRAWN}/${name}
                  RESULT_VARIABLE differ)
  if(differ)
    message(FATAL_ERROR "${name} is drawn otherwise than it is kept")
  endif()
endforeach()

# Every crowd has the same needle, also in RGBA.
run(0 --crowd 400x300 ${DRAWN}/other.pam --needle ${DRAWN}/other.ppm)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${KEPT}/traveller.ppm ${DRAWN}/other.ppm
                RESULT_VARIABLE differ)
if(differ)
  message(FATAL_ERROR "the traveller of another crowd looks otherwise")
endif()
file(SIZE ${DRAWN}/other.pam bytes)
string(LENGTH "P7\nWIDTH 400\nHEIGHT 300\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" header)
math(EXPR expected "${header} + 400 * 300 * 4")
if(NOT bytes EQUAL expected)
  message(FATAL_ERROR "other.pam has ${bytes} bytes, expected ${expected}")
endif()

# Invalid arguments are refused.
run(2)
run(2 --colour)
run(2 ${DRAWN} more)
run(2 --crowd)
run(2 --crowd 400x300)
run(2 --crowd 400 ${DRAWN}/no.ppm)
run(2 --crowd 400x ${DRAWN}/no.ppm)
run(2 --crowd 400x300x3 ${DRAWN}/no.ppm)
run(2 --crowd 100x300 ${DRAWN}/no.ppm)
run(2 --crowd 400x99999 ${DRAWN}/no.ppm)
run(2 --crowd 400x300 ${DRAWN}/no.png)
run(2 --crowd 400x300 ${DRAWN}/no.ppm --needle)
run(2 --crowd 400x300 ${DRAWN}/no.ppm --nail ${DRAWN}/no.ppm)
run(2 --crowd 400x300 ${DRAWN}/no_folder/no.ppm)
if(EXISTS ${DRAWN}/no.ppm)
  message(FATAL_ERROR "a picture was written for a request that was refused")
endif()
