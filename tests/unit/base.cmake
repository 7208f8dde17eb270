# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_base base_ahead_test.cpp base_csv_test.cpp base_image_test.cpp base_json_test.cpp base_modules_test.cpp base_parallel_test.cpp base_registry_test.cpp
              base_registry_later_test.cpp base_scaled_test.cpp base_work_memory_test.cpp docs_test.cpp rooms_test.cpp)
