# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_signal signal/fast_test.cpp signal/signal_test.cpp)
