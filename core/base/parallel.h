// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "espy/control.h"

namespace espy {

/// Threads that this process may run at once.
int hardwareThreads();

/// This work's part of `allThreads`, at least one.
int threadsFor(const Control& control);
/// `control.threads`, or all threads of the machine where it says 0.
int allThreads(const Control& control);

/// Calls `body(index, thread)` once for every index in [0, count), on up to `threads` threads
/// (thread in [0, threads)); with one thread in order. Indexes are taken one by one, so a thread
/// that is held up holds up no more than its own; on fewer threads where the system starts no more.
/// Looks at `control.stop` before every call, tells progress, and throws what the failing body of
/// the lowest index threw, or `cancelled`.
void parallelFor(std::int64_t count, int threads, const Control& control,
                 const std::function<void(std::int64_t index, int thread)>& body);

/// How many of so many threads took part when the system last refused to start one; all if it has
/// not refused, or has not again.
int threadsHad(int threads);

/// Throws `system` where the system would not start so many threads now. To be called before a loop
/// of OpenMP, in the thread that enters it: OpenMP's library ends the process instead. Asks only
/// once for the same number, since those threads are kept.
void requireThreads(int threads);

}  // namespace espy
