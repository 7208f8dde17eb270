// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace espy {

/// Runs `work(0)` here and `work(1)`, `work(2)` and so on, below `threads`, on threads that are
/// kept from call to call, or on OpenMP's within an OnOpenMp. Returns when all that began have
/// ended; one that was held up and has not begun by the time that `work(0)` ends never does, so
/// `work` must be such that any of its calls may finish the job. Where the system starts no more
/// threads, fewer take part, down to this one. `work` must not throw. Other threads may call this
/// at the same time; inside of `work` it runs `work(0)` alone.
void runOnThreads(int threads, const std::function<void(int thread)>& work);

}  // namespace espy
