# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(window window_test.cpp)
espy_add_desktop_test(lint lint_test.cpp)
