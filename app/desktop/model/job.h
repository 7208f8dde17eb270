// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "espy/control.h"

namespace espy::desktop {

/// Why a function failed.
struct Failure {
  bool cancelled = false;    ///< by an `Error` with `ErrorCode::cancelled`
  bool outOfMemory = false;  ///< `sentence` is "Not enough memory."
  bool unnamed = false;      ///< not an `Error`: the sentence names no file
  QString sentence;          ///< empty: success
};
/// Runs `work` and converts its exception.
Failure failureOf(const std::function<void()>& work);

template <class T>
struct Outcome {
  std::optional<T> value;  ///< empty on failure
  Failure failure;
};

/// Runs functions on one worker thread, one after the other, and delivers each outcome on the
/// thread that created the job. The worker starts with the first function and stays, together with
/// the thread pools that engines cache for it. Declare a job as the last member of the object that
/// its functions use: the destructor requests stop, drops waiting functions and undelivered
/// outcomes, and joins the worker.
class Job {
 public:
  class Handle;

  Job();
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Forgets all others, then runs `work(const Handle&)` on the worker and calls `done(Outcome<T>)`
  /// on this thread; `done(Failure)` if `work` returns void.
  template <class Work, class Done>
  void start(Work work, Done done) {
    forget();
    add(std::move(work), std::move(done));
  }
  /// Like start(), but queued after the waiting functions.
  template <class Work, class Done>
  void add(Work work, Done done) {
    insert(deferred(std::move(work), std::move(done)), false);
  }
  /// Like add(), but before the waiting functions.
  template <class Work, class Done>
  void addFirst(Work work, Done done) {
    insert(deferred(std::move(work), std::move(done)), true);
  }

  /// Requests stop of all functions. Their outcomes are delivered.
  void stop();
  /// Requests stop of all functions, drops the waiting ones and delivers nothing.
  void forget();
  /// Whether an outcome is still to be delivered.
  bool running() const { return undelivered_ > 0; }
  /// Whether nothing is to be delivered and the worker has nothing to do.
  bool idle() const;
  /// Ends the job like the destructor, but waits for the worker only until `latest`, then detaches
  /// it.
  void end(std::chrono::steady_clock::time_point latest);
  /// Waits for all functions, waiting ones too, then ends the job.
  void finish();

  /// Minimum time between two deliveries of `Handle::postLatest`; 50 ms by default.
  void setPace(std::chrono::milliseconds pace) { pace_ = pace; }
  /// `call` runs on the worker when it has been idle for `after`. Call before the first function is
  /// added.
  void whenIdle(std::chrono::milliseconds after, std::function<void()> call);

 private:
  struct Shared;
  struct Task;
  using TaskPtr = std::shared_ptr<Task>;
  using Deliver = std::function<void()>;
  using Deferred = std::function<Deliver(const Handle&)>;

  template <class Work, class Done>
  static Deferred deferred(Work work, Done done);
  void insert(Deferred work, bool first);
  void deliver(const TaskPtr& task, const Deliver& deliver);
  void deliverNewsSoon();
  void deliverNews();

  std::shared_ptr<Shared> shared_;
  std::thread thread_;
  QObject receiver_;  ///< context of all queued calls from the worker
  int undelivered_ = 0;
  std::uint64_t round_ = 0;  ///< results of earlier rounds are dropped
  std::chrono::milliseconds pace_{50};
  QTimer pause_;
  QElapsedTimer sinceNews_;
};

/// A function's handle to its job, for use on the worker.
class Job::Handle {
 public:
  std::stop_token stop() const;
  bool stopped() const { return stop().stop_requested(); }
  /// Calls `call` on the job's thread, unless the function is forgotten by then.
  void post(std::function<void()> call) const;
  /// Like post(), but a later call replaces one that is still pending. The last one runs before the
  /// outcome is delivered.
  void postLatest(std::function<void()> call) const;
  /// Control with the function's stop token; `progressed` gets the completed part, 0..1, through
  /// postLatest().
  Control control(int threads = 0, std::function<void(double part)> progressed = {}) const;

 private:
  friend class Job;
  Handle(std::shared_ptr<Shared> shared, TaskPtr task)
      : shared_(std::move(shared)), task_(std::move(task)) {}
  /// Throws if the worker thread could not be started.
  void checkThread() const;

  std::shared_ptr<Shared> shared_;
  TaskPtr task_;
};

template <class Work, class Done>
Job::Deferred Job::deferred(Work work, Done done) {
  using T = std::invoke_result_t<Work&, const Handle&>;
  return [work = std::move(work), done = std::move(done)](const Handle& handle) mutable -> Deliver {
    if constexpr (std::is_void_v<T>) {
      Failure failure = failureOf([&] {
        handle.checkThread();
        work(handle);
      });
      return [failure, done = std::move(done)]() mutable { done(std::move(failure)); };
    } else {
      auto outcome = std::make_shared<Outcome<T>>();
      outcome->failure = failureOf([&] {
        handle.checkThread();
        outcome->value.emplace(work(handle));
      });
      return [outcome, done = std::move(done)]() mutable { done(std::move(*outcome)); };
    }
  };
}

/// Jobs for functions that may block on I/O and use nothing of their owner: the destructor waits
/// 300 ms for all of them together, then detaches them.
class DiskJobs {
 public:
  DiskJobs() = default;
  ~DiskJobs();
  DiskJobs(const DiskJobs&) = delete;
  DiskJobs& operator=(const DiskJobs&) = delete;

  /// An idle job other than `other`; creates one if needed.
  Job& idle(const Job* other = nullptr);

 private:
  std::vector<std::unique_ptr<Job>> jobs_;
};

}  // namespace espy::desktop
