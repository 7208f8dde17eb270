// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/phrase.h"
#include "base/prefetcher.h"
#include "espy/control.h"
#include "espy/engine/live.h"
#include "espy/engine/video.h"
#include "espy/error.h"
#include "files/descriptor.h"
#include "files/file_facts.h"
#include "files/message.h"
#include "live/rate.h"
#include "live/tile_hashes.h"

namespace espy {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// Of videos that do not state it.
constexpr double kUsualRate = 25;

double rateOf(const VideoSource& source, double rate) {
  const double stated = source.facts().framesASecond;
  const double own = stated > 0 ? stated : kUsualRate;
  return rate > 0 && rate < own ? rate : own;
}

/// Reads the frames of a video that are shown, one ahead, while the current one is searched.
class VideoReader {
 public:
  struct Frame {
    Image image;
    std::int64_t number;
    double milliseconds;  ///< to read it
  };

  /// `step`: frames of the file for each that is shown.
  VideoReader(std::unique_ptr<VideoSource> source, double step)
      : source_(std::move(source)),
        step_(std::min(step, kMostStep)),
        ahead_(std::numeric_limits<std::size_t>::max(),
               [this](std::size_t shown, const std::stop_token& unwanted) {
                 return read(static_cast<std::int64_t>(shown), unwanted);
               }) {}

  /// The next frame; nothing at the end.
  std::optional<Frame> next(const std::stop_token& stop) {
    Control control;
    control.stop = stop;
    control.check();
    if (ended_) return {};
    std::optional<std::optional<Frame>> frame = ahead_.next(stop);
    if (frame && *frame) return std::move(*frame);
    control.check();
    ended_ = true;
    return {};
  }

 private:
  std::optional<Frame> read(std::int64_t shown, const std::stop_token& unwanted) {
    const std::int64_t wanted =
        step_ > 1 ? std::llround(static_cast<double>(shown) * step_) : shown;
    for (; read_ < wanted; ++read_) {
      if (unwanted.stop_requested() || !source_->skip()) return {};
    }
    const Clock::time_point begun = Clock::now();
    std::optional<Image> image = source_->next();
    if (!image) return {};
    ++read_;
    return Frame{std::move(*image), wanted, Milliseconds(Clock::now() - begun).count()};
  }

  /// No video has as many frames.
  static constexpr double kMostStep = 0x1p53;

  std::unique_ptr<VideoSource> source_;
  double step_;
  std::int64_t read_ = 0;
  bool ended_ = false;
  Prefetcher<std::optional<Frame>> ahead_;
};

class VideoStream final : public Stream {
 public:
  VideoStream(const std::string& path, double rate)
      : VideoStream(path, openFile(path), std::make_unique<VideoSource>(path, false), rate) {}

  ~VideoStream() override {
    // The child of a fork has none of the threads that these would join.
    if (process_ == ::getpid()) return;
    static_cast<void>(source_.release());
    static_cast<void>(reader_.release());
  }

  bool next(const std::stop_token& stop) override {
    if (process_ != ::getpid()) {
      files::refuse(ErrorCode::badUse, name(),
                    phrase("was opened by another process; open it again after a fork"));
    }
    if (!reader_) reader_ = std::make_unique<VideoReader>(std::move(source_), own_ / rate());
    std::optional<VideoReader::Frame> frame = reader_->next(stop);
    if (!frame) {
      // FFmpeg would end where the old file's index and the new bytes do not fit.
      if (files::factsOf(file_) != facts_) {
        files::refuse(ErrorCode::badPicture, name(),
                      phrase("was changed while it was read, up to frame {}", number()));
      }
      if (number() < 0) {
        files::refuse(ErrorCode::badPicture, name(),
                      phrase("has no frame {}: it has {}, counted from 0", 0, 0));
      }
      return false;
    }
    image_ = std::move(frame->image);
    const Clock::time_point read = Clock::now();
    show(image_, static_cast<double>(frame->number) / own_, frame->number, hashes_.update(image_));
    setCosts(frame->milliseconds, Milliseconds(Clock::now() - read).count());
    return true;
  }

 private:
  VideoStream(const std::string& path, files::Descriptor file, std::unique_ptr<VideoSource> source,
              double rate)
      : Stream(path, rateOf(*source, rate)),
        file_(std::move(file)),
        facts_(files::factsOf(file_)),
        source_(std::move(source)),
        own_(rateOf(*source_, 0)) {}

  static files::Descriptor openFile(const std::string& path) {
    return files::Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  }

  files::Descriptor file_;  ///< for its facts only
  std::optional<files::FileFacts> facts_;
  std::unique_ptr<VideoSource> source_;  ///< until the first frame is read
  double own_;                           ///< frames per second in the file
  pid_t process_ = ::getpid();
  std::unique_ptr<VideoReader> reader_;
  Image image_;
  live::TileHashes hashes_;
};

}  // namespace

void live::checkRate(double rate) {
  constexpr double kMostRate = 1000;
  if (rate >= 0 && rate <= kMostRate) return;
  throw Error(ErrorCode::badUse, phrase("frames per second: takes 0 to 1000"));
}

std::unique_ptr<Stream> openVideo(const std::string& path, double rate) {
  live::checkRate(rate);
  return std::make_unique<VideoStream>(path, rate);
}

}  // namespace espy
