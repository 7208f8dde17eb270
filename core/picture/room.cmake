# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(picture
  picture/form.cpp
  picture/host_picture.cpp
  picture/image.cpp
  picture/means_map.cpp
  picture/planes.cpp
  picture/scaled.cpp
  picture/scaled_rows.cpp
  picture/scene_means.cpp
  picture/sums.cpp
  picture/tile_grid.cpp
  picture/tile_transform.cpp
)
