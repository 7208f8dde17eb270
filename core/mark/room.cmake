# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(mark mark/mark.cpp mark/outline.cpp mark/reference.cpp mark/screen.cpp
                   mark/whiteout.cpp)
