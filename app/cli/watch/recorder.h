// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "espy/engine/live.h"
#include "espy/engine/video.h"
#include "espy/mark.h"

namespace espy::cli {

/// Writes the frames of a stream, with their matches marked, as a video of constant rate.
class Recorder {
 public:
  Recorder(std::string path, const MarkOptions& marks, double rate)
      : path_(std::move(path)), marks_(marks), rate_(rate) {}

  /// Adds the stream's current frame, as often as its time asks for.
  void add(const Stream& stream, std::span<const Match> matches);
  /// Completes the file, if a frame was added.
  void finish();

 private:
  std::string path_;
  MarkOptions marks_;
  double rate_;
  std::optional<VideoWriter> writer_;
  std::int64_t written_ = 0;
  double start_ = 0;
};

}  // namespace espy::cli
