// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/video.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <utility>

#include "espy/control.h"
#include "files/message.h"
#include "files/module.h"
#include "io/bmp.h"
#include "io/limits.h"
#include "io/video_module.h"

namespace espy {
namespace {

constexpr std::array<std::string_view, 11> kEndings{"mp4", "m4v",  "mkv", "mov", "avi", "webm",
                                                    "mpg", "mpeg", "ogv", "wmv", "ts"};
constexpr files::ModuleName kVideos{"espy_video", "espyVideos"};

/// An EBML number: its length is the position of the first bit that is set, which is not part of
/// it. Empty if it is cut off, or has only ones: unknown, as in a stream that is being recorded.
std::optional<std::uint64_t> ebmlNumber(std::istream& file) {
  const int first = file.get();
  if (first <= 0) return {};
  int more = std::countl_zero(static_cast<std::uint8_t>(first));
  std::uint64_t value = static_cast<std::uint64_t>(first) & (0x7fU >> more);
  std::uint64_t unknown = 0x7fU >> more;
  for (; more > 0; --more) {
    const int next = file.get();
    if (next < 0) return {};
    value = value << 8 | static_cast<std::uint64_t>(next);
    unknown = unknown << 8 | 0xff;
  }
  if (value == unknown) return {};
  return value;
}

/// Bytes of a Matroska (mkv, webm) or AVI file by its header; empty if it is neither, or does not
/// state them.
std::optional<std::uint64_t> statedBytes(const std::string& path) {
  constexpr std::string_view kHeader("\x1a\x45\xdf\xa3");
  constexpr std::string_view kSegment("\x18\x53\x80\x67");
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> id{};
  const auto nextIs = [&](std::string_view wanted) {
    return file.read(id.data(), id.size()) && std::string_view(id.data(), id.size()) == wanted;
  };
  if (!nextIs(kHeader)) {
    std::array<unsigned char, 4> size{};
    if (std::string_view(id.data(), id.size()) != "RIFF") return {};
    file.read(reinterpret_cast<char*>(size.data()), size.size());
    const std::uint64_t bytes =
        size[0] | size[1] << 8 | size[2] << 16 | std::uint64_t{size[3]} << 24;
    // All ones while it is being recorded. Of a long file it is the first part's size.
    if (!nextIs("AVI ") || bytes == 0xffffffff) return {};
    return bytes + 8;
  }
  const std::optional<std::uint64_t> header = ebmlNumber(file);
  if (!header || !file.seekg(static_cast<std::streamoff>(*header), std::ios::cur)) return {};
  if (!nextIs(kSegment)) return {};
  const std::optional<std::uint64_t> segment = ebmlNumber(file);
  if (!segment) return {};
  return static_cast<std::uint64_t>(file.tellg()) + *segment;
}

}  // namespace

namespace io {

const EspyVideos& videoModule(const std::string& name, bool camera) {
  return files::loadedModule<EspyVideos>(
      kVideos, kEspyVideosVersion, name,
      camera ? phrase("it is a camera") : phrase("it is a video"));
}

void checkVideoFile(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    files::refuseSystem(path, phrase("cannot be opened"), errno);
  }
  if (!S_ISREG(status.st_mode)) {
    files::refuse(ErrorCode::badPicture, path, phrase("is not a file, as a video must be"));
  }
  // FFmpeg would end with the last whole frame and not report the rest.
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  if (const std::optional<std::uint64_t> stated = statedBytes(path); stated && *stated > bytes) {
    files::refuse(ErrorCode::badPicture, path,
                  phrase("is truncated after {} of {} bytes", bytes, *stated));
  }
}

std::optional<Image> decodedFrame(const EspyVideos& module, void* video, const std::string& name) {
  EspyPixels pixels{};
  VideoSaid said{};
  if (module.read(video, &pixels, said.data(), said.size()) != 0) {
    if (said[0] == '\0') return {};
    files::refuse(ErrorCode::badPicture, name, Message(std::string(said.data())));
  }
  const ImageView view(pixels.data, {pixels.width, pixels.height}, {pixels.channels, Depth::u8},
                       static_cast<std::ptrdiff_t>(pixels.stride));
  if (pixels.channels == 1) return Image::copyOf(view);
  Image frame = Image::forOverwrite(view.size(), view.format());
  for (std::int64_t y = 0; y < view.height(); ++y) {
    bgrToRgb(view.row(y), view.width(), frame.pixels().row(y));
  }
  return frame;
}

}  // namespace io

bool isVideoName(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return false;
  std::string ending = name.substr(dot + 1);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

std::optional<VideoFrame> frameOf(const std::string& name) {
  const std::size_t mark = name.rfind('#');
  if (mark == std::string::npos || mark + 1 == name.size()) return std::nullopt;
  VideoFrame frame{name.substr(0, mark), 0};
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + mark + 1, end, frame.number);
  if (error != std::errc() || stop != end || frame.number < 0) return std::nullopt;
  struct stat status {};
  if (!isVideoName(frame.video) || ::stat(name.c_str(), &status) == 0) return std::nullopt;
  return frame;
}

std::string fileOfImage(const std::string& name) {
  std::optional<VideoFrame> frame = frameOf(name);
  if (frame) return std::move(frame->video);
  return name;
}

FrameReader::FrameReader(std::string path, const ReadOptions& options)
    : path_(std::move(path)), options_(options) {
  io::checkVideoFile(path_);
  open();
}

FrameReader::~FrameReader() {
  close();
}

void FrameReader::open() {
  close();
  io::VideoSaid said{};
  EspyVideoFacts facts{};
  video_ = io::videoModule(path_).open(path_.c_str(), &facts, said.data(), said.size());
  if (video_ == nullptr) {
    files::refuse(ErrorCode::badPicture, path_, Message(std::string(said.data())));
  }
  facts_ = {facts.frames, facts.framesASecond, {facts.width, facts.height}};
  next_ = 0;
  if (facts_.size.width > 0 && facts_.size.height > options_.maxPixels / facts_.size.width) {
    close();  // the destructor does not run if the constructor throws
    files::refuse(ErrorCode::tooLarge, path_,
                  phrase("its frames have {} x {} pixels, more than the {} allowed", facts.width,
                         facts.height, options_.maxPixels));
  }
}

void FrameReader::close() {
  if (video_ != nullptr) io::videoModule(path_).close(video_);
  video_ = nullptr;
}

Image FrameReader::frame(std::int64_t number, const std::stop_token& stop) {
  const EspyVideos& module = io::videoModule(path_);
  if (number < next_) open();
  const auto refuseEnd = [&] {
    files::refuse(ErrorCode::badPicture, path_,
                  phrase("has no frame {}: it has {}, counted from 0", number, next_));
  };
  Control control;
  control.stop = stop;
  while (next_ < number) {
    control.check();
    if (module.skip(video_) != 0) refuseEnd();
    ++next_;
  }
  std::optional<Image> frame = io::decodedFrame(module, video_, path_);
  if (!frame) refuseEnd();
  ++next_;
  return std::move(*frame);
}

}  // namespace espy
