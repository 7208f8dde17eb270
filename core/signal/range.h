// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/signal.h"

namespace espy::signal {

/// The samples of a task, data and queries together.
template <class Sample>
struct Range {
  Sample least = 0;
  Sample most = 0;
  bool finite = true;  ///< whether all are; what is not a number is in no range
};

template <class Sample>
Range<Sample> rangeOf(const SignalTask<Sample>& task, const Control& control);

}  // namespace espy::signal
