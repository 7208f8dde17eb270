# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(lab lab_test.cpp lab_data.h lab_stage.h)
espy_add_desktop_test(lab_figures lab_figures_test.cpp lab_data.h lab_stage.h)
espy_add_desktop_test(lab_window lab_window_test.cpp)
