// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <utility>

#include "espy/control.h"
#include "espy/error.h"

/// Runs library code with the GIL released, such that signals and other threads can cancel it.
namespace espy::python {

/// `espy.Cancel`: cancels work from another thread.
struct Cancel {
  std::stop_source source;
};

/// A number of threads from a caller, clamped to int.
struct Threads {
  int count = 0;

  /// Returns the count; throws `badUse` if it is out of range.
  int checked() const;
};

/// Arguments that concern how work is run.
struct RunOptions {
  Threads threads = {};
  nanobind::object progress = nanobind::none();  ///< called with the fraction done, 0..1
  const Cancel* cancel = nullptr;
};

/// A bit for each of SIGINT, SIGALRM, SIGTERM and SIGHUP.
using SignalBits = unsigned;

/// Stops all interruptible work on behalf of these signals.
void stopInterrupted(SignalBits which);

/// While it lives, those signals also stop the work of `source`. Only for signals with a Python
/// handler, and on the main thread, the only one that runs such handlers.
class Interruptible {
 public:
  /// Signals in `heardBefore` do not stop it again, except Ctrl-C: a periodic alarm would stop
  /// every attempt.
  Interruptible(std::stop_source& source, SignalBits receivedBefore);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  /// The signals that stopped the work, or 0.
  SignalBits received() const { return received_; }

 private:
  friend void stopInterrupted(SignalBits which);

  std::stop_source& source_;
  Interruptible* outer_ = nullptr;
  bool installed_ = false;
  SignalBits taken_ = 0;
  std::atomic<SignalBits> received_ = 0;
};

/// Calls a Python function with the progress. An exception from it stops the work.
class Progress {
 public:
  Progress(nanobind::handle callback, std::stop_source& source);

  std::function<void(double)> function() const { return function_; }
  /// Throws the function's exception, if any. The caller holds the GIL.
  void rethrow();

 private:
  std::optional<nanobind::python_error> failure_;
  std::function<void(double)> function_;
};

/// Is this process the child of a fork? Threads do not survive a fork, and waiting for those of a
/// pool would block forever; a new thread gets a new pool.
bool isForked();
/// Runs `work` on a new thread, and throws what it throws.
void onNewThread(const std::function<void()>& work);
/// Called once, when the module is loaded.
void watchForks();

/// Runs `work(control)` with the GIL released. Its result must not be a Python object.
template <class Work>
auto run(const RunOptions& options, const Work& work) {
  using Result = decltype(work(std::declval<const Control&>()));
  SignalBits received = 0;
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
      const Interruptible interruptible(source, received);
      try {
        const nanobind::gil_scoped_release released;
        const auto once = [&] { result.emplace(work(control)); };
        isForked() ? onNewThread(once) : once();
      } catch (const Error& error) {
        interrupted = error.code() == ErrorCode::cancelled && interruptible.received() != 0;
        received |= interruptible.received();
        throw;
      }
      progress.rethrow();
      return std::move(*result);
    } catch (const Error&) {
      progress.rethrow();
      if (!interrupted) throw;
    }
    // Runs Python's handler. If that does not raise, the work starts again.
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
  }
}

}  // namespace espy::python

/// Accepts any Python integer, so that one out of range is refused with a message.
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
