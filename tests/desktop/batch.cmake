# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(batch batch_test.cpp sample_result.h)
