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
#include <thread>
#include <utility>

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
/// one. `make` is called in order, and never twice at a time. One thread may ask.
template <class Thing>
class Ahead {
 public:
  using Make = std::function<Thing(std::size_t index)>;

  Ahead(std::size_t count, Make make)
      : make_(std::move(make)), maker_([this, count](const std::stop_token& stop) {
          for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) makeOne(i, stop);
        }) {}

  /// The next thing; called `count` times at most. Throws what its making threw, and then goes on
  /// with the one after.
  Thing next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ready_; });
    return take();
  }

  /// The same, or nothing if `stop` is requested before the thing is made. What is under way then
  /// goes on; only the destructor waits for it.
  std::optional<Thing> next(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait(lock, stop, [&] { return ready_; })) return std::nullopt;
    return take();
  }

 private:
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
      made_ = make_(index);
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
      return make_(index);
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
