# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(exact
  exact/block_graph.cpp
  exact/colour_plane.cpp
  exact/distance.cpp
  exact/exact.cpp
  exact/find_exact.cpp
  exact/lattice.cpp
  exact/linear.cpp
  exact/match_bits.cpp
  exact/pattern.cpp
  exact/plan.cpp
  exact/plane_slots.cpp
  exact/planes.cpp
  exact/prepared_needles.cpp
  exact/reference.cpp
  exact/row_automaton.cpp
  exact/run_statistics.cpp
  exact/run_table.cpp
  exact/sampled.cpp
  exact/sweep.cpp
)
