# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(find
  find/check.cpp
  find/choose.cpp
  find/find_json.cpp
  find/flag_matches.cpp
  find/match.cpp
  find/needle.cpp
  find/one_size.cpp
  find/overlap_filter.cpp
  find/peak_finder.cpp
  find/peak_order.cpp
  find/reference.cpp
  find/select.cpp
  find/window_distance.cpp
)
target_link_libraries(espy_find PRIVATE fmt::fmt)
