// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

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

#include "base/openmp_threads.h"
#include "base/parallel.h"

/// Why `auto` does not take OpenMP's threads: where one cannot be started (`ulimit -u`,
/// `ulimit -v`), its library ends the process. Trying first (OnOpenMp) makes that rare, but another
/// program may take what was free.
namespace espy {
namespace {

/// Looks at a job that is about to come so often before sleeping: some 20 microseconds, about what
/// waking takes.
constexpr int kLooks = 500;

void pauseBriefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// The system often lets a new thread begin on the processor that has just started it, behind its
/// starter, and moves it only milliseconds later, by when a search may be over. So it is told to
/// begin on another one, and at once allowed again to run wherever it likes. `which` helper of the
/// team it is; one that cannot be told begins where the system likes.
void beginElsewhere(std::thread& thread, std::size_t which) {
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

/// A thread that waits for work.
class Helper {
 public:
  /// Throws std::system_error where the system starts no thread.
  static std::shared_ptr<Helper> started(std::size_t which) {
    auto helper = std::make_shared<Helper>();
    std::thread thread([helper] { helper->serve(); });
    beginElsewhere(thread, which);
    thread.detach();
    return helper;
  }

  void call(const std::function<void(int)>& work, int thread) {
    work_ = &work;
    thread_ = thread;
    change(kCalled);
  }

  /// Returns when the work has ended, or will not begin.
  void await() {
    int state = kCalled;
    if (state_.compare_exchange_strong(state, kIdle, std::memory_order_acq_rel)) return;
    while (state == kWorking) {
      state_.wait(kWorking, std::memory_order_acquire);
      state = state_.load(std::memory_order_acquire);
    }
  }

  /// The thread ends; to be told while it has no work.
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
      for (int i = 0; i < kLooks && state_.load(std::memory_order_relaxed) == kIdle; ++i) {
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

/// Helpers without work. What one caller has is not another's, so that callers on several threads
/// have as many each as they ask for. Never destroyed: threads sleep when the program ends.
class Pool {
 public:
  Pool() : process_(::getpid()) {}

  /// That of this process: after a fork the threads of the other one are not here.
  static Pool& here() {
    static std::atomic<Pool*> current = new Pool;
    Pool* pool = current.load(std::memory_order_acquire);
    if (pool->process_ != ::getpid()) {
      auto* fresh = new Pool;
      if (current.compare_exchange_strong(pool, fresh)) {
        pool = fresh;
      } else {
        delete fresh;
      }
    }
    return *pool;
  }

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

  /// Keeps as many as the largest team had.
  void release(Helpers hired) noexcept {
    const std::lock_guard lock(mutex_);
    for (std::shared_ptr<Helper>& helper : hired) {
      if (idle_.size() < most_) {
        idle_.push_back(std::move(helper));  // there is room
      } else {
        helper->dismiss();
      }
    }
  }

  int had() const { return had_; }

 private:
  pid_t process_;
  std::mutex mutex_;
  Helpers idle_;
  std::size_t most_ = 0;
  std::atomic<int> had_ = std::numeric_limits<int>::max();
};

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
  Pool& pool = Pool::here();
  Helpers helpers = pool.hire(static_cast<std::size_t>(threads) - 1);
  for (std::size_t i = 0; i < helpers.size(); ++i) {
    helpers[i]->call(marked, static_cast<int>(i) + 1);
  }
  marked(0);
  for (const std::shared_ptr<Helper>& helper : helpers) helper->await();
  pool.release(std::move(helpers));
}

int threadsHad(int threads) {
  if (const OnOpenMp* const openMp = OnOpenMp::current()) {
    return std::min(threads, openMp->threads());
  }
  return std::min(threads, Pool::here().had());
}

}  // namespace espy
