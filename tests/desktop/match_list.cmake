# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(match_list match_list_test.cpp sample_result.h)
