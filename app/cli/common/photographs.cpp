// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/photographs.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

namespace espy::cli {
namespace {

/// Reads files and video frames. Keeps the last video open and reads it forward.
class PhotographReader {
 public:
  explicit PhotographReader(const PhotographOptions& options) : options_(options) {}

  Photograph read(const std::string& file) {
    Photograph photograph;
    try {
      Control control;
      control.threads = 1;
      control.stop = options_.reading.stop;
      ShrunkPhotograph shrunk;
      {
        const StageTimer timer(photograph.timeline, "load");
        shrunk = readOne(file, control);
      }
      photograph.note = shrunk.note;
      const StageTimer timer(photograph.timeline, "features");
      photograph.features = featuresOfShrunk(shrunk, options_.features, control);
    } catch (...) {
      photograph.failure = std::current_exception();
    }
    return photograph;
  }

 private:
  ShrunkPhotograph readOne(const std::string& file, const Control& control) {
    const std::optional<VideoFrame> frame = frameOf(file);
    if (!frame) return readShrunk(file, options_.features, options_.reading, control);
    if (!video_ || video_->path() != frame->video) {
      video_ = std::make_unique<FrameReader>(frame->video, options_.reading);
    }
    return shrinkPhotograph(video_->frame(frame->number, options_.reading.stop).view(),
                            options_.features, control);
  }

  const PhotographOptions& options_;
  std::unique_ptr<FrameReader> video_;
};

}  // namespace

void Photograph::check(const std::string& file) const {
  if (!failure) return;
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    const std::string sentence = error.what();
    if (sentence.starts_with(file)) throw;
    throw Error(error.code(), file + ": " + sentence);
  }
}

PhotographQueue::PhotographQueue(std::vector<std::string> files, const PhotographOptions& options)
    : files_(std::move(files)), options_(options) {
  const std::size_t machine = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t wanted =
      options.threads > 0 ? static_cast<std::size_t>(options.threads) : machine;
  const std::size_t count = std::min(wanted, files_.size());
  ahead_ = 2 * count;
  for (std::size_t i = 0; i < count; ++i) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error& error) {
      // Continue with fewer threads.
      if (!threads_.empty()) break;
      throw Error(ErrorCode::system,
                  fmt::format("the system cannot start a thread: {}", error.code().message()));
    }
  }
}

PhotographQueue::~PhotographQueue() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void PhotographQueue::work() {
  PhotographReader reader(options_);
  while (const std::optional<std::size_t> index = take()) {
    Photograph photograph = reader.read(files_[*index]);
    const std::lock_guard lock(mutex_);
    ready_.emplace(*index, std::move(photograph));
    changed_.notify_all();
  }
}

std::optional<std::size_t> PhotographQueue::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return closed_ || begun_ < handedOut_ + ahead_; });
  if (closed_ || begun_ == files_.size()) return std::nullopt;
  return begun_++;
}

std::optional<Photograph> PhotographQueue::next() {
  if (handedOut_ == files_.size()) return std::nullopt;
  std::unique_lock lock(mutex_);
  const std::stop_token& stop = options_.reading.stop;
  const auto isReady = [&] { return ready_.contains(handedOut_); };
  if (!changed_.wait(lock, stop, isReady) || stop.stop_requested()) return std::nullopt;
  Photograph photograph = std::move(ready_.extract(handedOut_++).mapped());
  changed_.notify_all();
  return photograph;
}

}  // namespace espy::cli
