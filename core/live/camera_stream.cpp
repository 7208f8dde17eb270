// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
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

/// Of this thread.
double processorMilliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// What a stream shares with the thread that reads its camera, which lives longer than the stream
/// if a read blocks.
struct CameraReader {
  std::unique_ptr<VideoSource> source;  ///< used by the thread
  /// Frames that are not wanted are dropped, so that the next one is new.
  bool drops;

  std::mutex mutex;
  std::condition_variable_any changed;
  bool wanted = false;         ///< the stream waits for a frame
  bool closed = false;         ///< the stream is gone
  bool ended = false;          ///< the thread is about to end
  std::optional<Image> frame;  ///< the one that was wanted
  double milliseconds = 0;     ///< processor time to read it
  std::exception_ptr failure;

  CameraReader(std::unique_ptr<VideoSource> camera, bool dropsFrames)
      : source(std::move(camera)), drops(dropsFrames) {}

  void run() {
    while (readOne()) {
    }
    source.reset();
    const std::lock_guard lock(mutex);
    ended = true;
    changed.notify_all();
  }

 private:
  /// Returns false at the end.
  bool readOne() {
    bool keep = false;
    {
      std::unique_lock lock(mutex);
      if (!drops) changed.wait(lock, [this] { return wanted || closed; });
      if (closed) return false;
      keep = wanted;
    }
    try {
      if (!keep) return source->skip();
      const double before = processorMilliseconds();
      std::optional<Image> read = source->next();
      const std::lock_guard lock(mutex);
      if (!read) return false;
      milliseconds = processorMilliseconds() - before;
      frame = std::move(read);
      wanted = false;
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      return false;
    }
    changed.notify_all();
    return true;
  }
};

/// A file in place of a camera does not go on by itself.
bool isFile(const std::string& camera) {
  struct stat status {};
  return ::stat(camera.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

class CameraStream final : public Stream {
 public:
  CameraStream(const std::string& camera, double rate)
      : CameraStream(camera, std::make_unique<VideoSource>(camera, true), rate) {}

  ~CameraStream() override {
    std::unique_lock lock(reader_->mutex);
    reader_->closed = true;
    reader_->changed.notify_all();
    const bool ended = reader_->changed.wait_for(lock, kClosing, [this] { return reader_->ended; });
    lock.unlock();
    if (ended) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }

  bool next(const std::stop_token& stop) override {
    Control control;
    control.stop = stop;
    control.check();
    std::unique_lock lock(reader_->mutex);
    const auto never = [] { return false; };
    if (number() >= 0 && limit_ > 0) reader_->changed.wait_until(lock, stop, due_, never);
    reader_->frame.reset();
    reader_->wanted = true;
    reader_->changed.notify_all();
    reader_->changed.wait_for(lock, stop, kPatience,
                              [this] { return reader_->frame || reader_->ended; });
    control.check();
    if (!reader_->frame) refuse();
    image_ = std::move(*reader_->frame);
    const double read = reader_->milliseconds;
    lock.unlock();
    const Clock::time_point now = Clock::now();
    if (limit_ > 0) {
      due_ = std::max(due_, now - kLate) +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / limit_));
    }
    show(image_, std::chrono::duration<double>(now - start_).count(), number() + 1,
         hashes_.update(image_));
    setCosts(read, std::chrono::duration<double, std::milli>(Clock::now() - now).count());
    return true;
  }

 private:
  CameraStream(const std::string& camera, std::unique_ptr<VideoSource> source, double rate)
      : Stream("camera " + camera, rate > 0 ? rate : source->facts().framesASecond),
        reader_(std::make_shared<CameraReader>(std::move(source), !isFile(camera))),
        limit_(rate),
        thread_([reader = reader_] { reader->run(); }) {}

  [[noreturn]] void refuse() const {
    if (reader_->failure) std::rethrow_exception(reader_->failure);
    if (reader_->ended) {
      throw Error(ErrorCode::system, phrase("{}: delivers no more frames", name()));
    }
    throw Error(ErrorCode::system,
                phrase("{}: has delivered no frame for {} seconds", name(), kPatience.count()));
  }

  /// Without a frame the camera is given up. The video module gives up a read a little later.
  static constexpr std::chrono::seconds kPatience{10};
  /// For the read that goes on when the stream is closed; one that blocks ends by itself.
  static constexpr std::chrono::milliseconds kClosing{200};
  /// A pause of the camera is not made up for.
  static constexpr std::chrono::milliseconds kLate{20};
  std::shared_ptr<CameraReader> reader_;
  double limit_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point due_ = start_;
  Image image_;
  live::TileHashes hashes_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Stream> openCamera(const std::string& camera, double rate) {
  live::checkRate(rate);
  struct stat status {};
  // To open a pipe waits for its writer.
  if (::stat(camera.c_str(), &status) == 0 &&
      (S_ISFIFO(status.st_mode) || S_ISDIR(status.st_mode))) {
    files::refuse(ErrorCode::system, "camera " + camera,
                  phrase("is not a file, as a video must be"));
  }
  return std::make_unique<CameraStream>(camera, rate);
}

}  // namespace espy
