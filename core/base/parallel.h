// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "espy/control.h"

namespace espy {

/// Number of threads that this process may run at once (its affinity).
int hardwareThreads();

/// Threads for this task: `allThreads` divided among concurrent tasks, at least one.
int threadsFor(const Control& control);
/// `control.threads`, or hardwareThreads() if that is 0.
int allThreads(const Control& control);

/// Calls `body(index, thread)` once for every index in [0, count), on up to `threads` threads
/// (thread in [0, threads)); one thread goes in order. Indexes are handed out dynamically; if the
/// system starts fewer threads, fewer are used. Before every call checks `control.stop` and reports
/// progress. Throws the exception of the lowest failed index, or `cancelled`.
void parallelFor(std::int64_t count, int threads, const Control& control,
                 const std::function<void(std::int64_t index, int thread)>& body);

/// `threads`, or fewer if the system refused to start that many for the latest parallel loop.
int threadsHad(int threads);

/// Throws `system` if the system cannot start `threads` threads now. Call it before an OpenMP loop,
/// on the thread that enters it: OpenMP's library would end the process. Repeated calls with the
/// same number are free, because OpenMP keeps those threads.
void requireThreads(int threads);

}  // namespace espy
