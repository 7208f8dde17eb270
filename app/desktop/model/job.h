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

/// Why a function has no result.
struct Failure {
  bool cancelled = false;    ///< by an `Error` with `ErrorCode::cancelled`
  bool outOfMemory = false;  ///< `sentence` is "Not enough memory."
  bool unnamed = false;      ///< by no `Error`: the sentence names no file
  QString sentence;          ///< empty: it has one
};
/// Of an exception that `work` throws.
Failure failureOf(const std::function<void()>& work);

template <class T>
struct Outcome {
  std::optional<T> value;  ///< empty: see `failure`
  Failure failure;
};

/// Runs functions on one worker thread, one after the other, and delivers each outcome on the
/// thread that the job was made on. The worker starts with the first function and stays, and with
/// it the thread pools that engines keep for it. Declare a job last among the members of the object
/// that its functions use: the destructor stops the functions, drops those that wait and all that
/// is not delivered yet, and joins the worker.
class Job {
 public:
  class Run;

  Job();
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Forgets all others, then runs `work(const Run&)` on the worker and calls
  /// `done(Outcome<T>)` here; `done(Failure)` where work returns nothing.
  template <class Work, class Done>
  void start(Work work, Done done) {
    forget();
    add(std::move(work), std::move(done));
  }
  /// The same, behind those that wait.
  template <class Work, class Done>
  void add(Work work, Done done) {
    insert(deferred(std::move(work), std::move(done)), false);
  }
  /// The same, before those that wait.
  template <class Work, class Done>
  void addFirst(Work work, Done done) {
    insert(deferred(std::move(work), std::move(done)), true);
  }

  /// Asks all functions to stop. Their outcomes are delivered.
  void stop();
  /// Asks all functions to stop, starts none of those that wait, and delivers nothing of them.
  void forget();
  /// An outcome is still to be delivered.
  bool running() const { return undelivered_ > 0; }
  /// Nothing is to be delivered, and the worker has nothing to do.
  bool idle() const;
  /// Ends the job as the destructor does, but waits for the worker until `latest` only, and leaves
  /// it to itself then.
  void end(std::chrono::steady_clock::time_point latest);
  /// Ends the job when all of its functions have run, those that wait too.
  void finish();

  /// Of `Run::tell` at most one is delivered in this time; 50 ms by default.
  void setPace(std::chrono::milliseconds pace) { pace_ = pace; }
  /// Called on the worker once it has been idle for so long. Set it before the first function.
  void whenIdle(std::chrono::milliseconds after, std::function<void()> call);

 private:
  struct Shared;
  struct Asked;
  using AskedPtr = std::shared_ptr<Asked>;
  using Deliver = std::function<void()>;
  using Deferred = std::function<Deliver(const Run&)>;

  template <class Work, class Done>
  static Deferred deferred(Work work, Done done);
  void insert(Deferred work, bool first);
  void deliver(const AskedPtr& asked, const Deliver& deliver);
  void deliverNewsSoon();
  void deliverNews();

  std::shared_ptr<Shared> shared_;
  std::thread thread_;
  QObject receiver_;  ///< of all that comes from the worker
  int undelivered_ = 0;
  std::uint64_t round_ = 0;  ///< what was asked for in an earlier one is forgotten
  std::chrono::milliseconds pace_{50};
  QTimer pause_;
  QElapsedTimer sinceNews_;
};

/// What a function on the worker knows of its job.
class Job::Run {
 public:
  std::stop_token stop() const;
  bool stopped() const { return stop().stop_requested(); }
  /// Calls `call` on the job's thread, unless this is forgotten by then.
  void post(std::function<void()> call) const;
  /// The same for news of which the latest is enough: it replaces what was not called yet. The last
  /// one is called before the outcome is delivered.
  void tell(std::function<void()> call) const;
  /// With the stop of this run; `progressed` gets the done part, 0..1, by `tell`.
  Control control(int threads = 0, std::function<void(double part)> progressed = {}) const;

 private:
  friend class Job;
  Run(std::shared_ptr<Shared> shared, AskedPtr asked)
      : shared_(std::move(shared)), asked_(std::move(asked)) {}
  /// Throws where no thread could be made.
  void checkThread() const;

  std::shared_ptr<Shared> shared_;
  AskedPtr asked_;
};

template <class Work, class Done>
Job::Deferred Job::deferred(Work work, Done done) {
  using T = std::invoke_result_t<Work&, const Run&>;
  return [work = std::move(work), done = std::move(done)](const Run& run) mutable -> Deliver {
    if constexpr (std::is_void_v<T>) {
      Failure failure = failureOf([&] {
        run.checkThread();
        work(run);
      });
      return [failure, done = std::move(done)]() mutable { done(std::move(failure)); };
    } else {
      auto outcome = std::make_shared<Outcome<T>>();
      outcome->failure = failureOf([&] {
        run.checkThread();
        outcome->value.emplace(work(run));
      });
      return [outcome, done = std::move(done)]() mutable { done(std::move(*outcome)); };
    }
  };
}

/// Jobs for functions that may wait for a disk or a pipe without end, and use nothing of their
/// owner: the destructor waits 300 ms for all of them together, then leaves them to themselves.
class DiskJobs {
 public:
  DiskJobs() = default;
  ~DiskJobs();
  DiskJobs(const DiskJobs&) = delete;
  DiskJobs& operator=(const DiskJobs&) = delete;

  /// One that has nothing to do, other than this one.
  Job& idle(const Job* other = nullptr);

 private:
  std::vector<std::unique_ptr<Job>> jobs_;
};

}  // namespace espy::desktop
