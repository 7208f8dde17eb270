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

/// Parallel over queries.
template <class Value>
SignalMatches<Value> searchByQuery(const SignalTask<Value>& task, const Control& control,
                                   Timeline& timeline);

/// Parallel over the positions of a query; each thread has a private minimum, reduced at the end.
template <class Value>
SignalMatches<Value> searchPrivately(const SignalTask<Value>& task, const Control& control,
                                     Timeline& timeline);

/// Parallel over the positions, with one shared minimum: double-checked, replaced in a critical
/// section.
template <class Value>
SignalMatches<Value> searchWithLock(const SignalTask<Value>& task, const Control& control,
                                    Timeline& timeline);

}  // namespace espy::lab
