# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(find find/block_graph.cpp find/check.cpp find/choose.cpp find/colour_plane.cpp
                   find/distance.cpp find/exact.cpp find/find.cpp find/flag_matches.cpp find/lattice.cpp
                   find/linear.cpp find/match_bits.cpp find/pattern.cpp find/plan.cpp
                   find/plane_slots.cpp find/planes.cpp find/prepared_needles.cpp find/reference.cpp
                   find/row_automaton.cpp find/run_statistics.cpp find/run_table.cpp find/sampled.cpp
                   find/score.cpp find/score_formula.cpp find/score_reference.cpp find/select.cpp find/sweep.cpp)
target_link_libraries(espy_find PRIVATE fmt::fmt)
