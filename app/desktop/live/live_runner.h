// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <mutex>

#include "espy/engine/registry.h"
#include "live/live_feed.h"
#include "live/live_source.h"
#include "live/recordings.h"
#include "model/job.h"

namespace espy::desktop {

/// Runs a stream: one thread reads it, one searches it, and one writes each recording. Nothing
/// waits for the window, which takes the latest frame.
class LiveRunner : public QObject {
  Q_OBJECT

 public:
  LiveRunner(const Registry& registry, LiveTools tools, QObject* parent = nullptr);
  ~LiveRunner() override;

  void setTools(LiveTools tools) { tools_ = std::move(tools); }
  /// Replaces the stream.
  void start(const LiveSource& source);
  /// Ends the stream and completes the recordings.
  void stop();
  /// Whether a stream is read, or being opened.
  bool isRunning() const { return reader_ != nullptr; }
  void setSearch(const LiveSearch& search);
  /// Searches this frame instead of new ones; null: goes on. A video waits meanwhile.
  void freeze(PicturePtr frame);
  /// The latest frame, or null.
  LiveFramePtr takeFrame();
  /// The tiles to make, and what the last paint event took.
  void setView(int level, double paintMilliseconds);

  /// Records the frames from now on. Throws `Error` for a path that is no video's.
  void recordVideo(const std::string& path, const MarkSettings& marks, double rate);
  void stopVideo();
  bool recordsVideo() const { return video_ != nullptr; }
  /// Records the events from now on.
  void recordEvents(const std::string& path);
  void stopEvents();
  bool recordsEvents() const { return events_ != nullptr; }

 signals:
  void frameReady();
  void happened(const std::vector<espy::desktop::LiveEvent>& events);
  /// A needle or the options cannot be searched; empty: they can.
  void refused(const QString& sentence);
  /// The stream has ended; with a sentence if it failed.
  void ended(const QString& failure);
  void recordingChanged();
  void recorded(const QString& path);
  void recordingFailed(const QString& sentence);

 private:
  void search();
  template <class Recording>
  void write(Job& job, std::shared_ptr<Recording>& current, std::shared_ptr<Recording> recording);

  const Registry& registry_;
  LiveTools tools_;
  LiveSearch search_;
  QString failure_;  ///< of the stream that ended
  std::shared_ptr<LiveFeed> feed_;
  Job* reader_ = nullptr;  ///< of the current stream
  std::mutex videoMutex_;  ///< for video_, which the searching thread copies
  std::shared_ptr<VideoRecording> video_;
  std::shared_ptr<EventRecording> events_;
  DiskJobs readers_;  ///< may block while a camera or a network does
  Job videoJob_;
  Job eventJob_;
  Job searcher_;
};

}  // namespace espy::desktop
