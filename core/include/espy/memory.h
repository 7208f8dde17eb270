// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#pragma GCC visibility push(default)
namespace espy {

/// Searches keep the memory that they work in for the next one: to get it from the system and to
/// give it back takes longer than to search a small picture. This gives back what no search is
/// using. A program that stays idle for a while calls it then; nothing is lost but the next
/// search's head start.
void releaseWorkMemory();

/// Bytes that are kept and that no search is using; never more than 256 MB.
std::size_t keptWorkMemory();

}  // namespace espy
#pragma GCC visibility pop
