// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/control.h"
#include "espy/engine/signal.h"

/// The strategies of signal-sad on a processor, each in a file of its own (signal_*.cpp). All give
/// the same places and, to the last bit, the same sums: floats are added up in the order of the
/// query. Their stages are "sums" and, where it is found apart, "minimum"; they use control.threads
/// and look at control.stop.
namespace espy::lab {

/// As the paper tells it: for each query a vector of the sums at all places, then its minimum.
template <class Value>
SignalMatches<Value> searchSequentially(const SignalTask<Value>& task, const Control& control,
                                        Timeline& timeline);

/// Each thread takes whole queries.
template <class Value>
SignalMatches<Value> searchByQuery(const SignalTask<Value>& task, const Control& control,
                                   Timeline& timeline);

/// The threads share the places of one query; each keeps a minimum of its own in a vector as long
/// as there are threads, and the least of these is taken at the end.
template <class Value>
SignalMatches<Value> searchPrivately(const SignalTask<Value>& task, const Control& control,
                                     Timeline& timeline);

/// The threads share the places and one minimum, which is looked at without the lock and replaced
/// inside a critical section, after another look.
template <class Value>
SignalMatches<Value> searchWithLock(const SignalTask<Value>& task, const Control& control,
                                    Timeline& timeline);

}  // namespace espy::lab
