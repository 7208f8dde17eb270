# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
espy_add_room(signal signal/bounds.cpp signal/byte_kernels.cpp signal/byte_search.cpp signal/bytes.cpp signal/direct.cpp
                     signal/direct_kernels.cpp signal/fast.cpp signal/range.cpp signal/reference.cpp signal/residues.cpp
                     signal/signal.cpp)
target_link_libraries(espy_signal PRIVATE fmt::fmt)
