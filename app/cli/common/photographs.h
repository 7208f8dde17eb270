// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "espy/engine/all.h"
#include "espy/photographs.h"

namespace espy::cli {

/// What was found in a photograph, or why nothing was.
struct Photograph {
  Features features;
  Timeline timeline;           ///< "load" and "features"
  Message note;                ///< of its file, if there is something to say
  std::exception_ptr failure;  ///< null where it was read

  /// Throws the failure, with a sentence that begins with the file's name.
  void check(const std::string& file) const;
};

struct PhotographOptions {
  FeatureOptions features;
  ReadOptions reading;
  int threads = 0;  ///< 0: all
};

/// Reads photographs, files or frames of videos, and finds their features, several at a time.
class PhotographQueue {
 public:
  PhotographQueue(std::vector<std::string> files, const PhotographOptions& options);
  /// Waits for those that are being looked at, which cannot be stopped.
  ~PhotographQueue();
  PhotographQueue(const PhotographQueue&) = delete;
  PhotographQueue& operator=(const PhotographQueue&) = delete;

  const std::vector<std::string>& files() const { return files_; }
  /// The next one, in the order of the files. Nothing behind the last one, and as soon as
  /// `reading.stop` is requested.
  std::optional<Photograph> next();

 private:
  void work();
  /// Which one to look at next, as soon as that is not too far ahead.
  std::optional<std::size_t> take();

  const std::vector<std::string> files_;
  const PhotographOptions options_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::size_t, Photograph> ready_;
  std::size_t begun_ = 0;
  std::size_t handedOut_ = 0;
  std::size_t ahead_ = 0;  ///< of what was handed out, so many may be ready
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace espy::cli
