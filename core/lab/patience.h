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

/// Stops work that takes too long, where nothing is known that would tell beforehand.
class Patience {
 public:
  Patience();

  /// One piece of work, while this lives.
  class Turn {
   public:
    /// The work may take so many seconds, and ends, too, when `outer` stops.
    Turn(Patience& patience, double seconds, const std::stop_token& outer);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    /// Whether the time was up while `outer` did not stop.
    bool tookTooLong() const { return source_.stop_requested() && !outer_.stop_requested(); }

   private:
    Patience& patience_;
    std::stop_token outer_;
    std::stop_source source_;
    std::stop_callback<std::function<void()>> chain_;
  };

 private:
  void watch(const std::stop_token& end);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::stop_source* turn_ = nullptr;
  std::chrono::steady_clock::time_point due_;
  std::jthread thread_;  ///< last: ends before what it uses does
};

}  // namespace espy::lab
