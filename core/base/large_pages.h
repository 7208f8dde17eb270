// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace espy {

/// Hints that this memory should be backed by huge pages (madvise). Call it before the first
/// access: page faults of a list of millions of positions cost more than the search.
void adviseLargePages(void* memory, std::size_t bytes);

/// Returns the whole pages of this memory to the system. It stays allocated; its contents are lost.
void releasePages(void* memory, std::size_t bytes);

}  // namespace espy
