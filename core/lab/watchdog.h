// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace espy::lab {

/// A watchdog that cancels work whose duration cannot be predicted.
class Watchdog {
 public:
  Watchdog();

  /// Scope of one piece of work.
  class Scope {
   public:
    /// Cancels the work after `seconds`, or when `outer` is stopped.
    Scope(Watchdog& watchdog, double seconds, const std::stop_token& outer);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    /// Whether it timed out, while `outer` was not stopped.
    bool tookTooLong() const { return source_.stop_requested() && !outer_.stop_requested(); }

   private:
    Watchdog& watchdog_;
    std::stop_token outer_;
    std::stop_source source_;
    std::stop_callback<std::function<void()>> chain_;
  };

 private:
  void watch(const std::stop_token& end);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::stop_source* current_ = nullptr;
  std::chrono::steady_clock::time_point due_;
  std::jthread thread_;  ///< last: joined before the members that it uses are destroyed
};

}  // namespace espy::lab
