// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "espy/image.h"
#include "espy/video.h"

#pragma GCC visibility push(default)
namespace espy {

/// A frame of a video; its name is "clip.mp4#120".
struct VideoFrame {
  std::string video;
  std::int64_t number = 0;  ///< from 0

  bool operator==(const VideoFrame&) const = default;
};

/// Reads frames one after the other, from a video file or a camera, by the video module. Not
/// thread-safe.
class VideoSource {
 public:
  /// `camera`: the name is a camera's number, a device or an address such as rtsp://host/stream;
  /// else the path of a file. Throws `system`, `unsupported` (no video module installed) or
  /// `badPicture`, with a message that begins with the name.
  VideoSource(std::string name, bool camera);
  ~VideoSource();
  VideoSource(const VideoSource&) = delete;
  VideoSource& operator=(const VideoSource&) = delete;

  const VideoFacts& facts() const { return facts_; }
  /// The next frame, RGB or grey; nothing at the end. Blocks until a camera has one.
  std::optional<Image> next();
  /// Drops the next frame; false at the end.
  bool skip();

 private:
  std::string name_;
  VideoFacts facts_;
  void* video_ = nullptr;
};

/// Writes a video; the path's extension chooses the format: .mp4 and .mkv (MPEG-4), .avi (JPEG),
/// .webm (VP8). The file gets its name when it is complete.
class VideoWriter {
 public:
  /// Throws `unsupported` and `system`. All frames have this size.
  VideoWriter(std::string path, Size size, double framesASecond);
  /// Without `finish` nothing remains.
  ~VideoWriter();
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  /// Throws `badUse` for a frame that is not 8-bit RGB or grey of the video's size, and `system`
  /// when the disk is nearly full: the video is then finished without it.
  void write(const ImageView& frame);
  void finish();

  /// Throws `unsupported` unless the path's extension is one of the above.
  static void check(const std::string& path);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace espy
#pragma GCC visibility pop
