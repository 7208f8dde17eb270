# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(mark mark/mark.cpp mark/reference.cpp)
