# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
# Enables CUDA where its compiler is; elsewhere the library is not built, and `espy devices` says so.
find_program(ESPY_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin /usr/local/cuda/bin)
mark_as_advanced(ESPY_NVCC)
if(NOT ESPY_NVCC)
  message(STATUS "Without nvcc: the engines cuda and cuda-passes are not built")
  return()
endif()
set(CMAKE_CUDA_COMPILER ${ESPY_NVCC})
set(CMAKE_CUDA_ARCHITECTURES ${ESPY_CUDA_ARCHITECTURES})
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
enable_language(CUDA)
# CMake 3.25 does not know that nvcc speaks C++20 since its version 12.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
find_package(CUDAToolkit REQUIRED)
