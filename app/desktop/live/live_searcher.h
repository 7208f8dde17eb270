// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "live/live_feed.h"
#include "live/recordings.h"

namespace espy::desktop {

/// Searches the frames of a feed on a worker thread.
class LiveSearcher {
 public:
  /// Called on the worker.
  struct Calls {
    std::function<void()> shown;  ///< the feed has a frame for the window
    std::function<void(std::vector<LiveEvent> events)> happened;
    /// A needle or the options cannot be searched; empty: they can.
    std::function<void(QString sentence)> refused;
    /// All frames have been searched.
    std::function<void()> ended;
    /// The video that is being recorded, or null.
    std::function<std::shared_ptr<VideoRecording>()> recording;
  };

  LiveSearcher(std::shared_ptr<LiveFeed> feed, Calls calls);
  ~LiveSearcher();

  /// Returns after a stop.
  void run(const std::stop_token& stop);

 private:
  using Clock = std::chrono::steady_clock;
  class FedStream;

  void take(const LiveFeed::Turn& turn, const std::stop_token& stop);
  void searchFrame(const FreshFrame& frame, const LiveFeed::Turn& turn, const Control& control);
  void searchFrozen(const LiveFeed::Turn& turn, const Control& control);
  /// Makes the watch; leaves out needles that cannot be searched.
  void prepare(PixelFormat format);
  /// Events of the first frame of a new watch: those of needles that were known are no news.
  void compareWithBefore(const Finding& finding, std::vector<Event>& events, const Event& now);
  void report(std::vector<Event> events);
  /// The result and its marks; both stay the same if nothing has changed.
  void setResult(const PicturePtr& picture, const Finding& finding);
  void show(LiveFrame frame, std::span<const Area> changed);
  void makeTiles(int level, std::span<const Area> changed, double time);
  double rate();

  std::shared_ptr<LiveFeed> feed_;
  Calls calls_;
  LiveSearch search_;
  std::vector<NeedleItem> needles_;  ///< that are searched
  std::unique_ptr<Watch> watch_;
  std::unique_ptr<FedStream> stream_;
  bool begins_ = false;    ///< the watch has seen no frame
  bool refuses_ = false;   ///< the options cannot be searched
  std::set<int> present_;  ///< ids of needles that were found last
  std::optional<FreshFrame> current_;
  SearchResultPtr result_;
  std::shared_ptr<const Marks> marks_;
  PicturePtr tiled_;
  int tileLevel_ = -1;
  PicturePtr whole_;      ///< of the coarsest tile
  double wholeTime_ = 0;  ///< of that frame
  std::map<TileKey, QImage> tiles_;
  std::deque<Clock::time_point> times_;  ///< of the last second's frames
  Clock::time_point shown_;
};

}  // namespace espy::desktop
