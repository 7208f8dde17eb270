# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
set(canvas ${CMAKE_CURRENT_SOURCE_DIR}/canvas)
target_sources(espy_desktop_parts PRIVATE
  ${canvas}/canvas.cpp ${canvas}/canvas.h ${canvas}/canvas_input.cpp ${canvas}/crop_tool.cpp ${canvas}/hand_tool.cpp
  ${canvas}/ignore_tool.cpp ${canvas}/lasso_mask.cpp ${canvas}/lasso_tool.cpp ${canvas}/legend.cpp
  ${canvas}/mark_numbers.cpp ${canvas}/marks.cpp ${canvas}/overlay.cpp ${canvas}/picture_layer.cpp
  ${canvas}/pixel_values.cpp ${canvas}/rectangle_painter.cpp ${canvas}/selection_painter.cpp
  ${canvas}/tile_store.cpp ${canvas}/tile_store.h ${canvas}/viewport.cpp)
