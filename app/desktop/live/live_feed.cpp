// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/live_feed.h"

#include <utility>

namespace espy::desktop {

void LiveFeed::put(FreshFrame frame) {
  /// More changed areas are joined to the whole picture.
  constexpr std::size_t kMostAreas = 64;
  const std::lock_guard lock(mutex_);
  if (fresh_) {
    if (!frozen_ && !fresh_->changed.empty() && !frame.changed.empty()) ++dropped_;
    frame.changed.insert(frame.changed.end(), fresh_->changed.begin(), fresh_->changed.end());
    if (frame.changed.size() > kMostAreas) {
      const Size size = frame.picture->image.size();
      frame.changed = {{0, 0, size.width, size.height}};
    }
  }
  fresh_ = std::move(frame);
  changed_.notify_all();
}

void LiveFeed::end() {
  const std::lock_guard lock(mutex_);
  ends_ = true;
  changed_.notify_all();
}

void LiveFeed::waitForTime(double time, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kLate{200};
  std::unique_lock lock(mutex_);
  const auto since =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time));
  if (!start_) start_ = Clock::now() - since;
  for (;;) {
    if (frozen_) {
      const Clock::time_point begun = Clock::now();
      changed_.wait(lock, stop, [this] { return !frozen_; });
      *start_ += Clock::now() - begun;
    }
    if (stop.stop_requested() || Clock::now() >= *start_ + since) break;
    changed_.wait_until(lock, stop, *start_ + since, [this] { return frozen_ != nullptr; });
  }
  // What cannot be decoded in time is played slower.
  if (Clock::now() > *start_ + since + kLate) start_ = Clock::now() - since;
}

std::optional<LiveFeed::Turn> LiveFeed::next(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const bool some = changed_.wait(
      lock, stop, [this] { return search_ || turnsFrozen_ || ends_ || (fresh_ && !frozen_); });
  if (!some || stop.stop_requested()) return {};
  interrupt_ = {};
  Turn turn{{}, std::exchange(search_, {}), frozen_, false, dropped_, interrupt_.get_token()};
  turnsFrozen_ = false;
  if (!frozen_) turn.frame = std::exchange(fresh_, {});
  // What waits behind a frozen frame is not searched any more.
  turn.ended = std::exchange(ends_, false);
  return turn;
}

bool LiveFeed::show(LiveFramePtr frame) {
  const std::lock_guard lock(mutex_);
  return std::exchange(latest_, std::move(frame)) == nullptr;
}

void LiveFeed::setSearch(LiveSearch search) {
  std::stop_source interrupt;
  {
    const std::lock_guard lock(mutex_);
    search_ = std::move(search);
    interrupt = interrupt_;
    changed_.notify_all();
  }
  interrupt.request_stop();  // callbacks may run arbitrary code, so do not hold the lock
}

void LiveFeed::freeze(PicturePtr frame) {
  const std::lock_guard lock(mutex_);
  frozen_ = std::move(frame);
  turnsFrozen_ = frozen_ != nullptr;
  changed_.notify_all();
}

LiveFramePtr LiveFeed::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(latest_, nullptr);
}

void LiveFeed::setView(int level, double paintMilliseconds) {
  const std::lock_guard lock(mutex_);
  level_ = level;
  paint_ = paintMilliseconds;
}

std::pair<int, double> LiveFeed::view() const {
  const std::lock_guard lock(mutex_);
  return {level_, paint_};
}

}  // namespace espy::desktop
