// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "espy/engine/live.h"

namespace espy {

struct Deadline::State {
  State(const std::stop_token& outer, double seconds)
      : other(outer),
        forward(outer, [this] { source.request_stop(); }),
        timer([this, seconds](const std::stop_token& closed) { wait(closed, seconds); }) {}

  void wait(const std::stop_token& closed, double seconds) {
    constexpr double kMostSeconds = 1e9;
    const std::chrono::duration<double> time(std::clamp(seconds, 0.0, kMostSeconds));
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, closed, std::chrono::ceil<std::chrono::milliseconds>(time),
                   [] { return false; });
    if (!closed.stop_requested()) source.request_stop();
  }

  std::stop_source source;
  std::stop_token other;
  std::stop_callback<std::function<void()>> forward;
  std::jthread timer;
};

Deadline::Deadline(const std::stop_token& other, double seconds)
    : state_(std::make_unique<State>(other, seconds)) {}

Deadline::~Deadline() = default;

std::stop_token Deadline::token() const {
  return state_->source.get_token();
}

bool Deadline::passed() const {
  return state_->source.stop_requested() && !state_->other.stop_requested();
}

}  // namespace espy
