# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_desktop_test(batch batch_test.cpp sample_result.h
                      ${PROJECT_SOURCE_DIR}/tests/support/random_pictures.cpp)
