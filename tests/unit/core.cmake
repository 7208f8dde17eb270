# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_test(unit_core engine_plugins_test.cpp)
espy_use_fake_plugins(unit_core)
