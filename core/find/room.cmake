# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(find find/block_bound.cpp find/block_graph.cpp find/block_rows.cpp find/check.cpp find/choose.cpp find/colour_plane.cpp
                   find/correlations_by_transform.cpp find/correlations_directly.cpp
                   find/correlator.cpp find/dense_distances.cpp find/difference_rows.cpp find/direct_rows.cpp find/distance.cpp find/distance_rows.cpp find/distances_by_means.cpp find/exact.cpp find/find.cpp find/find_json.cpp find/flag_matches.cpp find/lattice.cpp
                   find/linear.cpp find/mask_sums.cpp find/match_bits.cpp find/means_bound.cpp find/means_map.cpp find/means_filter.cpp find/means_tile.cpp find/one_size.cpp find/overlap_filter.cpp find/pattern.cpp find/plan.cpp
                   find/plane_slots.cpp find/planes.cpp find/prepared_needles.cpp find/reference.cpp
                   find/row_automaton.cpp find/run_statistics.cpp find/run_table.cpp find/sampled.cpp
                   find/peak_finder.cpp find/peak_order.cpp find/score.cpp find/score_by_blocks.cpp find/score_by_correlation.cpp find/score_by_distance.cpp find/score_by_means.cpp
                   find/score_candidates.cpp find/score_fast.cpp find/score_formula.cpp find/score_memory.cpp find/score_reference.cpp find/score_way.cpp
                   find/scored_needle.cpp find/search.cpp find/select.cpp find/sweep.cpp find/tile_grid.cpp find/tile_planes.cpp
                   find/tile_transform.cpp find/scene_means.cpp find/window_distance.cpp find/window_distances.cpp find/window_rows.cpp find/score_wide.cpp find/refine.cpp)
target_link_libraries(espy_find PRIVATE fmt::fmt)
# Roots of vectors: nobody looks at errno.
set_source_files_properties(find/score_candidates.cpp PROPERTIES COMPILE_OPTIONS -fno-math-errno)
