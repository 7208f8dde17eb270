# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(lab lab_test.cpp lab_data.h)
espy_add_desktop_test(lab_window lab_window_test.cpp)
