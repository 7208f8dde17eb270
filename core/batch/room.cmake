# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(batch batch/mark.cpp batch/match_spool.cpp batch/needles.cpp batch/outputs.cpp batch/plan.cpp batch/run.cpp batch/saver.cpp
                    batch/summary.cpp)
target_link_libraries(espy_batch PRIVATE fmt::fmt)
