// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "live/live_frame.h"

namespace espy::desktop {

/// A frame that was read.
struct FreshFrame {
  PicturePtr picture;
  double time = 0;
  std::int64_t number = 0;
  std::vector<Area> changed;  ///< since the frame that was taken before
  double capture = 0;         ///< milliseconds
  double compare = 0;         ///< milliseconds
};

/// Joins the threads that read, search and show a stream. Only the latest frame waits, in both
/// directions. Thread-safe.
class LiveFeed {
 public:
  /// What the searching thread does next.
  struct Turn {
    std::optional<FreshFrame> frame;
    std::optional<LiveSearch> search;  ///< if it has changed
    PicturePtr frozen;                 ///< to search instead of frames; null: none
    bool ended = false;                ///< no more frames come; reported once
    std::int64_t dropped = 0;
    std::stop_token interrupt;  ///< of this turn: the search has changed
  };

  // For the reading thread.
  void put(FreshFrame frame);
  /// No more frames come.
  void end();
  /// Waits until a video's frame of this time is due; not while frozen.
  void waitForTime(double time, const std::stop_token& stop);

  // For the searching thread.
  /// Waits; nothing after a stop.
  std::optional<Turn> next(const std::stop_token& stop);
  /// Returns whether to call the window: it has taken the frame before.
  bool show(LiveFramePtr frame);

  // For the window's thread.
  void setSearch(LiveSearch search);
  /// Null: goes on.
  void freeze(PicturePtr frame);
  /// The latest frame.
  LiveFramePtr take();
  /// The tiles to make, and what the last paint event took.
  void setView(int level, double paintMilliseconds);
  std::pair<int, double> view() const;

 private:
  using Clock = std::chrono::steady_clock;

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<FreshFrame> fresh_;
  std::optional<LiveSearch> search_;
  PicturePtr frozen_;
  bool turnsFrozen_ = false;  ///< frozen_ has not been searched
  bool ends_ = false;         ///< not yet reported
  std::int64_t dropped_ = 0;
  std::stop_source interrupt_;
  LiveFramePtr latest_;
  int level_ = 0;
  double paint_ = 0;
  std::optional<Clock::time_point> start_;  ///< of a video
};

}  // namespace espy::desktop
