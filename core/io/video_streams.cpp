// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Videos and cameras frame by frame, and videos that are written.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "espy/engine/video.h"
#include "files/message.h"
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

/// A hidden name in the same folder, with the same ending.
std::string temporaryName(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  return path.substr(0, name) + ".espy-" + std::to_string(::getpid()) + "-" + path.substr(name);
}

}  // namespace

void VideoWriter::check(const std::string& path) {
  codecOf(path);
}

VideoWriter::VideoWriter(std::string path, Size size, double framesASecond)
    : path_(std::move(path)), written_(temporaryName(path_)), size_(size) {
  io::VideoSaid said{};
  writer_ = io::videoModule(path_).create(written_.c_str(), codecOf(path_).code, framesASecond,
                                          size.width, size.height, said.data(), said.size());
  if (writer_ == nullptr) {
    ::unlink(written_.c_str());
    files::refuse(ErrorCode::system, path_, Message(std::string(said.data())));
  }
}

VideoWriter::~VideoWriter() {
  if (writer_ == nullptr) return;
  io::videoModule(path_).finish(writer_);
  ::unlink(written_.c_str());
}

void VideoWriter::write(const ImageView& frame) {
  const PixelFormat format = frame.format();
  if (frame.size() != size_ || format.depth != Depth::u8 ||
      (format.channels != 1 && format.channels != 3)) {
    files::refuse(ErrorCode::badUse, path_, phrase("takes 8-bit frames of one size"));
  }
  io::VideoSaid said{};
  if (io::videoModule(path_).write(writer_, frame.row(0), frame.stride(), format.channels,
                                   said.data(), said.size()) != 0) {
    files::refuse(ErrorCode::system, path_, Message(std::string(said.data())));
  }
}

void VideoWriter::finish() {
  io::videoModule(path_).finish(writer_);
  writer_ = nullptr;
  if (std::rename(written_.c_str(), path_.c_str()) == 0) return;
  const int error = errno;
  ::unlink(written_.c_str());
  files::refuseSystem(path_, phrase("cannot be written"), error);
}

}  // namespace espy
