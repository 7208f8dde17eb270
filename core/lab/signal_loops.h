// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>

#include "espy/engine/signal.h"
#include "espy/timeline.h"

/// Shared by the plain strategies of signal-sad.
namespace espy::lab {

/// Sum of absolute differences (SAD), added in order.
template <class Value>
inline Value sadAt(const Value* data, const Value* query, std::int64_t length) {
  Value sad = 0;
  for (std::int64_t i = 0; i < length; ++i) sad += std::abs(data[i] - query[i]);
  return sad;
}

/// Orders matches by distance, then by start; a start below 0 means none.
template <class Value>
inline bool isBetter(const SignalMatch<Value>& a, const SignalMatch<Value>& b) {
  if (a.start < 0 || b.start < 0) return a.start >= 0;
  return a.distance < b.distance || (a.distance == b.distance && a.start < b.start);
}

/// Cancellation for loops that cannot be left, such as OpenMP's. Polls the stop token only every
/// few positions, because for a short query polling costs more than a position.
class StopPoll {
 public:
  StopPoll(const Control& control, std::int64_t length) : control_(control) {
    constexpr std::uint64_t kBetween = 1 << 16;  // differences
    const auto places = std::max<std::uint64_t>(1, kBetween / static_cast<std::uint64_t>(length));
    mask_ = static_cast<std::int64_t>(std::bit_floor(places)) - 1;
  }
  bool stopped(std::int64_t place) {
    if ((place & mask_) == 0 && control_.stopping())
      stopped_.store(true, std::memory_order_relaxed);
    return stopped_.load(std::memory_order_relaxed);
  }

 private:
  const Control& control_;
  std::int64_t mask_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace espy::lab
