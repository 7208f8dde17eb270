// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/work_lane.h"

#include <utility>

namespace espy::desktop {

WorkLane::~WorkLane() {
  thread_.request_stop();
  stop();
}

void WorkLane::add(Job job) {
  insert(std::move(job), false);
}

void WorkLane::addFirst(Job job) {
  insert(std::move(job), true);
}

void WorkLane::insert(Job job, bool first) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.insert(first ? jobs_.begin() : jobs_.end(), {std::move(job), stop_.get_token()});
  }
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& quit) { work(quit); });
  }
  wake_.notify_one();
}

void WorkLane::stop() {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  stop_ = std::stop_source();
}

void WorkLane::work(const std::stop_token& quit) {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, quit, [this] { return !jobs_.empty(); });
    if (quit.stop_requested()) return;
    const Waiting next = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    next.job(next.stop);
  }
}

}  // namespace espy::desktop
