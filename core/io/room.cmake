# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(io
  io/bmp_header.cpp
  io/bmp_read.cpp
  io/bmp_runs.cpp
  io/bmp_write.cpp
  io/convert_row.cpp
  io/file_bytes.cpp
  io/foreign.cpp
  io/formats_module.cpp
  io/jpeg_scans.cpp
  io/limits.cpp
  io/mapped_file.cpp
  io/message.cpp
  io/output_file.cpp
  io/own_formats.cpp
  io/output_place.cpp
  io/pam_header.cpp
  io/picture_memory.cpp
  io/pictures.cpp
  io/png_chunks.cpp
  io/png_filter.cpp
  io/pnm_header.cpp
  io/pnm_number.cpp
  io/pnm_plain.cpp
  io/pnm_raster.cpp
  io/pnm_write.cpp
  io/sniff.cpp
  io/sniff_bmp.cpp
  io/sniff_jpeg.cpp
  io/sniff_png.cpp
  io/sniff_tiff.cpp
  io/sniff_webp.cpp
  io/tiff_layout.cpp
  io/tiff_read.cpp
  io/tiff_unpack.cpp
  io/tiff_write.cpp
  io/wait_readable.cpp
  io/write_picture.cpp)
target_link_libraries(espy_io PRIVATE fmt::fmt ${CMAKE_DL_LIBS})

# PNG and JPEG, by libraries that start in a tenth of a millisecond. Without one of them its format is
# left to the module below.
include(io/picture_libraries.cmake)
if(TARGET espy::deflate)
  target_sources(espy_io PRIVATE io/png_pixels.cpp io/png_read.cpp io/png_write.cpp)
  target_compile_definitions(espy_io PRIVATE ESPY_WITH_DEFLATE)
  target_link_libraries(espy_io PRIVATE espy::deflate)
endif()
if(TARGET espy::jpeg)
  target_sources(espy_io PRIVATE io/jpeg_read.cpp io/jpeg_write.cpp)
  target_compile_definitions(espy_io PRIVATE ESPY_WITH_JPEG)
  target_link_libraries(espy_io PRIVATE espy::jpeg)
endif()

# The other formats: a module of its own, loaded when such a picture is met, because OpenCV costs
# every program that links it 60 to 110 ms at each start.
if(ESPY_OPENCV)
  find_package(OpenCV QUIET COMPONENTS core imgcodecs)
endif()
if(ESPY_OPENCV AND OpenCV_FOUND)
  add_library(espy_formats MODULE io/opencv/decoder_talk.cpp io/opencv/formats_opencv.cpp
              io/opencv/limits_opencv.cpp)
  set_target_properties(espy_formats PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden)
  target_include_directories(espy_formats PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_include_directories(espy_formats SYSTEM PRIVATE ${OpenCV_INCLUDE_DIRS})
  target_link_libraries(espy_formats PRIVATE opencv_core opencv_imgcodecs ${CMAKE_DL_LIBS}
                                             $<BUILD_INTERFACE:espy_options>)
  target_link_options(espy_formats PRIVATE LINKER:--as-needed)
  add_dependencies(espy_io espy_formats)
  install(TARGETS espy_formats LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/espy)
else()
  message(STATUS "Without OpenCV: WebP and rarer TIFFs are not read, TIFF and WebP not written")
endif()
