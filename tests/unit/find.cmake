# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_find find_blocks_test.cpp find_choose_test.cpp find_direct_test.cpp find_exact_products_test.cpp find_exact_test.cpp find_flags_test.cpp find_hard_test.cpp find_holes_test.cpp find_means_test.cpp find_parts_test.cpp find_peaks_memory_test.cpp
              find_plan_test.cpp find_resident_test.cpp find_score_laws_test.cpp find_scored_test.cpp find_search_test.cpp find_select_test.cpp
              find_transform_test.cpp)
espy_add_test(unit_find_memory find_memory_test.cpp)
# Takes seconds, and took minutes.
add_test(NAME unit_find.NarrowScenes
         COMMAND unit_find --gtest_also_run_disabled_tests --gtest_filter=NarrowScenes.*)
set_tests_properties(unit_find.NarrowScenes PROPERTIES TIMEOUT 120)
