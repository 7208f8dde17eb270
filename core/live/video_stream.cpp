// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/phrase.h"
#include "espy/control.h"
#include "espy/engine/live.h"
#include "espy/engine/video.h"
#include "espy/error.h"
#include "files/message.h"
#include "live/rate.h"
#include "live/tile_hashes.h"

namespace espy {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// Of videos that do not state it.
constexpr double kUsualRate = 25;

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
    if (!frame) {
      if (read_ == 0) {
        files::refuse(ErrorCode::badPicture, name(),
                      phrase("has no frame {}: it has {}, counted from 0", 0, 0));
      }
      return false;
    }
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
