# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(mark_test mark_outline_test.cpp mark_paint_test.cpp mark_request_test.cpp
              mark_screen_test.cpp)
