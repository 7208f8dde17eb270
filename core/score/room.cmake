# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(score
  score/block_bound.cpp
  score/block_rows.cpp
  score/by_blocks.cpp
  score/by_correlation.cpp
  score/by_distance.cpp
  score/by_means.cpp
  score/candidates.cpp
  score/choose_tile.cpp
  score/correlations_by_transform.cpp
  score/correlations_directly.cpp
  score/correlator.cpp
  score/dense_distances.cpp
  score/difference_rows.cpp
  score/direct_rows.cpp
  score/distance_rows.cpp
  score/distances_by_means.cpp
  score/fast.cpp
  score/find_scored.cpp
  score/formula.cpp
  score/mask_sums.cpp
  score/means_bound.cpp
  score/means_filter.cpp
  score/means_tile.cpp
  score/memory.cpp
  score/reference.cpp
  score/refine.cpp
  score/way.cpp
  score/wide.cpp
  score/window_at.cpp
  score/window_distances.cpp
  score/window_rows.cpp
)
target_link_libraries(espy_score PRIVATE fmt::fmt)
# Roots of vectors: nobody looks at errno.
set_source_files_properties(score/candidates.cpp PROPERTIES COMPILE_OPTIONS -fno-math-errno)
