# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_io
  io_bmp_test.cpp
  io_file_test.cpp
  io_formats_test.cpp
  io_jpeg_test.cpp
  io_mapped_test.cpp
  io_output_test.cpp
  io_pam_test.cpp
  io_png_test.cpp
  io_pnm_header_test.cpp
  io_pnm_raster_test.cpp
  io_sniff_test.cpp
  io_tiff_read_test.cpp
  io_tiff_write_test.cpp
  io_write_test.cpp)
