# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(measure measure/difference_rates.cpp measure/machine.cpp measure/measure.cpp measure/memory_rate.cpp
                      measure/statistics.cpp)
target_link_libraries(espy_measure PRIVATE OpenMP::OpenMP_CXX)
target_compile_definitions(espy_measure PRIVATE ESPY_VERSION="${PROJECT_VERSION}")
