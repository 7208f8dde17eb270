# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(charts charts_test.cpp)
espy_add_desktop_test(timing timing_test.cpp)
espy_add_desktop_test(timing_view timing_view_test.cpp)
