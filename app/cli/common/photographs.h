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
#include "espy/engine/photographs.h"

namespace espy::cli {

/// Features of a photograph, or the error.
struct Photograph {
  Features features;
  Timeline timeline;           ///< "load" and "features"
  Message note;                ///< about its file; may be empty
  std::exception_ptr failure;  ///< null on success

  /// Rethrows the failure; its sentence then begins with the file's name.
  void check(const std::string& file) const;
};

struct PhotographOptions {
  FeatureOptions features;
  ReadOptions reading;
  int threads = 0;  ///< 0: all
};

/// Reads photographs (files or video frames) and detects their features on several threads.
class PhotographQueue {
 public:
  PhotographQueue(std::vector<std::string> files, const PhotographOptions& options);
  /// Waits for photographs in progress; they cannot be cancelled.
  ~PhotographQueue();
  PhotographQueue(const PhotographQueue&) = delete;
  PhotographQueue& operator=(const PhotographQueue&) = delete;

  const std::vector<std::string>& files() const { return files_; }
  /// Returns the next photograph in the order of the files, waiting for it. Nothing after the last
  /// one, and once `reading.stop` is requested.
  std::optional<Photograph> next();

 private:
  void work();
  /// Index of the next photograph to read; waits while too many results are ready.
  std::optional<std::size_t> take();

  const std::vector<std::string> files_;
  const PhotographOptions options_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::size_t, Photograph> ready_;
  std::size_t begun_ = 0;
  std::size_t handedOut_ = 0;
  std::size_t ahead_ = 0;  ///< limit of photographs in progress or ready
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace espy::cli
