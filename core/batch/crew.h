// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "batch/outcome.h"

namespace espy::batch {

class Crew;

/// What a worker is about: one image, and what the crew has to know of it.
class Turn {
 public:
  /// Threads for a search that begins now, beside those of the other workers.
  int beside() const;
  /// How far the search is, 0..1.
  std::atomic<float> part{0};

  /// Does what hears no stop (decoding, encoding), and returns what that does. If all is stopped
  /// meanwhile, nobody waits for it; then this throws `cancelled` behind it.
  template <class Do>
  auto unheard(const Do& work) {
    deafen();
    try {
      auto result = work();
      hear();
      return result;
    } catch (...) {
      hearAgain();
      throw;
    }
  }
  /// In what hears no stop: a file is about to appear. Throws `cancelled` where nobody wants it any
  /// more; else somebody waits from now on until the turn is over.
  void appear();

 private:
  friend class Crew;

  explicit Turn(Crew& crew) : crew_(crew) {}

  void deafen();
  void hearAgain();
  /// Throws `cancelled` where it was left meanwhile.
  void hear();

  Crew& crew_;
  bool busy_ = false;
  bool deaf_ = false;
};

/// Workers that take images one after another. Whoever made it hears what they did in a thread of
/// its own, and may leave them to themselves when all is stopped.
class Crew {
 public:
  using Work = std::function<Outcome(std::size_t index, Turn& turn)>;
  /// A turn has begun, or ended with an outcome.
  struct News {
    std::size_t index;
    std::optional<Outcome> outcome;
  };

  /// Works on `count` things with these workers, or as many as the system starts; at least one.
  Crew(std::size_t count, int workers, Work work);
  /// Waits for what hears no stop.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// What has happened since the last call; waits a moment for it. In order for each worker.
  std::vector<News> news();
  /// So many of the things that were begun are done, as far as workers can tell.
  double partsDone();
  /// Are all done, and told?
  bool finished();

  /// No more turns begin.
  void stop();
  /// Is every worker waiting, or in what hears no stop? Then the rest is not told.
  bool leave();

 private:
  friend class Turn;

  void work(Turn& turn);
  std::vector<News> emptyNews() const;
  /// A moment at most.
  void waitForNews(std::unique_lock<std::mutex>& lock);

  std::size_t count_;
  Work work_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< for who hears the news
  std::condition_variable heard_;    ///< for workers that have told too much
  std::size_t next_ = 0;
  std::vector<News> news_;  ///< has room for all that workers tell, who may have no memory
  std::size_t weight_ = 0;  ///< matches in the news
  bool stopping_ = false;
  bool left_ = false;  ///< nobody waits for those that are at work
  std::vector<std::unique_ptr<Turn>> turns_;
  std::vector<std::jthread> threads_;  ///< last: they end before what they use
};

}  // namespace espy::batch
