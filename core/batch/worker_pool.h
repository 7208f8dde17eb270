// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "batch/journal.h"
#include "espy/engine/batch.h"

namespace espy::batch {

/// Result of an image, as returned by its worker.
struct Outcome {
  BatchState state = BatchState::cancelled;
  Message reason;  ///< empty if memory ran out
  Message note;
  std::vector<Match> matches;
  std::uint64_t found = 0;
  std::string line;  ///< JSON; only if done
  FileMark file;
  std::uint64_t content = 0;
  double milliseconds = 0;
  /// Failed, and would fail again with the same file: not for lack of disk space or memory.
  bool lasting = false;
};

class WorkerPool;

/// State of a worker's current image, shared with the pool.
class WorkerContext {
 public:
  /// Number of concurrent searches, this one included, for `Control::beside`.
  int beside() const;
  /// Progress of the search, 0..1.
  std::atomic<float> part{0};

  /// Runs uncancellable work (decoding, encoding) and returns its result. After a stop the run does
  /// not wait for it; then this throws `cancelled` when the work ends.
  template <class Do>
  auto runUncancellable(const Do& work) {
    disableCancel();
    try {
      auto result = work();
      checkAbandoned();
      return result;
    } catch (...) {
      enableCancel();
      throw;
    }
  }
  /// Called within uncancellable work, before a file appears. Throws `cancelled` after a stop; else
  /// from now on the run waits until the image is done.
  void commit();

 private:
  friend class WorkerPool;

  explicit WorkerContext(WorkerPool& pool) : pool_(pool) {}

  void disableCancel();
  void enableCancel();
  /// Throws `cancelled` if the run has abandoned this worker meanwhile.
  void checkAbandoned();

  WorkerPool& pool_;
  bool busy_ = false;
  bool uncancellable_ = false;
};

/// A pool of workers that process images in order. The owner polls for events on its own thread,
/// and may abandon workers after a stop.
class WorkerPool {
 public:
  using ProcessImage = std::function<Outcome(std::size_t index, WorkerContext& context)>;
  /// An image has begun, or has ended with an outcome.
  struct Event {
    std::size_t index;
    std::optional<Outcome> outcome;
  };

  /// Processes `count` items with `workers` threads, or as many as the system starts, at least one.
  WorkerPool(std::size_t count, int workers, ProcessImage process);
  /// Waits for uncancellable work.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Returns what has happened since the last call; waits up to 20 ms for it. In order per worker.
  std::vector<Event> events();
  /// Finished fraction of the images under way, summed.
  double partsDone();
  /// Whether all images have ended and their events have been returned.
  bool finished();

  /// Lets no further images begin.
  void stop();
  /// Returns true, and drops later events, if all events have been read and every worker is idle or
  /// in uncancellable work.
  bool tryAbandon();

 private:
  friend class WorkerContext;

  void work(WorkerContext& context);
  std::vector<Event> emptyEvents() const;
  /// Waits at most 20 ms.
  void waitForEvents(std::unique_lock<std::mutex>& lock);

  std::size_t count_;
  ProcessImage process_;
  std::mutex mutex_;
  std::condition_variable changed_;     ///< signals events to the owner
  std::condition_variable cancelSeen_;  ///< signals consumed events to throttled workers
  std::size_t next_ = 0;
  std::vector<Event> events_;  ///< capacity is reserved, because workers may be out of memory
  std::size_t weight_ = 0;     ///< number of matches in the events
  bool stopping_ = false;
  bool abandoned_ = false;  ///< the owner no longer waits for workers
  std::vector<std::unique_ptr<WorkerContext>> contexts_;
  std::vector<std::jthread> threads_;  ///< last: joined before the members that they use are
                                       ///< destroyed
};

}  // namespace espy::batch
