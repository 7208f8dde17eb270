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

class Crew;

/// State of a worker's current image, shared with the crew.
class Turn {
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
      hear();
      return result;
    } catch (...) {
      enableCancel();
      throw;
    }
  }
  /// Called within uncancellable work, before a file appears. Throws `cancelled` after a stop; else
  /// from now on the run waits for the end of the turn.
  void appear();

 private:
  friend class Crew;

  explicit Turn(Crew& crew) : crew_(crew) {}

  void disableCancel();
  void enableCancel();
  /// Throws `cancelled` if the run has left this turn meanwhile.
  void hear();

  Crew& crew_;
  bool busy_ = false;
  bool uncancellable_ = false;
};

/// A pool of workers that process images in order. The owner polls for news on its own thread, and
/// may abandon workers after a stop.
class Crew {
 public:
  using Work = std::function<Outcome(std::size_t index, Turn& turn)>;
  /// A turn has begun, or has ended with an outcome.
  struct BatchEvents {
    std::size_t index;
    std::optional<Outcome> outcome;
  };

  /// Processes `count` items with `workers` threads, or as many as the system starts, at least one.
  Crew(std::size_t count, int workers, Work work);
  /// Waits for uncancellable work.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Returns what has happened since the last call; waits up to 20 ms for it. In order per worker.
  std::vector<BatchEvents> news();
  /// Finished fraction of the turns under way, summed.
  double partsDone();
  /// Whether all turns have ended and their news has been returned.
  bool finished();

  /// Lets no further turns begin.
  void stop();
  /// Returns true, and drops later news, if all news has been read and every worker is idle or in
  /// uncancellable work.
  bool leave();

 private:
  friend class Turn;

  void work(Turn& turn);
  std::vector<BatchEvents> emptyNews() const;
  /// Waits at most 20 ms.
  void waitForNews(std::unique_lock<std::mutex>& lock);

  std::size_t count_;
  Work work_;
  std::mutex mutex_;
  std::condition_variable changed_;     ///< signals news to the owner
  std::condition_variable cancelSeen_;  ///< signals consumed news to throttled workers
  std::size_t next_ = 0;
  std::vector<BatchEvents> news_;  ///< capacity is reserved, because workers may be out of memory
  std::size_t weight_ = 0;         ///< number of matches in the news
  bool stopping_ = false;
  bool left_ = false;  ///< the owner no longer waits for workers
  std::vector<std::unique_ptr<Turn>> turns_;
  std::vector<std::jthread> threads_;  ///< last: joined before the members that they use are
                                       ///< destroyed
};

}  // namespace espy::batch
