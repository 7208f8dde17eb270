// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "espy/engine/video.h"

namespace espy::batch {

/// Pool of frame readers for concurrent workers. Workers take images in order, so every reader only
/// moves forward.
class FramePool {
 public:
  Image read(const VideoFrame& frame, const ReadOptions& options);

 private:
  using Reader = std::unique_ptr<FrameReader>;

  /// Takes the reader nearest before this frame, or opens a new one.
  Reader take(const VideoFrame& frame, const ReadOptions& options);
  void giveBack(Reader reader);

  std::mutex mutex_;
  std::list<Reader> idle_;  ///< most recently used first
};

/// Expands "clip.mp4", "clip.mp4#0:300:30" (frame numbers: first, last and step) or
/// "clip.mp4#t=1.5:60:0.5" (seconds) to names of frames. `file` is the path of the video. Throws
/// `badUse` for an invalid range, and errors of the reader.
std::vector<std::string> frameNames(const std::string& name, const std::string& file);
/// Whether a name denotes frames of a video; check first for a file of that name.
bool meansFrames(const std::string& name);

}  // namespace espy::batch
