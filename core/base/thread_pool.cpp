// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/of_this_process.h"
#include "base/openmp_threads.h"
#include "base/parallel.h"

/// Why `auto` does not choose OpenMP: if a thread cannot be started (`ulimit -u`, `ulimit -v`), its
/// library ends the process. Starting on trial first (OnOpenMp) makes that rare, but another
/// process may take the last thread in between.
namespace espy {
namespace {

/// Polls for the next job before sleeping: about 20 microseconds, the cost of a wake-up.
constexpr int kSpins = 500;

void pauseBriefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Moves a new thread to another processor, then restores its affinity. The system often starts it
/// on the processor of its creator and migrates it only milliseconds later, when a search may be
/// over. `which`: index of the helper in its team. Best effort.
void startOnCpu(std::thread& thread, std::size_t which) {
#if defined(__GLIBC__)
  cpu_set_t allowed;
  const int here = ::sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE) return;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  const auto count = static_cast<std::size_t>(CPU_COUNT(&allowed));
  if (count < 2 || !CPU_ISSET(here, &allowed)) return;
  std::size_t left = which % (count - 1);
  for (int next = (here + 1) % CPU_SETSIZE; next != here; next = (next + 1) % CPU_SETSIZE) {
    if (!CPU_ISSET(next, &allowed) || left-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(next, &one);
    if (::pthread_setaffinity_np(thread.native_handle(), sizeof one, &one) == 0) {
      ::pthread_setaffinity_np(thread.native_handle(), sizeof allowed, &allowed);
    }
    return;
  }
#endif
}

/// A pooled thread.
class Helper {
 public:
  /// Throws std::system_error if the thread cannot be started.
  static std::shared_ptr<Helper> started(std::size_t which) {
    auto helper = std::make_shared<Helper>();
    std::thread thread([helper] { helper->serve(); });
    startOnCpu(thread, which);
    thread.detach();
    return helper;
  }

  void call(const std::function<void(int)>& work, int thread) {
    work_ = &work;
    thread_ = thread;
    change(kCalled);
  }

  /// Returns when the work has ended, or has been withdrawn before it began.
  void await() {
    int state = kCalled;
    if (!state_.compare_exchange_strong(state, kIdle, std::memory_order_acq_rel)) awaitEnd();
  }
  /// Returns when the work has ended.
  void awaitEnd() {
    for (int state = state_.load(std::memory_order_acquire); state != kIdle;
         state = state_.load(std::memory_order_acquire)) {
      state_.wait(state, std::memory_order_acquire);
    }
  }

  /// Ends the thread; only while it has no work.
  void dismiss() { change(kDismissed); }

 private:
  static constexpr int kIdle = 0;
  static constexpr int kCalled = 1;
  static constexpr int kWorking = 2;
  static constexpr int kDismissed = 3;

  void change(int state) {
    state_.store(state, std::memory_order_release);
    state_.notify_all();
  }

  void serve() {
    for (;;) {
      for (int i = 0; i < kSpins && state_.load(std::memory_order_relaxed) == kIdle; ++i) {
        pauseBriefly();
      }
      state_.wait(kIdle, std::memory_order_relaxed);
      int state = kCalled;
      if (state_.compare_exchange_strong(state, kWorking, std::memory_order_acq_rel)) {
        (*work_)(thread_);
        change(kIdle);
      } else if (state == kDismissed) {
        return;
      }
    }
  }

  std::atomic<int> state_ = kIdle;
  const std::function<void(int)>* work_ = nullptr;
  int thread_ = 0;
};

using Helpers = std::vector<std::shared_ptr<Helper>>;

/// Idle helpers. Helpers are not shared between callers, so concurrent callers get full teams.
class Pool {
 public:
  Helpers hire(std::size_t count) {
    Helpers hired;
    hired.reserve(count);
    {
      const std::lock_guard lock(mutex_);
      most_ = std::max(most_, count);
      idle_.reserve(most_);
      while (hired.size() < count && !idle_.empty()) {
        hired.push_back(std::move(idle_.back()));
        idle_.pop_back();
      }
    }
    try {
      while (hired.size() < count) hired.push_back(Helper::started(hired.size()));
      had_ = std::numeric_limits<int>::max();
    } catch (const std::system_error&) {
      had_ = static_cast<int>(hired.size()) + 1;
    } catch (const std::bad_alloc&) {
      had_ = static_cast<int>(hired.size()) + 1;
    }
    return hired;
  }

  /// Returns helpers to the pool, which keeps at most the size of the largest team.
  void release(Helpers hired) noexcept {
    const std::lock_guard lock(mutex_);
    for (std::shared_ptr<Helper>& helper : hired) {
      if (idle_.size() < most_) {
        idle_.push_back(std::move(helper));  // within the reserved capacity
      } else {
        helper->dismiss();
      }
    }
  }

  int had() const { return had_; }

 private:
  std::mutex mutex_;
  Helpers idle_;
  std::size_t most_ = 0;
  std::atomic<int> had_ = std::numeric_limits<int>::max();
};

void callAll(const Helpers& helpers, const std::function<void(int)>& work) {
  for (std::size_t i = 0; i < helpers.size(); ++i) {
    helpers[i]->call(work, static_cast<int>(i) + 1);
  }
  work(0);
}

}  // namespace

void runOnThreads(int threads, const std::function<void(int)>& work) {
  thread_local bool takingPart = false;
  if (threads <= 1 || takingPart) return work(0);
  const std::function<void(int)> marked = [&](int thread) {
    takingPart = true;
    work(thread);
    takingPart = false;
  };
  if (OnOpenMp* const openMp = OnOpenMp::current()) return openMp->run(threads, marked);
  Pool& pool = ofThisProcess<Pool>();
  Helpers helpers = pool.hire(static_cast<std::size_t>(threads) - 1);
  callAll(helpers, marked);
  for (const std::shared_ptr<Helper>& helper : helpers) helper->await();
  pool.release(std::move(helpers));
}

struct Crew::Hired {
  Pool& pool;
  Helpers helpers;
};

Crew::Crew(int threads) : hired_(new Hired{ofThisProcess<Pool>(), {}}) {
  if (threads > 1) hired_->helpers = hired_->pool.hire(static_cast<std::size_t>(threads) - 1);
}
Crew::~Crew() {
  hired_->pool.release(std::move(hired_->helpers));
}

int Crew::size() const {
  return static_cast<int>(hired_->helpers.size()) + 1;
}

void Crew::run(const std::function<void(int)>& work) const {
  callAll(hired_->helpers, work);
  for (const std::shared_ptr<Helper>& helper : hired_->helpers) helper->awaitEnd();
}

int threadsHad(int threads) {
  if (const OnOpenMp* const openMp = OnOpenMp::current()) {
    return std::min(threads, openMp->threads());
  }
  return std::min(threads, ofThisProcess<Pool>().had());
}

}  // namespace espy
