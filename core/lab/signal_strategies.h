// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/control.h"
#include "espy/engine/signal.h"

/// Processor strategies of signal-sad, one per file (signal_*.cpp). All return the same positions
/// and bit-equal sums: floats are added in the order of the query. Stages: "sums" and, if separate,
/// "minimum". They use control.threads and poll control.stop.
namespace espy::lab {

/// As in the paper: for each query a vector of the sums at all positions, then its minimum.
template <class Value>
SignalMatches<Value> searchSequentially(const SignalTask<Value>& task, const Control& control,
                                        Timeline& timeline);

/// As in the paper, parallel over queries: each thread fills the vector of the sums of a query at
/// all positions, then takes its minimum.
template <class Value>
SignalMatches<Value> searchByQuery(const SignalTask<Value>& task, const Control& control,
                                   Timeline& timeline);
/// The same with a running minimum in place of the vector; threads take the next query when they
/// are free.
template <class Value>
SignalMatches<Value> searchByQueryRunning(const SignalTask<Value>& task, const Control& control,
                                          Timeline& timeline);

/// How the positions of a query are shared among threads.
struct Chunks {
  bool dynamic = false;  ///< as in the paper: a thread that has finished takes the next positions
  int size = 1;          ///< positions at a time, if dynamic; otherwise one equal part each

  /// Makes it the schedule of the caller's next loops with schedule(runtime).
  void set() const;
};

/// Parallel over the positions of a query; each thread has a private minimum, reduced at the end.
/// Dynamic chunks are as in the paper.
template <class Value>
SignalMatches<Value> searchPrivately(const SignalTask<Value>& task, const Chunks& chunks,
                                     const Control& control, Timeline& timeline);

/// Parallel over the positions, with one shared minimum: double-checked, replaced in a critical
/// section. Dynamic chunks are as in the paper, and so is a flush before each check then.
template <class Value>
SignalMatches<Value> searchWithLock(const SignalTask<Value>& task, const Chunks& chunks,
                                    const Control& control, Timeline& timeline);

}  // namespace espy::lab
