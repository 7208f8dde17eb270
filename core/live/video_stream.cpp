// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/phrase.h"
#include "espy/control.h"
#include "espy/engine/live.h"
#include "espy/engine/video.h"
#include "espy/error.h"
#include "live/tile_hashes.h"

namespace espy {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// Of videos that do not state it.
constexpr double kUsualRate = 25;

void checkRate(double rate) {
  constexpr double kMostRate = 1000;
  if (rate >= 0 && rate <= kMostRate) return;
  throw Error(ErrorCode::badUse, phrase("frames per second: takes 0 to 1000"));
}

/// Of this thread.
double processorMilliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

class VideoStream final : public Stream {
 public:
  VideoStream(const std::string& path, double rate)
      : VideoStream(path, std::make_unique<VideoSource>(path, false), rate) {}

  bool next(const std::stop_token& stop) override {
    Control control;
    control.stop = stop;
    const std::int64_t wanted =
        step_ > 1 ? std::llround(static_cast<double>(shown_) * step_) : shown_;
    for (; read_ < wanted; ++read_) {
      control.check();
      if (!source_->skip()) return false;
    }
    control.check();
    const Clock::time_point begun = Clock::now();
    std::optional<Image> frame = source_->next();
    if (!frame) return false;
    const Clock::time_point read = Clock::now();
    ++read_;
    ++shown_;
    image_ = std::move(*frame);
    show(image_, static_cast<double>(wanted) / own_, wanted, hashes_.update(image_));
    setCosts(Milliseconds(read - begun).count(), Milliseconds(Clock::now() - read).count());
    return true;
  }

 private:
  VideoStream(const std::string& path, std::unique_ptr<VideoSource> source, double rate)
      : Stream(path, rateOf(*source, rate)),
        source_(std::move(source)),
        own_(rateOf(*source_, 0)),
        step_(own_ / this->rate()) {}

  static double rateOf(const VideoSource& source, double rate) {
    const double stated = source.facts().framesASecond;
    const double own = stated > 0 ? stated : kUsualRate;
    return rate > 0 && rate < own ? rate : own;
  }

  std::unique_ptr<VideoSource> source_;
  double own_;   ///< frames per second in the file
  double step_;  ///< frames of the file for each that is shown
  std::int64_t read_ = 0;
  std::int64_t shown_ = 0;
  Image image_;
  live::TileHashes hashes_;
};

class CameraStream final : public Stream {
 public:
  CameraStream(const std::string& camera, double rate)
      : CameraStream(camera, std::make_unique<VideoSource>(camera, true), rate) {}

  bool next(const std::stop_token& stop) override {
    Control control;
    control.stop = stop;
    for (;;) {
      control.check();
      // Frames that come too early are dropped, so that the next one is new.
      if (number() < 0 || limit_ <= 0 || Clock::now() >= due_) break;
      if (!source_->skip()) gone();
    }
    const double before = processorMilliseconds();
    std::optional<Image> frame = source_->next();
    if (!frame) gone();
    const double read = processorMilliseconds() - before;
    const Clock::time_point now = Clock::now();
    if (limit_ > 0) {
      due_ = std::max(due_, now - kLate) +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / limit_));
    }
    image_ = std::move(*frame);
    show(image_, std::chrono::duration<double>(now - start_).count(), number() + 1,
         hashes_.update(image_));
    setCosts(read, Milliseconds(Clock::now() - now).count());
    return true;
  }

 private:
  CameraStream(const std::string& camera, std::unique_ptr<VideoSource> source, double rate)
      : Stream("camera " + camera, rate > 0 ? rate : source->facts().framesASecond),
        source_(std::move(source)),
        limit_(rate) {}

  [[noreturn]] void gone() const {
    throw Error(ErrorCode::system, phrase("{}: delivers no more frames", name()));
  }

  /// A pause of the camera is not made up for.
  static constexpr std::chrono::milliseconds kLate{20};
  std::unique_ptr<VideoSource> source_;
  double limit_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point due_ = start_;
  Image image_;
  live::TileHashes hashes_;
};

}  // namespace

std::unique_ptr<Stream> openCamera(const std::string& camera, double rate) {
  checkRate(rate);
  return std::make_unique<CameraStream>(camera, rate);
}

std::unique_ptr<Stream> openVideo(const std::string& path, double rate) {
  checkRate(rate);
  return std::make_unique<VideoStream>(path, rate);
}

}  // namespace espy
