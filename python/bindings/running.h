// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "espy/control.h"
#include "espy/error.h"

/// Work of the library while Python goes on: other threads run, Ctrl-C and alarms are heard.
namespace espy::python {

/// What stops work from another thread: `espy.Cancel`.
struct Cancel {
  std::stop_source source;
};

/// On how many threads, as a caller says it; a number that no int holds is the largest, or the
/// least.
struct Threads {
  int count = 0;

  /// The count; throws where that is no number of threads.
  int checked() const;
};

/// What a caller says of how work is done.
struct RunOptions {
  Threads threads = {};
  nanobind::object progress = nanobind::none();  ///< called with the done part, 0..1
  const Cancel* cancel = nullptr;
};

/// Signals that people end programs with: a bit for each of SIGINT, SIGALRM, SIGTERM and SIGHUP.
using SignalBits = unsigned;

/// Ends all work that signals are to end, which these were.
void stopInterrupted(SignalBits which);

/// While it lives, Ctrl-C and the like end the work of `source` as well as being noted by Python.
/// Only where Python has a handler, and on the main thread, which alone hears them.
class Interruptible {
 public:
  /// Those that were heard before do not end it, apart from Ctrl-C: a clock that ticks would for
  /// ever.
  Interruptible(std::stop_source& source, SignalBits heardBefore);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  /// Which ended the work; none: something else, or nothing.
  SignalBits heard() const { return heard_; }

 private:
  friend void stopInterrupted(SignalBits which);

  std::stop_source& source_;
  Interruptible* outer_ = nullptr;
  bool installed_ = false;
  SignalBits taken_ = 0;
  std::atomic<SignalBits> heard_ = 0;
};

/// Tells a function of Python how far work is. What it throws ends the work.
class Progress {
 public:
  Progress(nanobind::handle callback, std::stop_source& source);

  std::function<void(double)> function() const { return function_; }
  /// Throws what the function has thrown. With the interpreter's lock held.
  void rethrow();

 private:
  std::optional<nanobind::python_error> failure_;
  std::function<void(double)> function_;
};

/// Is this the child of a fork? Threads do not live on in it, and who waits for them
/// waits for ever; those of a new thread are new.
bool isForked();
/// Does `work` on a thread of its own, and throws what it throws.
void onNewThread(const std::function<void()>& work);
/// To be called once, when the module is loaded.
void watchForks();

/// Does `work(control)` without the interpreter's lock. What it returns is no object of Python.
template <class Work>
auto run(const RunOptions& options, const Work& work) {
  using Result = decltype(work(std::declval<const Control&>()));
  SignalBits heard = 0;
  for (;;) {
    std::stop_source source;
    const auto stop = [&] { source.request_stop(); };
    std::optional<std::stop_callback<decltype(stop)>> chained;
    if (options.cancel != nullptr) chained.emplace(options.cancel->source.get_token(), stop);
    Progress progress(options.progress, source);
    Control control;
    control.threads = options.threads.checked();
    control.stop = source.get_token();
    control.progress = progress.function();
    bool interrupted = false;
    try {
      std::optional<Result> result;
      const Interruptible interruptible(source, heard);
      try {
        const nanobind::gil_scoped_release released;
        const auto once = [&] { result.emplace(work(control)); };
        isForked() ? onNewThread(once) : once();
      } catch (const Error& error) {
        interrupted = error.code() == ErrorCode::cancelled && interruptible.heard() != 0;
        heard |= interruptible.heard();
        throw;
      }
      progress.rethrow();
      return std::move(*result);
    } catch (const Error&) {
      progress.rethrow();
      if (!interrupted) throw;
    }
    // Python's handler says what becomes of it; where it does not mind, all begins again.
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
  }
}

}  // namespace espy::python

/// Any whole number of Python is taken, so that one that is too large is refused with a sentence.
template <>
struct nanobind::detail::type_caster<espy::python::Threads> {
  NB_TYPE_CASTER(espy::python::Threads, const_name("int"))

  bool from_python(handle given, std::uint8_t /*flags*/, cleanup_list* /*list*/) noexcept {
    const object number = steal(PyNumber_Index(given.ptr()));
    if (!number.is_valid()) {
      PyErr_Clear();
      return false;
    }
    int beyond = 0;
    const long long count = PyLong_AsLongLongAndOverflow(number.ptr(), &beyond);
    using Limits = std::numeric_limits<int>;
    value.count =
        beyond > 0   ? Limits::max()
        : beyond < 0 ? Limits::min()
                     : static_cast<int>(std::clamp<long long>(count, Limits::min(), Limits::max()));
    return true;
  }

  static handle from_cpp(espy::python::Threads threads, rv_policy /*policy*/,
                         cleanup_list* /*list*/) noexcept {
    return PyLong_FromLong(threads.count);
  }
};
