# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_batch batch_outputs_test.cpp batch_plan_test.cpp batch_run_test.cpp batch_saver_test.cpp
              batch_stop_test.cpp batch_summary_test.cpp)
