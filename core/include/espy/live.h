// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "espy/find.h"
#include "espy/image.h"

#pragma GCC visibility push(default)
/// Live search: on a screen, in a camera or in a video, while it changes. Events (appears,
/// vanishes, moves, ...) are in espy/engine/live.h.
///
///     const auto screen = espy::openScreen();
///     const espy::Needle needles[] = {{button.image}};
///     const espy::Finding found = espy::waitFor(*screen, needles, {}, 10);
///     if (!found.matches.empty()) click(found.matches.front().x, found.matches.front().y);
namespace espy {

struct Area;           // espy/engine/live.h
struct ScreenOptions;  // espy/engine/live.h

/// Frames with a time. Not thread-safe. All frames have one size and format.
class Stream {
 public:
  virtual ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// "screen", "camera 0", or the path of a video.
  const std::string& name() const { return name_; }
  /// Waits for the next frame; false at the end of a video. Throws `cancelled` within 50 ms of a
  /// stop, and `system` if the source is gone, or a camera sends nothing for 10 seconds. A screen
  /// delivers a frame at once when it changes, and unchanged frames at its rate; a camera delivers
  /// the next new frame, and drops those that came since the last call.
  virtual bool next(const std::stop_token& stop = {}) = 0;

  /// The current frame, 8-bit RGB or grey, valid until the next call of `next`.
  const ImageView& picture() const { return picture_; }
  /// When the current frame was taken, in seconds: since the stream was opened, or, for a video,
  /// since its beginning.
  double time() const { return time_; }
  /// Frames per second that are expected; 0: unknown.
  double rate() const { return rate_; }
  /// Number of the current frame, from 0. Frames of a video that were skipped count.
  std::int64_t number() const { return number_; }
  /// Disjoint parts of the current frame that contain all differences from the frame before; of the
  /// first frame: everything.
  std::span<const Area> changed() const;
  /// Milliseconds to read the current frame, without waiting for it, and to compare it with the
  /// one before. What a camera takes to read is processor time.
  double readMilliseconds() const { return read_; }
  double compareMilliseconds() const { return compare_; }

 protected:
  explicit Stream(std::string name, double rate = 0);
  /// For implementations: makes this the current frame.
  void show(const ImageView& picture, double time, std::int64_t number, std::vector<Area> changed);
  /// For implementations: the costs of the current frame.
  void setCosts(double readMilliseconds, double compareMilliseconds);

 private:
  std::string name_;
  double rate_;
  ImageView picture_;
  double time_ = 0;
  std::int64_t number_ = -1;
  std::vector<Area> changed_;
  double read_ = 0;     ///< milliseconds
  double compare_ = 0;  ///< milliseconds
};

/// Opens the screen, or the part of it that options choose: that of the Wayland session, or else of
/// $DISPLAY. Throws `system` where there is no display, `unsupported` if it cannot be read, and
/// `badUse` for a part outside.
///
/// In a Wayland session the desktop asks the user what to share, once: the permission is kept in
/// $XDG_STATE_HOME/espy. This happens in the first call of `next`, which throws `system` if it is
/// denied, and `cancelled` after a stop while it waits.
std::unique_ptr<Stream> openScreen();
std::unique_ptr<Stream> openScreen(const ScreenOptions& options);  ///< Such a part.

/// Opens a camera by its number, or by a device name or an address such as rtsp://host/stream.
/// Needs the video module (espy/video.h). `rate` limits the frames per second; 0: as many as come.
/// Throws `system` if there is no such camera, no permission to read it, or no answer for 10 s.
std::unique_ptr<Stream> openCamera(const std::string& camera, double rate = 0);

/// Opens a video file. With a `rate` below the video's, frames are skipped to deliver that many per
/// second of the video; 0: all. A thread reads the next frame while the current one is searched, so
/// a stream cannot be used in the child of a fork: `badUse`.
std::unique_ptr<Stream> openVideo(const std::string& path, double rate = 0);

/// Reads frames until a needle is found in one, which is then the current frame, or until
/// `seconds` have passed or the stream ends: then there are no matches. The first frame is always
/// searched.
Finding waitFor(Stream& stream, std::span<const Needle> needles, const FindOptions& options = {},
                double seconds = 10);

}  // namespace espy
#pragma GCC visibility pop
