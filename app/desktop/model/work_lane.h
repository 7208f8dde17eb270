// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace espy::desktop {

/// A thread that does one job after the other. It starts with the first.
class WorkLane {
 public:
  /// Catches what goes wrong in it, and ends soon after it is asked to stop.
  using Job = std::function<void(const std::stop_token& stop)>;

  WorkLane() = default;
  /// Stops the job under way, and waits for it; those that wait are not done.
  ~WorkLane();
  WorkLane(const WorkLane&) = delete;
  WorkLane& operator=(const WorkLane&) = delete;

  void add(Job job);
  /// The one that is wanted most: it comes before all that wait.
  void addFirst(Job job);
  /// Asks the job under way, and those that wait, to stop: these are still called.
  void stop();

 private:
  struct Waiting {
    Job job;
    std::stop_token stop;
  };

  void insert(Job job, bool first);
  void work(const std::stop_token& quit);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Waiting> jobs_;
  std::stop_source stop_;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::desktop
