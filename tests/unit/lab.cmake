# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_lab lab_signal_parts_test.cpp
              lab_signal_test.cpp)
