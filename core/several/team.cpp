// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "several/team.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/thread_pool.h"
#include "espy/error.h"

namespace espy::several {

struct Team::State {
  std::mutex mutex;
  std::vector<int> calls;
  std::vector<bool> failed;  ///< by its last call

  explicit State(std::size_t members) : calls(members), failed(members) {}
};

Team::Team(const Several& several)
    : several_(several), state_(std::make_unique<State>(several.members.size())) {}
Team::~Team() = default;

Part partOf(std::int64_t whole, std::size_t index, std::size_t count) {
  const auto at = [&](std::size_t part) {
    return whole * static_cast<std::int64_t>(part) / static_cast<std::int64_t>(count);
  };
  return {at(index), at(index + 1)};
}

std::vector<std::size_t> Team::all() const {
  std::vector<std::size_t> members;
  for (std::size_t m = 0; m < size(); ++m) members.push_back(m);
  return members;
}

namespace {

using Clock = std::chrono::steady_clock;

/// What a member did in a call.
struct Work {
  RunReport report;
  std::optional<Clock::time_point> end;  ///< of its last task
  std::optional<Message> failure;
};

/// Adds what the members did to the report of the call.
void describe(const Team& team, const std::vector<Work>& works, RunReport& report) {
  const Work* last = nullptr;
  for (std::size_t m = 0; m < works.size(); ++m) {
    const Work& work = works[m];
    if (!work.end && !work.failure) continue;
    if (work.end && (last == nullptr || *work.end > *last->end)) last = &work;
    const auto same = [&](const auto& known) { return known.first == team.member(m); };
    auto known = std::find_if(report.members.begin(), report.members.end(), same);
    if (known == report.members.end()) {
      known = report.members.emplace(known, team.member(m), Timeline());
    }
    known->second.add(work.report.timeline);
    if (work.failure) {
      alsoSay(report.fallback,
              phrase("{} failed, and others did its work: {}", team.member(m), *work.failure));
    }
  }
  report.engine = team.name();
  if (last == nullptr) return;
  report.timeline.add(last->report.timeline);
  report.threads = last->report.threads;
  report.strategy = last->report.strategy;
  if (!last->report.fallback.empty()) alsoSay(report.fallback, last->report.fallback);
}

/// Tasks that the members of a team take, each its own first.
class Shift {
 public:
  Shift(const Team& team, std::size_t count, const std::vector<std::size_t>& able,
        const Control& control)
      : able_(able),
        tasks_(count, State::waiting),
        parts_(count),
        works_(team.size()),
        control_(control),
        onStop_(control.stop, [this] { stop_.request_stop(); }) {
    own_.stop = stop_.get_token();
    own_.threads = std::max(1, threadsFor(control) / static_cast<int>(able.size()));
  }

  /// Runs the tasks of one member until none is left for it.
  void work(std::size_t place, const std::function<void(const Task&)>& run) {
    const std::size_t member = able_[place];
    Work& mine = works_[member];
    while (const std::optional<std::size_t> task = next(place)) {
      Control control = own_;
      if (control_.progress) {
        control.progress = [this, index = *task](double part) { report(index, part); };
      }
      try {
        control.check();
        run({*task, member, control, mine.report});
        mine.end = Clock::now();
        finish(*task, State::done);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::device) return end(std::current_exception());
        mine.failure = error.message();
        lastFailure(std::current_exception());
        finish(*task, State::waiting);
        return leave(place);
      } catch (...) {
        return end(std::current_exception());
      }
    }
  }

  /// Ends the work of a member; others take its tasks.
  void leave(std::size_t place) {
    const std::lock_guard lock(mutex_);
    left_.push_back(place);
    if (left_.size() == able_.size() && !error_) error_ = failure_;
    changed_.notify_all();
  }

  /// Throws what ended the shift, unless all tasks are done.
  void check() const {
    control_.check();
    if (error_) std::rethrow_exception(error_);
    const auto isDone = [](State state) { return state == State::done; };
    if (!std::all_of(tasks_.begin(), tasks_.end(), isDone)) std::rethrow_exception(failure_);
  }

  const std::vector<Work>& works() const { return works_; }

 private:
  enum class State { waiting, running, done };

  /// The next task for a member; waits for tasks that may come back. Nothing: the member is free.
  std::optional<std::size_t> next(std::size_t place) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (error_) return {};
      bool running = false;
      for (std::size_t offset = 0; offset < tasks_.size(); ++offset) {
        const std::size_t task = (place + offset) % tasks_.size();
        running = running || tasks_[task] == State::running;
        // Others' tasks only if these failed.
        const bool mayTake = task == place || std::count(left_.begin(), left_.end(), task) > 0;
        if (tasks_[task] != State::waiting) continue;
        running = true;
        if (!mayTake) continue;
        tasks_[task] = State::running;
        return task;
      }
      if (!running) return {};
      changed_.wait(lock);
    }
  }
  void finish(std::size_t task, State state) {
    const std::lock_guard lock(mutex_);
    tasks_[task] = state;
    changed_.notify_all();
  }
  void lastFailure(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
  }
  void end(std::exception_ptr error) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::move(error);
      changed_.notify_all();
    }
    stop_.request_stop();
  }
  void report(std::size_t task, double part) {
    const std::lock_guard lock(reporting_);
    parts_[task] = std::max(parts_[task], part);
    double sum = 0;
    for (const double each : parts_) sum += each;
    control_.progress(sum / static_cast<double>(parts_.size()));
  }

  const std::vector<std::size_t>& able_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<State> tasks_;
  std::vector<std::size_t> left_;  ///< places of members that failed
  std::exception_ptr error_;
  std::exception_ptr failure_;
  std::mutex reporting_;
  std::vector<double> parts_;
  std::vector<Work> works_;
  const Control& control_;
  Control own_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> onStop_;
};

}  // namespace

void Team::share(std::size_t count, const std::vector<std::size_t>& able, const Control& control,
                 RunReport& report, const std::function<void(const Task&)>& run) const {
  Shift shift(*this, count, able, control);
  const Crew crew(static_cast<int>(able.size()));
  const auto started = static_cast<std::size_t>(crew.size());
  for (std::size_t place = started; place < able.size(); ++place) shift.leave(place);
  crew.run([&](int place) { shift.work(static_cast<std::size_t>(place), run); });
  shift.check();
  describe(*this, shift.works(), report);
}

void Team::whole(const std::vector<std::size_t>& able, const Control& control, RunReport& report,
                 const std::function<void(const Task&)>& run, bool again) const {
  std::vector<std::size_t> left = able;
  std::vector<Work> works(size());
  while (true) {
    std::size_t member = 0;
    {
      const std::lock_guard lock(state_->mutex);
      const auto isFreer = [&](std::size_t a, std::size_t b) {
        return std::pair<bool, int>(state_->failed[a], state_->calls[a]) <
               std::pair<bool, int>(state_->failed[b], state_->calls[b]);
      };
      member = *std::min_element(left.begin(), left.end(), isFreer);
      ++state_->calls[member];
    }
    std::erase(left, member);
    const auto end = [&](bool failed) {
      const std::lock_guard lock(state_->mutex);
      --state_->calls[member];
      state_->failed[member] = failed;
    };
    Work& work = works[member];
    const Clock::time_point start = Clock::now();
    try {
      run({0, member, control, work.report});
      work.end = Clock::now();
      end(false);
      break;
    } catch (const Error& error) {
      const bool ofDevice = error.code() == ErrorCode::device;
      end(ofDevice);
      if (!ofDevice || !again || left.empty()) throw;
      work.failure = error.message();
      const std::chrono::duration<double, std::milli> lost = Clock::now() - start;
      report.timeline.add("failed on " + several_.members[member], lost.count());
    } catch (...) {
      end(false);
      throw;
    }
  }
  describe(*this, works, report);
}

}  // namespace espy::several
