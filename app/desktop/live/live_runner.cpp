// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/live_runner.h"

#include <utility>

#include "live/live_searcher.h"
#include "model/paths.h"

namespace espy::desktop {
namespace {

using Clock = std::chrono::steady_clock;

/// Reads a stream until its end. Uses nothing of the runner, which may end before.
void readStream(const LiveTools& tools, const LiveSource& source, LiveFeed& feed,
                const std::stop_token& stop) {
  const std::unique_ptr<Stream> stream = tools.open(source);
  PicturePtr picture;
  while (stream->next(stop)) {
    const Clock::time_point begun = Clock::now();
    if (!picture || !stream->changed().empty()) {
      auto frame = std::make_shared<Picture>();
      frame->image = Image::copyOf(stream->picture());
      frame->name = source.name;
      picture = std::move(frame);
    }
    const double copied = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
    if (source.kind == LiveSource::Kind::video) feed.waitForTime(stream->time(), stop);
    feed.put({picture,
              stream->time(),
              stream->number(),
              {stream->changed().begin(), stream->changed().end()},
              stream->readMilliseconds() + copied,
              stream->compareMilliseconds()});
  }
}

}  // namespace

LiveRunner::LiveRunner(const Registry& registry, LiveTools tools, QObject* parent)
    : QObject(parent), registry_(registry), tools_(std::move(tools)) {}

LiveRunner::~LiveRunner() {
  blockSignals(true);
  stop();
  // What was recorded is completed.
  videoJob_.finish();
  eventJob_.finish();
}

void LiveRunner::start(const LiveSource& source) {
  stop();
  feed_ = std::make_shared<LiveFeed>();
  feed_->setSearch(search_);
  reader_ = &readers_.idle();
  reader_->add([tools = tools_, source, feed = feed_](
                   const Job::Handle& handle) { readStream(tools, source, *feed, handle.stop()); },
               [this, feed = feed_](const Failure& failure) {
                 if (feed != feed_) return;
                 reader_ = nullptr;
                 failure_ = failure.sentence;
                 feed->end();
               });
  search();
}

void LiveRunner::search() {
  searcher_.start(
      [this, feed = feed_](const Job::Handle& handle) {
        LiveSearcher::Calls calls;
        calls.shown = [this, handle] { handle.post([this] { emit frameReady(); }); };
        calls.happened = [this, handle](std::vector<LiveEvent> events) {
          handle.post([this, events = std::move(events)] {
            if (events_) {
              for (const LiveEvent& event : events) events_->add(event);
            }
            emit happened(events);
          });
        };
        calls.refused = [this, handle](const QString& sentence) {
          handle.post([this, sentence] { emit refused(sentence); });
        };
        calls.ended = [this, handle] {
          handle.post([this] {
            stopVideo();
            stopEvents();
            emit ended(failure_);
          });
        };
        calls.recording = [this] {
          const std::lock_guard lock(videoMutex_);
          return video_;
        };
        LiveSearcher(feed, std::move(calls)).run(handle.stop());
      },
      [this](const Failure& failure) {
        if (!failure.sentence.isEmpty()) emit refused(failure.sentence);
      });
}

void LiveRunner::stop() {
  stopVideo();
  stopEvents();
  searcher_.forget();
  if (reader_ != nullptr) reader_->forget();
  reader_ = nullptr;
  feed_.reset();
}

void LiveRunner::setSearch(const LiveSearch& search) {
  search_ = search;
  if (feed_) feed_->setSearch(search);
}

void LiveRunner::freeze(PicturePtr frame) {
  if (feed_) feed_->freeze(std::move(frame));
}

LiveFramePtr LiveRunner::takeFrame() {
  return feed_ ? feed_->take() : nullptr;
}

void LiveRunner::setView(int level, double paintMilliseconds) {
  if (feed_) feed_->setView(level, paintMilliseconds);
}

template <class Recording>
void LiveRunner::write(Job& job, std::shared_ptr<Recording>& current,
                       std::shared_ptr<Recording> recording) {
  job.add([recording](const Job::Handle&) { recording->write(); },
          [this, &current, recording](const Failure& failure) {
            if (current == recording) {
              const std::lock_guard lock(videoMutex_);
              current.reset();
            }
            emit recordingChanged();
            if (failure.sentence.isEmpty()) {
              emit recorded(textOf(recording->path()));
            } else {
              emit recordingFailed(failure.sentence);
            }
          });
  {
    const std::lock_guard lock(videoMutex_);
    current = std::move(recording);
  }
  emit recordingChanged();
}

void LiveRunner::recordVideo(const std::string& path, const MarkSettings& marks, double rate) {
  stopVideo();
  write(videoJob_, video_, std::make_shared<VideoRecording>(registry_, path, marks, rate));
}

void LiveRunner::stopVideo() {
  std::shared_ptr<VideoRecording> video;
  {
    const std::lock_guard lock(videoMutex_);
    video = std::exchange(video_, nullptr);
  }
  if (!video) return;
  video->close();
  emit recordingChanged();
}

void LiveRunner::recordEvents(const std::string& path) {
  stopEvents();
  write(eventJob_, events_, std::make_shared<EventRecording>(path));
}

void LiveRunner::stopEvents() {
  if (!events_) return;
  std::exchange(events_, nullptr)->close();
  emit recordingChanged();
}

}  // namespace espy::desktop
