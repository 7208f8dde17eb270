// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "espy/engine/registry.h"
#include "live/live_frame.h"

namespace espy::desktop {

/// Bounded queue between the thread that watches and one that writes.
template <class T>
class RecordQueue {
 public:
  explicit RecordQueue(std::size_t most) : most_(most) {}

  /// Drops the item if too many wait.
  void add(T item) {
    const std::lock_guard lock(mutex_);
    if (closed_ || waiting_.size() >= most_) return;
    waiting_.push_back(std::move(item));
    changed_.notify_all();
  }
  /// No more items are added.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Waits for the next item; nothing after the last one.
  std::optional<T> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return {};
    std::optional<T> item(std::move(waiting_.front()));
    waiting_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> waiting_;
  bool closed_ = false;
  std::size_t most_;
};

/// Writes frames with outlines as a video of constant rate.
class VideoRecording {
 public:
  /// Throws `unsupported` for the extension of a path that is no video's.
  VideoRecording(const Registry& registry, std::string path, const MarkSettings& marks,
                 double rate);

  /// Frames that come while many wait are dropped; the one before is repeated.
  void add(SearchResultPtr result, double time) { queue_.add({std::move(result), time}); }
  void close() { queue_.close(); }
  /// Runs until the recording is closed; the file gets its name then, if there was a frame. Ends at
  /// a frame of another size.
  void write();
  const std::string& path() const { return path_; }

 private:
  struct Item {
    SearchResultPtr result;
    double time;
  };
  const Registry& registry_;
  std::string path_;
  MarkSettings marks_;
  double rate_;
  RecordQueue<Item> queue_;
};

/// Writes events as CSV, a line for each match.
class EventRecording {
 public:
  explicit EventRecording(std::string path);

  void add(const LiveEvent& event);
  void close() { queue_.close(); }
  /// Runs until the recording is closed; the file gets its name then.
  void write();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  RecordQueue<std::string> queue_;
};

/// The header line of events, and the lines of one.
std::string eventHeader();
std::string eventLines(const LiveEvent& event);

}  // namespace espy::desktop
