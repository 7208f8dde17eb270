// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/prefetcher.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "espy/control.h"
#include "espy/error.h"
#include "espy/timeline.h"

namespace espy::cli {

/// Milliseconds since it was made.
class Elapsed {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// What the verbs that search files share: signals stop the search, a file that fails is reported
/// and counted, and the exit status follows.
class FileRun {
 public:
  /// Create it before other threads: they inherit the signal mask that `Interrupts` sets.
  explicit FileRun(int threads) {
    control_.threads = threads;
    control_.stop = interrupts_.token();
  }

  const Control& control() const { return control_; }

  /// Calls `search(file, read, timeline, elapsed)` for one file after the other, with what
  /// `reader(file, stop)` returned; the next file is read meanwhile. The timeline holds the stage
  /// "load", the wait for the reader. Throws `Error` (cancelled) only.
  template <class Reader, class Search>
  void searchEach(const std::vector<std::string>& files, const Reader& reader,
                  const Search& search) {
    using Read = decltype(reader(files.front(), std::stop_token()));
    Prefetcher<Read> ahead(files.size(), [&](std::size_t i, const std::stop_token& unwanted) {
      return reader(files[i], unwanted);
    });
    for (const std::string& file : files) {
      tryOne(file, [&] {
        const Elapsed elapsed;
        Timeline timeline;
        std::optional<Read> read;
        {
          const StageTimer timer(timeline, "load");
          read = ahead.next(control_.stop);
        }
        if (!read) throw Error(ErrorCode::cancelled, "cancelled");
        search(file, std::move(*read), timeline, elapsed);
      });
      control_.check();
    }
  }

  /// Calls `work`; reports an error other than `cancelled` and counts it as a failed file.
  template <class Work>
  void tryOne(const std::string& file, const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      ++failed_;
      printError(error.what());
    } catch (const std::bad_alloc&) {
      ++failed_;
      printError(file + ": not enough memory");
    }
  }

  /// After `files` files, with what was found in any of them.
  ExitStatus status(std::size_t files, bool foundAny) const {
    if (failed_ > 0) return failed_ == files ? kRefused : kPartlyDone;
    return foundAny ? kDone : kNothingFound;
  }

 private:
  Interrupts interrupts_;
  Control control_;
  std::size_t failed_ = 0;
};

/// Calls `work`; an `Error` that it throws gets the file's name in front. Not `cancelled`.
template <class Work>
auto named(const std::string& file, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    throw Error(error.code(), file + ": " + error.what());
  }
}

}  // namespace espy::cli
