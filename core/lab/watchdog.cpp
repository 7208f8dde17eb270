// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/watchdog.h"

#include <algorithm>

namespace espy::lab {

Watchdog::Watchdog() : thread_([this](const std::stop_token& end) { watch(end); }) {}

void Watchdog::watch(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, end, [this] { return turn_ != nullptr; })) {
    const std::stop_source* const mine = turn_;
    const auto due = due_;
    const bool over =
        !changed_.wait_until(lock, end, due, [&] { return turn_ != mine || due_ != due; });
    if (end.stop_requested()) return;
    if (over && turn_ == mine) {
      turn_->request_stop();
      turn_ = nullptr;
    }
  }
}

Watchdog::Turn::Turn(Watchdog& patience, double seconds, const std::stop_token& outer)
    : patience_(patience), outer_(outer), chain_(outer, [this] { source_.request_stop(); }) {
  using Clock = std::chrono::steady_clock;
  constexpr double kYear = 3e7;
  const std::chrono::duration<double> most(std::min(seconds, kYear));
  const std::lock_guard lock(patience_.mutex_);
  patience_.due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(most);
  patience_.turn_ = &source_;
  patience_.changed_.notify_all();
}

Watchdog::Turn::~Turn() {
  const std::lock_guard lock(patience_.mutex_);
  if (patience_.turn_ == &source_) patience_.turn_ = nullptr;
  patience_.changed_.notify_all();
}

}  // namespace espy::lab
