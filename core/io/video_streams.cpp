// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Videos and cameras frame by frame, and videos that are written.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "espy/engine/video.h"
#include "files/message.h"
#include "files/output_file.h"
#include "io/video_module.h"

namespace espy {

VideoSource::VideoSource(std::string name, bool camera) : name_(std::move(name)) {
  if (!camera) io::checkVideoFile(name_);
  const std::string shown = camera ? "camera " + name_ : name_;
  const EspyVideos& module = io::videoModule(shown, camera);
  io::VideoSaid said{};
  EspyVideoFacts facts{};
  video_ = camera ? module.openCamera(name_.c_str(), &facts, said.data(), said.size())
                  : module.open(name_.c_str(), &facts, said.data(), said.size());
  name_ = shown;
  if (video_ == nullptr) {
    files::refuse(camera ? ErrorCode::system : ErrorCode::badPicture, name_,
                  Message(std::string(said.data())));
  }
  facts_ = {facts.frames, facts.framesASecond, {facts.width, facts.height}};
}

VideoSource::~VideoSource() {
  io::videoModule(name_).close(video_);
}

std::optional<Image> VideoSource::next() {
  return io::decodedFrame(io::videoModule(name_), video_, name_);
}

bool VideoSource::skip() {
  return io::videoModule(name_).skip(video_) == 0;
}

namespace {

struct Codec {
  const char* ending;
  const char* code;
};
constexpr std::array<Codec, 4> kCodecs{
    {{".mp4", "mp4v"}, {".mkv", "mp4v"}, {".avi", "MJPG"}, {".webm", "VP80"}}};

const Codec& codecOf(const std::string& path) {
  const std::string ending = files::endingOf(path);
  for (const Codec& codec : kCodecs) {
    if (codec.ending == ending) return codec;
  }
  files::refuse(ErrorCode::unsupported, path,
                phrase("videos are written as .mp4, .mkv, .avi or .webm"));
}

/// By how many bytes this file can grow, on its disk and within `ulimit -f`.
std::uint64_t bytesLeft(const std::string& path) {
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
  struct statvfs disk {};
  if (::statvfs(path.c_str(), &disk) == 0 && disk.f_blocks > 0) {
    left = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  }
  rlimit most{};
  struct stat file {};
  if (::getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY &&
      ::stat(path.c_str(), &file) == 0) {
    const auto bytes = static_cast<std::uint64_t>(file.st_size);
    left = std::min<std::uint64_t>(left, most.rlim_cur - std::min(bytes, most.rlim_cur));
  }
  return left;
}

/// Bytes for what FFmpeg still holds and writes at the end: the next frame, buffers and an index.
std::uint64_t bytesToFinish(Size frame, std::int64_t frames) {
  constexpr std::int64_t kBuffers = 1 << 18;
  constexpr std::int64_t kIndexOfFrame = 64;
  return static_cast<std::uint64_t>(3 * frame.pixels() + kBuffers + kIndexOfFrame * frames);
}

}  // namespace

void VideoWriter::check(const std::string& path) {
  codecOf(path);
}

struct VideoWriter::State {
  State(std::string file, const char* ending, Size frame)
      : path(std::move(file)), output(path, ending), size(frame) {}
  ~State() {
    if (writer != nullptr) io::videoModule(path).finish(writer);
  }

  std::string path;
  files::NamedOutput output;
  Size size;
  std::int64_t frames = 0;
  void* writer = nullptr;

  void checkComplete() const;
};

/// OpenCV does not report a full disk: throws unless what was written has as many frames. Counts
/// that follow from a duration may be one or two off.
void VideoWriter::State::checkComplete() const {
  constexpr std::int64_t kInexact = 2;
  const EspyVideos& module = io::videoModule(path);
  io::VideoSaid said{};
  EspyVideoFacts facts{};
  void* const video = module.open(output.written().c_str(), &facts, said.data(), said.size());
  if (video != nullptr) module.close(video);
  if (video == nullptr || facts.frames + kInexact < frames) {
    files::refuse(ErrorCode::system, path, phrase("could not be written completely"));
  }
}

VideoWriter::VideoWriter(std::string path, Size size, double framesASecond) {
  const Codec& codec = codecOf(path);
  const EspyVideos& module = io::videoModule(path);
  state_ = std::make_unique<State>(std::move(path), codec.ending, size);
  io::VideoSaid said{};
  state_->writer = module.create(state_->output.written().c_str(), codec.code, framesASecond,
                                 size.width, size.height, said.data(), said.size());
  if (state_->writer == nullptr) {
    files::refuse(ErrorCode::system, state_->path, Message(std::string(said.data())));
  }
}

VideoWriter::~VideoWriter() = default;

void VideoWriter::write(const ImageView& frame) {
  const PixelFormat format = frame.format();
  if (frame.size() != state_->size || format.depth != Depth::u8 ||
      (format.channels != 1 && format.channels != 3)) {
    files::refuse(ErrorCode::badUse, state_->path, phrase("takes 8-bit frames of one size"));
  }
  const std::int64_t frames = state_->frames;
  if (frames > 0 && bytesLeft(state_->output.written()) < bytesToFinish(state_->size, frames)) {
    finish();
    files::refuse(ErrorCode::system, state_->path,
                  phrase("there is no space for more than {} frames", frames));
  }
  io::VideoSaid said{};
  if (io::videoModule(state_->path)
          .write(state_->writer, frame.row(0), frame.stride(), format.channels, said.data(),
                 said.size()) != 0) {
    files::refuse(ErrorCode::system, state_->path, Message(std::string(said.data())));
  }
  ++state_->frames;
}

void VideoWriter::finish() {
  if (state_->writer == nullptr) return;
  io::videoModule(state_->path).finish(std::exchange(state_->writer, nullptr));
  if (state_->frames > 0) state_->checkComplete();
  state_->output.commit();
}

}  // namespace espy
