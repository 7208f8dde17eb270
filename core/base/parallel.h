// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "espy/control.h"

namespace espy {

/// Threads that this process may run at once.
int hardwareThreads();

/// `control.threads`, or all threads of the machine where it says 0.
int threadsFor(const Control& control);

/// Calls `body(index, thread)` once for every index in [0, count), on `threads` threads
/// (thread in [0, threads)); with one thread in order and without OpenMP. Looks at `control.stop`
/// before every call, tells progress, and throws what the failing body of the
/// lowest index threw, or `cancelled`.
void parallelFor(std::int64_t count, int threads, const Control& control,
                 const std::function<void(std::int64_t index, int thread)>& body);

}  // namespace espy
