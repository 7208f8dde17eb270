// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/base/stream.h"
#include "espy/control.h"

namespace espy::cuda {

/// Queues launches of long work: checks the stop token and keeps at most two launches pending, so
/// that a stop takes no longer than these and the device is never idle.
class LaunchThrottle {
 public:
  LaunchThrottle(const Stream& stream, const Control& control)
      : stream_(stream), control_(control) {}

  template <class Queue>
  void run(const Queue& queue) {
    turn_ ^= 1U;
    if (used_[turn_]) ends_[turn_].wait();
    control_.check();
    queue();
    ends_[turn_].record(stream_);
    used_[turn_] = true;
  }

 private:
  const Stream& stream_;
  const Control& control_;
  Event ends_[2];
  bool used_[2] = {};
  unsigned turn_ = 0;
};

/// Calls body(first, end) for even parts of 0..count, at most `most` each.
template <class Body>
void overParts(std::int64_t count, std::int64_t most, const Body& body) {
  most = std::max<std::int64_t>(most, 1);
  const std::int64_t parts = (count + most - 1) / most;
  const std::int64_t each = parts == 0 ? 1 : (count + parts - 1) / parts;
  for (std::int64_t first = 0; first < count; first += each) {
    body(first, std::min(first + each, count));
  }
}

}  // namespace espy::cuda
