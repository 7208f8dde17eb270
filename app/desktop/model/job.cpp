// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/job.h"

#include <QCoreApplication>
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>

#include "espy/error.h"
#include "model/translated.h"

namespace espy::desktop {

Failure failureOf(const std::function<void()>& work) {
  try {
    work();
    return {};
  } catch (const Error& error) {
    return {.cancelled = error.code() == ErrorCode::cancelled, .sentence = translated(error)};
  } catch (const std::bad_alloc&) {
    return {.outOfMemory = true,
            .unnamed = true,
            .sentence = QCoreApplication::translate("espy::desktop::Job", "Not enough memory.")};
  } catch (const std::exception& error) {
    return {.unnamed = true, .sentence = translated(error)};
  }
}

/// A queued function.
struct Job::Task {
  Deferred work;
  std::uint64_t round = 0;
  std::stop_source stop;
  std::exception_ptr refused;  ///< no thread could be started
};

/// State shared by worker and job; kept alive by both.
struct Job::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  Job* job = nullptr;  ///< null after the job's end
  std::deque<TaskPtr> waiting;
  TaskPtr current;
  bool ended = false;
  std::function<void()> news;
  TaskPtr newsOf;
  bool newsQueued = false;  ///< delivery of news is queued
  std::chrono::milliseconds idleAfter{0};
  std::function<void()> whenIdle;

  /// Queues `call` on the job's thread. Requires the mutex.
  template <class Call>
  void post(Call call) {
    if (job == nullptr) return;
    QMetaObject::invokeMethod(&job->receiver_, std::move(call), Qt::QueuedConnection);
  }

  void work(const std::shared_ptr<Shared>& self) {
    std::unique_lock lock(mutex);
    const auto isWanted = [this] { return job == nullptr || !waiting.empty(); };
    while (true) {
      if (whenIdle && !changed.wait_for(lock, idleAfter, isWanted)) {
        lock.unlock();
        whenIdle();
        lock.lock();
      }
      changed.wait(lock, isWanted);
      if (job == nullptr) break;
      current = std::move(waiting.front());
      waiting.pop_front();
      lock.unlock();
      Deliver deliver = current->work(Handle(self, current));
      lock.lock();
      post([owner = job, task = current, deliver = std::move(deliver)] {
        owner->deliver(task, deliver);
      });
      current.reset();
      if (waiting.empty()) changed.notify_all();
    }
    ended = true;
    changed.notify_all();
  }

  /// The waiting functions and the running one.
  std::vector<TaskPtr> open() {
    const std::lock_guard lock(mutex);
    std::vector<TaskPtr> all(waiting.begin(), waiting.end());
    if (current) all.push_back(current);
    return all;
  }
};

Job::Job() : shared_(std::make_shared<Shared>()) {
  shared_->job = this;
  pause_.setSingleShot(true);
  QObject::connect(&pause_, &QTimer::timeout, &receiver_, [this] { deliverNews(); });
}

Job::~Job() {
  end(std::chrono::steady_clock::time_point::max());
}

void Job::end(std::chrono::steady_clock::time_point latest) {
  forget();
  bool over = true;
  {
    std::unique_lock lock(shared_->mutex);
    shared_->job = nullptr;
    shared_->changed.notify_all();
    if (latest != std::chrono::steady_clock::time_point::max() && thread_.joinable()) {
      over = shared_->changed.wait_until(lock, latest, [this] { return shared_->ended; });
    }
  }
  if (!thread_.joinable()) return;
  if (over) {
    thread_.join();
  } else {
    thread_.detach();
  }
}

void Job::finish() {
  if (thread_.joinable()) {
    std::unique_lock lock(shared_->mutex);
    shared_->changed.wait(lock, [this] { return !shared_->current && shared_->waiting.empty(); });
  }
  end(std::chrono::steady_clock::time_point::max());
}

void Job::insert(Deferred work, bool first) {
  auto task = std::make_shared<Task>();
  task->work = std::move(work);
  task->round = round_;
  ++undelivered_;
  try {
    if (!thread_.joinable()) thread_ = std::thread([shared = shared_] { shared->work(shared); });
  } catch (const std::system_error&) {
    task->refused = std::current_exception();
    Deliver failed = task->work(Handle(shared_, task));
    const std::lock_guard lock(shared_->mutex);
    return shared_->post([this, task, failed] { deliver(task, failed); });
  }
  const std::lock_guard lock(shared_->mutex);
  shared_->waiting.insert(first ? shared_->waiting.begin() : shared_->waiting.end(), task);
  shared_->changed.notify_all();
}

void Job::stop() {
  // Stop callbacks may run arbitrary code, so do not hold the lock.
  for (const TaskPtr& task : shared_->open()) task->stop.request_stop();
}

void Job::forget() {
  ++round_;
  undelivered_ = 0;
  const std::vector<TaskPtr> open = shared_->open();
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->waiting.clear();
    shared_->news = {};
  }
  for (const TaskPtr& task : open) task->stop.request_stop();
}

bool Job::idle() const {
  const std::lock_guard lock(shared_->mutex);
  return !running() && !shared_->current && shared_->waiting.empty();
}

void Job::whenIdle(std::chrono::milliseconds after, std::function<void()> call) {
  shared_->idleAfter = after;
  shared_->whenIdle = std::move(call);
}

void Job::deliver(const TaskPtr& task, const Deliver& deliver) {
  if (task->round != round_) return;
  deliverNews();
  if (task->round != round_) return;  // forgotten by one of the news
  --undelivered_;
  deliver();
}

void Job::deliverNewsSoon() {
  const qint64 since = sinceNews_.isValid() ? sinceNews_.elapsed() : pace_.count();
  if (since >= pace_.count()) return deliverNews();
  pause_.start(static_cast<int>(pace_.count() - since));
}

void Job::deliverNews() {
  std::function<void()> news;
  TaskPtr of;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->newsQueued = false;
    std::swap(news, shared_->news);
    std::swap(of, shared_->newsOf);
  }
  pause_.stop();
  if (!news || of->round != round_) return;
  sinceNews_.start();
  news();
}

std::stop_token Job::Handle::stop() const {
  return task_->stop.get_token();
}

void Job::Handle::checkThread() const {
  if (task_->refused) std::rethrow_exception(task_->refused);
}

void Job::Handle::post(std::function<void()> call) const {
  const std::lock_guard lock(shared_->mutex);
  shared_->post([job = shared_->job, task = task_, call = std::move(call)] {
    if (task->round == job->round_) call();
  });
}

void Job::Handle::postLatest(std::function<void()> call) const {
  const std::lock_guard lock(shared_->mutex);
  shared_->news = std::move(call);
  shared_->newsOf = task_;
  if (std::exchange(shared_->newsQueued, true)) return;
  shared_->post([job = shared_->job] { job->deliverNewsSoon(); });
}

Control Job::Handle::control(int threads, std::function<void(double part)> progressed) const {
  Control control;
  control.threads = threads;
  control.stop = stop();
  if (progressed) {
    control.progress = [handle = *this, progressed = std::move(progressed)](double part) {
      handle.postLatest([progressed, part] { progressed(part); });
    };
  }
  return control;
}

DiskJobs::~DiskJobs() {
  const auto latest = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  for (const auto& job : jobs_) job->forget();
  for (const auto& job : jobs_) job->end(latest);
}

Job& DiskJobs::idle(const Job* other) {
  const auto idle = std::find_if(jobs_.begin(), jobs_.end(), [other](const auto& job) {
    return job.get() != other && job->idle();
  });
  return idle != jobs_.end() ? **idle : *jobs_.emplace_back(std::make_unique<Job>());
}

}  // namespace espy::desktop
