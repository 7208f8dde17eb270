// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/crew.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

// Limits of the queue; workers pause beyond them.
constexpr std::size_t kMostNews = 256;
constexpr std::size_t kMostMatches = 1 << 20;

[[noreturn]] void cancel() {
  throw Error(ErrorCode::cancelled, phrase("cancelled"));
}

}  // namespace

void Turn::disableCancel() {
  const std::lock_guard lock(crew_.mutex_);
  uncancellable_ = true;
  crew_.changed_.notify_all();
}

void Turn::enableCancel() {
  const std::lock_guard lock(crew_.mutex_);
  uncancellable_ = false;
}

void Turn::hear() {
  const std::lock_guard lock(crew_.mutex_);
  if (crew_.left_) cancel();
  uncancellable_ = false;
}

void Turn::appear() {
  const std::lock_guard lock(crew_.mutex_);
  if (crew_.stopping_) cancel();
  uncancellable_ = false;
}

int Turn::beside() const {
  const std::lock_guard lock(crew_.mutex_);
  const std::size_t waiting = crew_.count_ - crew_.next_;
  const auto busy = static_cast<std::size_t>(
      std::count_if(crew_.turns_.begin(), crew_.turns_.end(),
                    [](const std::unique_ptr<Turn>& turn) { return turn->busy_; }));
  return static_cast<int>(std::min(crew_.turns_.size(), busy + waiting));
}

Crew::Crew(std::size_t count, int workers, Work work) : count_(count), work_(std::move(work)) {
  for (int w = 0; w < workers; ++w) turns_.push_back(std::unique_ptr<Turn>(new Turn(*this)));
  news_ = emptyNews();
  for (const std::unique_ptr<Turn>& turn : turns_) {
    try {
      threads_.emplace_back([this, &turn = *turn] { this->work(turn); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      break;  // fewer workers
    }
  }
}

Crew::~Crew() {
  stop();
  while (!leave()) {
    // Drops pending events: nothing consumes them, and memory may be short.
    std::unique_lock lock(mutex_);
    waitForNews(lock);
    news_.clear();
    weight_ = 0;
  }
}

void Crew::work(Turn& turn) {
  std::unique_lock lock(mutex_);
  for (;;) {
    cancelSeen_.wait(
        lock, [&] { return stopping_ || (news_.size() < kMostNews && weight_ < kMostMatches); });
    if (stopping_ || next_ == count_) return;
    const std::size_t index = next_++;
    turn.busy_ = true;
    turn.part = 0;
    news_.push_back({index, std::nullopt});
    changed_.notify_all();
    lock.unlock();
    Outcome outcome = work_(index, turn);
    lock.lock();
    turn.busy_ = false;
    turn.uncancellable_ = false;
    if (left_) return;
    weight_ += outcome.matches.size();
    news_.push_back({index, std::move(outcome)});
    changed_.notify_all();
  }
}

std::vector<Crew::BatchEvents> Crew::emptyNews() const {
  std::vector<BatchEvents> news;
  // Space for the end of each worker's turn and the start of its next, beyond the limit.
  news.reserve(kMostNews + 2 * turns_.size());
  return news;
}

void Crew::waitForNews(std::unique_lock<std::mutex>& lock) {
  constexpr std::chrono::milliseconds kMoment(20);
  changed_.wait_for(lock, kMoment, [&] { return !news_.empty(); });
  cancelSeen_.notify_all();
}

std::vector<Crew::BatchEvents> Crew::news() {
  std::vector<BatchEvents> next = emptyNews();
  std::unique_lock lock(mutex_);
  waitForNews(lock);
  weight_ = 0;
  return std::exchange(news_, std::move(next));
}

double Crew::partsDone() {
  const std::lock_guard lock(mutex_);
  double parts = 0;
  for (const std::unique_ptr<Turn>& turn : turns_) {
    if (turn->busy_) parts += static_cast<double>(turn->part.load());
  }
  return parts;
}

bool Crew::finished() {
  const std::lock_guard lock(mutex_);
  return next_ == count_ && news_.empty() &&
         std::none_of(turns_.begin(), turns_.end(),
                      [](const std::unique_ptr<Turn>& turn) { return turn->busy_; });
}

void Crew::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  cancelSeen_.notify_all();
}

bool Crew::leave() {
  const std::lock_guard lock(mutex_);
  if (!news_.empty()) return false;
  if (std::any_of(turns_.begin(), turns_.end(), [](const std::unique_ptr<Turn>& turn) {
        return turn->busy_ && !turn->uncancellable_;
      })) {
    return false;
  }
  left_ = true;
  return true;
}

}  // namespace espy::batch
