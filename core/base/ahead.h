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

/// Makes things one after another in a thread of its own, each while the one before it is used: a
/// stream of pictures, of which one is read or sent to a graphics card while another is searched.
///
///     espy::Ahead<espy::ReadPicture> pictures(files.size(), [&](std::size_t i) {
///       return espy::readPicture(files[i]);
///     });
///     for (const auto& file : files) search(pictures.next());
///
/// Two things exist at a time at most, if the user lets go of one before asking for the next but
/// one. `make` is called in order, and never twice at a time. One thread may ask. A second
/// parameter of `make`, if it has one, is stopped when the thing is not wanted any more. Where the
/// system starts no thread, each thing is made when it is asked for.
template <class Thing>
class Ahead {
 public:
  using Make = std::function<Thing(std::size_t index, const std::stop_token& unwanted)>;

  template <class Function>
  Ahead(std::size_t count, Function make) : make_(withToken(std::move(make))) {
    try {
      maker_ = std::jthread([this, count](const std::stop_token& stop) {
        for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) makeOne(i, stop);
      });
    } catch (const std::system_error&) {
      // Then there is none, and `next` makes.
    }
  }

  /// The next thing; called `count` times at most. Throws what its making threw, and then goes on
  /// with the one after.
  Thing next() {
    if (!maker_.joinable()) return make_(asked_++, {});
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ready_; });
    return take();
  }

  /// The same, or nothing if `stop` is requested before the thing is made. What is under way then
  /// goes on; only the destructor waits for it.
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

  /// What is ready; called with the lock held.
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
  /// Throws what went wrong, unless it was memory: that had to be shared with the thing before,
  /// which its user has left by now.
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
  bool ready_ = false;  ///< one of the two below is set, and waits to be asked for
  std::optional<Thing> made_;
  std::exception_ptr failure_;
  std::jthread maker_;  ///< last, so that it ends before what it uses does
};

}  // namespace espy
#pragma GCC visibility pop
