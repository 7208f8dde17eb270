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
/// Frames of videos, by a module (espy_video) that is loaded on first use and needs OpenCV's
/// videoio.
///
///     espy::FrameReader clip("clip.mp4");
///     espy::Image frame = clip.frame(120);
namespace espy {

struct VideoFrame;  // espy/engine/video.h

/// Whether this is the name of a video, by its extension.
bool isVideoName(const std::string& name);
/// Parses the name of a frame; nothing if it is not one, or if a file has exactly this name.
std::optional<VideoFrame> frameOf(const std::string& name);
/// The file behind a name: the video of a frame, or the name itself.
std::string fileOfImage(const std::string& name);

/// Facts stated by a video file.
struct VideoFacts {
  std::int64_t frames = 0;   ///< 0: unknown
  double framesASecond = 0;  ///< 0: unknown
  Size size;
};

/// Reads a video sequentially: frame n is the n-th that is decoded, regardless of time stamps.
/// Going backwards restarts from the beginning.
class FrameReader {
 public:
  /// Throws `system`, `unsupported` (no video module installed), `badPicture` or `tooLarge`, with a
  /// message that begins with the path.
  explicit FrameReader(std::string path, const ReadOptions& options = {});
  ~FrameReader();
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;

  const std::string& path() const { return path_; }
  const VideoFacts& facts() const { return facts_; }
  /// The next frame in sequence.
  std::int64_t next() const { return next_; }
  /// Returns an RGB frame. Throws `badPicture` if the video ends before, and `cancelled`.
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
