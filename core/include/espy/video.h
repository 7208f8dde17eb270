// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "espy/image.h"
#include "espy/pictures.h"

#pragma GCC visibility push(default)
/// Frames of videos, by a module (espy_video) that is loaded when the first one is asked for and
/// needs OpenCV's videoio.
///
///     espy::FrameReader clip("clip.mp4");
///     espy::Image frame = clip.frame(120);
namespace espy {

/// A frame of a video, whose name is "clip.mp4#120".
struct VideoFrame {
  std::string video;
  std::int64_t number = 0;  ///< from 0

  bool operator==(const VideoFrame&) const = default;
};

/// Is this the name of a video, by its ending?
bool isVideoName(const std::string& name);
/// Which frame is meant by a name; none where it is not the name of one, or where there is a file
/// that is called just so.
std::optional<VideoFrame> frameOf(const std::string& name);
/// The file that a name is about: the video of a frame, or itself.
std::string fileOfImage(const std::string& name);

/// What a video's file says of it.
struct VideoFacts {
  std::int64_t frames = 0;   ///< 0: it does not say
  double framesASecond = 0;  ///< 0: it does not say
  Size size;
};

/// Reads a video from its beginning on, so that frame n is the n-th that is decoded, wherever the
/// file says that it lies: forwards without a detour, and backwards from the beginning again.
class FrameReader {
 public:
  /// Throws `system`, `unsupported` (this installation has no module for videos), `badPicture` or
  /// `tooLarge`, with a sentence that begins with the path.
  explicit FrameReader(std::string path, const ReadOptions& options = {});
  ~FrameReader();
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;

  const std::string& path() const { return path_; }
  const VideoFacts& facts() const { return facts_; }
  /// The frame that would be read without going back: the one behind the last.
  std::int64_t next() const { return next_; }
  /// Red, green and blue. Throws `badPicture` where the video ends before, and `cancelled`.
  Image frame(std::int64_t number, const std::stop_token& stop = {});

 private:
  void open();
  void close();

  std::string path_;
  ReadOptions options_;
  VideoFacts facts_;
  void* video_ = nullptr;
  std::int64_t next_ = 0;
};

}  // namespace espy
#pragma GCC visibility pop
