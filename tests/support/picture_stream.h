// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <utility>

#include "espy/control.h"
#include "espy/engine/live.h"
#include "live/tile_hashes.h"

namespace espy::test {

/// A stream whose picture the test changes between frames. Ends after `frames`.
class PictureStream : public Stream {
 public:
  explicit PictureStream(Image picture, double rate = 10, std::int64_t frames = 1'000'000)
      : Stream("pictures", rate), picture_(std::move(picture)), rate_(rate), frames_(frames) {}

  MutableImageView pixels() { return picture_.pixels(); }

  bool next(const std::stop_token& stop = {}) override {
    Control control;
    control.stop = stop;
    control.check();
    const std::int64_t frame = number() + 1;
    if (frame == frames_) return false;
    show(picture_, static_cast<double>(frame) / rate_, frame, hashes_.update(picture_));
    return true;
  }

 private:
  Image picture_;
  double rate_;
  std::int64_t frames_;
  live::TileHashes hashes_;
};

}  // namespace espy::test
