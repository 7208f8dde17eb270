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

/// Work of the library while Python goes on: other threads run, Ctrl-C is heard.
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

/// Ends all work that Ctrl-C is to end.
void stopInterrupted();

/// While it lives, Ctrl-C ends the work of `source` as well as being noted by Python. Only where
/// Python would have turned it into an exception, and on the main thread, which alone hears it.
class Interruptible {
 public:
  explicit Interruptible(std::stop_source& source);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  /// Was it Ctrl-C that ended the work?
  bool interrupted() const { return interrupted_; }

 private:
  friend void stopInterrupted();

  std::stop_source& source_;
  Interruptible* outer_ = nullptr;
  bool installed_ = false;
  std::atomic<bool> interrupted_ = false;
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

/// Is this the child of a fork? Threads of OpenMP do not live on in it, and who waits for them
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
      const Interruptible interruptible(source);
      try {
        const nanobind::gil_scoped_release released;
        const auto once = [&] { result.emplace(work(control)); };
        isForked() ? onNewThread(once) : once();
      } catch (const Error& error) {
        interrupted = error.code() == ErrorCode::cancelled && interruptible.interrupted();
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
