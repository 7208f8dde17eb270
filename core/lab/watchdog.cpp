// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/watchdog.h"

#include <algorithm>

namespace espy::lab {

Watchdog::Watchdog() : thread_([this](const std::stop_token& end) { watch(end); }) {}

void Watchdog::watch(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, end, [this] { return current_ != nullptr; })) {
    const std::stop_source* const mine = current_;
    const auto due = due_;
    const bool over =
        !changed_.wait_until(lock, end, due, [&] { return current_ != mine || due_ != due; });
    if (end.stop_requested()) return;
    if (over && current_ == mine) {
      current_->request_stop();
      current_ = nullptr;
    }
  }
}

Watchdog::Scope::Scope(Watchdog& watchdog, double seconds, const std::stop_token& outer)
    : watchdog_(watchdog), outer_(outer), chain_(outer, [this] { source_.request_stop(); }) {
  using Clock = std::chrono::steady_clock;
  constexpr double kYear = 3e7;
  const std::chrono::duration<double> most(std::min(seconds, kYear));
  const std::lock_guard lock(watchdog_.mutex_);
  watchdog_.due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(most);
  watchdog_.current_ = &source_;
  watchdog_.changed_.notify_all();
}

Watchdog::Scope::~Scope() {
  const std::lock_guard lock(watchdog_.mutex_);
  if (watchdog_.current_ == &source_) watchdog_.current_ = nullptr;
  watchdog_.changed_.notify_all();
}

}  // namespace espy::lab
