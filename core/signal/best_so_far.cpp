// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_fast.h"

#include <algorithm>
#include <limits>

namespace espy::signal {

BestSoFar::BestSoFar(const MotifTask& task)
    : task_(task),
      exclude_(exclusionOf(task)),
      limit_(task.options.maxDistance),
      last_{std::numeric_limits<double>::infinity(), 0, 0, 0},
      untilTightened_(static_cast<std::size_t>(std::max<std::int64_t>(1, task.options.top))) {}

void BestSoFar::add(const Candidate& candidate) {
  const std::scoped_lock lock(mutex_);
  if (!(candidate.distance <= limit_) || last_ < candidate) return;
  if (task_.options.top == 1) {
    if (!found_.empty() && found_.front() < candidate) return;
    found_ = {candidate};
    rememberLast(candidate);
    return;
  }
  found_.push_back(candidate);
  if (task_.options.top > 0 && found_.size() >= untilTightened_) tighten();
}

void BestSoFar::tighten() {
  const std::int64_t top = task_.options.top;
  const std::vector<Candidate> apart =
      signal::selected(found_, 2 * exclude_, top, task_.options.maxDistance);
  if (std::ssize(apart) == top) {
    last_ = apart.back();
    rememberLast(last_);
    std::erase_if(found_, [&](const Candidate& c) { return last_ < c; });
  }
  untilTightened_ = found_.size() + found_.size() / 4 + 1;
}

/// Candidates ordered after `last` cannot be among the best.
void BestSoFar::rememberLast(const Candidate& last) {
  limit_ = last.distance;
  if (last.distance == 0 && last.shift == 0) lastStart_ = last.start;
}

std::vector<Candidate> BestSoFar::selected() const {
  const std::scoped_lock lock(mutex_);
  return signal::selected(found_, task_);
}

}  // namespace espy::signal
