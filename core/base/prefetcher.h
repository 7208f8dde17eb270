// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

#pragma GCC visibility push(default)
namespace espy {

/// Produces items in order on a background thread, one ahead of the consumer (prefetch): the next
/// picture of a stream is read or uploaded to a GPU while the current one is searched.
///
///     espy::Prefetcher<espy::ReadPicture> pictures(files.size(), [&](std::size_t i) {
///       return espy::readPicture(files[i]);
///     });
///     for (const auto& file : files) search(pictures.next());
///
/// At most two items exist at a time if the consumer drops one before calling next() again. `make`
/// is called in order, never concurrently; only one thread may consume. A second parameter of
/// `make`, if it has one, is a stop token, requested when the items are no longer needed. If the
/// system cannot start a thread, next() makes each item itself.
template <class Thing>
class Prefetcher {
 public:
  using Make = std::function<Thing(std::size_t index, const std::stop_token& unwanted)>;

  template <class Function>
  Prefetcher(std::size_t count, Function make) : make_(withToken(std::move(make))) {
    try {
      maker_ = std::jthread([this, count](const std::stop_token& stop) {
        for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) makeOne(i, stop);
      });
    } catch (const std::system_error&) {
      // Without a thread, `next` makes the item.
    }
  }

  /// Returns the next item; may be called `count` times. Rethrows what `make` threw for it; the
  /// next call continues with the item after.
  Thing next() {
    if (!maker_.joinable()) return make_(asked_++, {});
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ready_; });
    return take();
  }

  /// The same, or nothing if `stop` is requested before the item is made. `make` keeps running;
  /// only the destructor waits for it.
  std::optional<Thing> next(const std::stop_token& stop) {
    if (!maker_.joinable()) {
      if (stop.stop_requested()) return std::nullopt;
      return make_(asked_++, stop);
    }
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [&] { return ready_; })) return std::nullopt;
    return take();
  }

 private:
  template <class Function>
  static Make withToken(Function make) {
    if constexpr (std::is_invocable_v<Function&, std::size_t, const std::stop_token&>) {
      return make;
    } else {
      return [make = std::move(make)](std::size_t index, const std::stop_token& /*unwanted*/) {
        return make(index);
      };
    }
  }

  /// Requires the lock and `ready_`.
  Thing take() {
    const std::size_t index = asked_++;
    try {
      Thing thing = made_ ? std::move(*made_) : makeAgain(index);
      goOn();
      return thing;
    } catch (...) {
      goOn();
      throw;
    }
  }
  void makeOne(std::size_t index, const std::stop_token& stop) {
    try {
      made_ = make_(index, stop);
    } catch (...) {
      failure_ = std::current_exception();
    }
    std::unique_lock lock(mutex_);
    ready_ = true;
    changed_.notify_one();
    changed_.wait(lock, stop, [&] { return !ready_; });
  }
  /// Rethrows the exception of `make`. After std::bad_alloc makes the item again: the consumer has
  /// freed the previous one by now.
  Thing makeAgain(std::size_t index) {
    try {
      std::rethrow_exception(failure_);
    } catch (const std::bad_alloc&) {
      return make_(index, maker_.get_stop_token());
    }
  }
  void goOn() {
    made_.reset();
    failure_ = nullptr;
    ready_ = false;
    changed_.notify_one();
  }

  Make make_;
  std::size_t asked_ = 0;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool ready_ = false;  ///< `made_` or `failure_` is set and not yet taken
  std::optional<Thing> made_;
  std::exception_ptr failure_;
  std::jthread maker_;  ///< last: joined before the members that it uses are destroyed
};

}  // namespace espy
#pragma GCC visibility pop
