# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_lab lab_pattern_conclusions_test.cpp lab_pattern_scenes_test.cpp lab_pattern_test.cpp
              lab_run_test.cpp lab_signal_test.cpp)
target_link_libraries(unit_lab PRIVATE espy_test_json)
