// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace espy {

/// Asks the system to back this memory with large pages, before it is first touched: a list of
/// millions of places costs more in page faults than in finding them. Only a hint.
void adviseLargePages(void* memory, std::size_t bytes);

/// Gives the whole pages of this memory back to the system, though it stays allocated: what was in
/// it is lost.
void forgetPages(void* memory, std::size_t bytes);

}  // namespace espy
