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

struct Job::Asked {
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
  std::deque<AskedPtr> waiting;
  AskedPtr current;
  bool ended = false;
  std::function<void()> news;
  AskedPtr newsOf;
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
      Deliver deliver = current->work(Run(self, current));
      lock.lock();
      post([owner = job, asked = current, deliver = std::move(deliver)] {
        owner->deliver(asked, deliver);
      });
      current.reset();
      if (waiting.empty()) changed.notify_all();
    }
    ended = true;
    changed.notify_all();
  }

  /// The waiting functions and the running one.
  std::vector<AskedPtr> open() {
    const std::lock_guard lock(mutex);
    std::vector<AskedPtr> all(waiting.begin(), waiting.end());
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
  auto asked = std::make_shared<Asked>();
  asked->work = std::move(work);
  asked->round = round_;
  ++undelivered_;
  try {
    if (!thread_.joinable()) thread_ = std::thread([shared = shared_] { shared->work(shared); });
  } catch (const std::system_error&) {
    asked->refused = std::current_exception();
    Deliver failed = asked->work(Run(shared_, asked));
    const std::lock_guard lock(shared_->mutex);
    return shared_->post([this, asked, failed] { deliver(asked, failed); });
  }
  const std::lock_guard lock(shared_->mutex);
  shared_->waiting.insert(first ? shared_->waiting.begin() : shared_->waiting.end(), asked);
  shared_->changed.notify_all();
}

void Job::stop() {
  // Stop callbacks may run arbitrary code, so do not hold the lock.
  for (const AskedPtr& asked : shared_->open()) asked->stop.request_stop();
}

void Job::forget() {
  ++round_;
  undelivered_ = 0;
  const std::vector<AskedPtr> open = shared_->open();
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->waiting.clear();
    shared_->news = {};
  }
  for (const AskedPtr& asked : open) asked->stop.request_stop();
}

bool Job::idle() const {
  const std::lock_guard lock(shared_->mutex);
  return !running() && !shared_->current && shared_->waiting.empty();
}

void Job::whenIdle(std::chrono::milliseconds after, std::function<void()> call) {
  shared_->idleAfter = after;
  shared_->whenIdle = std::move(call);
}

void Job::deliver(const AskedPtr& asked, const Deliver& deliver) {
  if (asked->round != round_) return;
  deliverNews();
  if (asked->round != round_) return;  // forgotten by one of the news
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
  AskedPtr of;
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

std::stop_token Job::Run::stop() const {
  return asked_->stop.get_token();
}

void Job::Run::checkThread() const {
  if (asked_->refused) std::rethrow_exception(asked_->refused);
}

void Job::Run::post(std::function<void()> call) const {
  const std::lock_guard lock(shared_->mutex);
  shared_->post([job = shared_->job, asked = asked_, call = std::move(call)] {
    if (asked->round == job->round_) call();
  });
}

void Job::Run::postLatest(std::function<void()> call) const {
  const std::lock_guard lock(shared_->mutex);
  shared_->news = std::move(call);
  shared_->newsOf = asked_;
  if (std::exchange(shared_->newsQueued, true)) return;
  shared_->post([job = shared_->job] { job->deliverNewsSoon(); });
}

Control Job::Run::control(int threads, std::function<void(double part)> progressed) const {
  Control control;
  control.threads = threads;
  control.stop = stop();
  if (progressed) {
    control.progress = [run = *this, progressed = std::move(progressed)](double part) {
      run.postLatest([progressed, part] { progressed(part); });
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
