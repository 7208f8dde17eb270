// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "espy/video.h"

namespace espy::batch {

/// Frames of videos, for several workers at a time. Each has a reader of its own, which goes on
/// where it was: workers take images in their order, so all go forwards.
class FramePool {
 public:
  Image read(const VideoFrame& frame, const ReadOptions& options);

 private:
  using Reader = std::unique_ptr<FrameReader>;

  /// The one that is nearest before this frame, or a new one.
  Reader take(const VideoFrame& frame, const ReadOptions& options);
  void giveBack(Reader reader);

  std::mutex mutex_;
  std::list<Reader> idle_;  ///< the last used first
};

/// The frames that a job means by "clip.mp4", "clip.mp4#0:300:30" (by number: first, last and step)
/// or "clip.mp4#t=1.5:60:0.5" (by seconds), as names of frames. `file` is where the video lies.
/// Throws `badUse` for what makes no sense, and what a reader throws.
std::vector<std::string> frameNames(const std::string& name, const std::string& file);
/// Does a name stand for frames of a video? Whether there is a file of just this name, ask first.
bool meansFrames(const std::string& name);

}  // namespace espy::batch
