// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

// Limits of the queue; workers pause beyond them.
constexpr std::size_t kMostEvents = 256;
constexpr std::size_t kMostMatches = 1 << 20;

[[noreturn]] void cancel() {
  throw Error(ErrorCode::cancelled, phrase("cancelled"));
}

}  // namespace

void WorkerContext::disableCancel() {
  const std::lock_guard lock(pool_.mutex_);
  uncancellable_ = true;
  pool_.changed_.notify_all();
}

void WorkerContext::enableCancel() {
  const std::lock_guard lock(pool_.mutex_);
  uncancellable_ = false;
}

void WorkerContext::checkAbandoned() {
  const std::lock_guard lock(pool_.mutex_);
  if (pool_.abandoned_) cancel();
  uncancellable_ = false;
}

void WorkerContext::commit() {
  const std::lock_guard lock(pool_.mutex_);
  if (pool_.stopping_) cancel();
  uncancellable_ = false;
}

int WorkerContext::beside() const {
  const std::lock_guard lock(pool_.mutex_);
  const std::size_t waiting = pool_.count_ - pool_.next_;
  const auto busy = static_cast<std::size_t>(
      std::count_if(pool_.contexts_.begin(), pool_.contexts_.end(),
                    [](const std::unique_ptr<WorkerContext>& context) { return context->busy_; }));
  return static_cast<int>(std::min(pool_.contexts_.size(), busy + waiting));
}

WorkerPool::WorkerPool(std::size_t count, int workers, ProcessImage process)
    : count_(count), process_(std::move(process)) {
  for (int w = 0; w < workers; ++w)
    contexts_.push_back(std::unique_ptr<WorkerContext>(new WorkerContext(*this)));
  events_ = emptyEvents();
  for (const std::unique_ptr<WorkerContext>& context : contexts_) {
    try {
      threads_.emplace_back([this, &context = *context] { this->work(context); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      break;  // fewer workers
    }
  }
}

WorkerPool::~WorkerPool() {
  stop();
  while (!tryAbandon()) {
    // Drops pending events: nothing consumes them, and memory may be short.
    std::unique_lock lock(mutex_);
    waitForEvents(lock);
    events_.clear();
    weight_ = 0;
  }
}

void WorkerPool::work(WorkerContext& context) {
  std::unique_lock lock(mutex_);
  for (;;) {
    cancelSeen_.wait(lock, [&] {
      return stopping_ || (events_.size() < kMostEvents && weight_ < kMostMatches);
    });
    if (stopping_ || next_ == count_) return;
    const std::size_t index = next_++;
    context.busy_ = true;
    context.part = 0;
    events_.push_back({index, std::nullopt});
    changed_.notify_all();
    lock.unlock();
    Outcome outcome = process_(index, context);
    lock.lock();
    context.busy_ = false;
    context.uncancellable_ = false;
    if (abandoned_) return;
    weight_ += outcome.matches.size();
    events_.push_back({index, std::move(outcome)});
    changed_.notify_all();
  }
}

std::vector<WorkerPool::Event> WorkerPool::emptyEvents() const {
  std::vector<Event> events;
  // Space for the end of each worker's image and the start of its next, beyond the limit.
  events.reserve(kMostEvents + 2 * contexts_.size());
  return events;
}

void WorkerPool::waitForEvents(std::unique_lock<std::mutex>& lock) {
  constexpr std::chrono::milliseconds kMoment(20);
  changed_.wait_for(lock, kMoment, [&] { return !events_.empty(); });
  cancelSeen_.notify_all();
}

std::vector<WorkerPool::Event> WorkerPool::events() {
  std::vector<Event> next = emptyEvents();
  std::unique_lock lock(mutex_);
  waitForEvents(lock);
  weight_ = 0;
  return std::exchange(events_, std::move(next));
}

double WorkerPool::partsDone() {
  const std::lock_guard lock(mutex_);
  double parts = 0;
  for (const std::unique_ptr<WorkerContext>& context : contexts_) {
    if (context->busy_) parts += static_cast<double>(context->part.load());
  }
  return parts;
}

bool WorkerPool::finished() {
  const std::lock_guard lock(mutex_);
  return next_ == count_ && events_.empty() &&
         std::none_of(contexts_.begin(), contexts_.end(),
                      [](const std::unique_ptr<WorkerContext>& context) { return context->busy_; });
}

void WorkerPool::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  cancelSeen_.notify_all();
}

bool WorkerPool::tryAbandon() {
  const std::lock_guard lock(mutex_);
  if (!events_.empty()) return false;
  if (std::any_of(contexts_.begin(), contexts_.end(),
                  [](const std::unique_ptr<WorkerContext>& context) {
                    return context->busy_ && !context->uncancellable_;
                  })) {
    return false;
  }
  abandoned_ = true;
  return true;
}

}  // namespace espy::batch
