// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cmath>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>
#include <string>

#include "io/opencv/guarded.h"
#include "io/video_abi.h"

/// Video module, separate because it loads many more libraries.
namespace {

using espy::io::guarded;
using espy::io::say;

std::int64_t wholeOf(double number) {
  return std::isfinite(number) && number > 0 && number < 1e15 ? std::llround(number) : 0;
}

struct Video {
  cv::VideoCapture capture;
  cv::Mat frame;  ///< BGR or grey, reused
};

EspyVideoFacts factsOf(const cv::VideoCapture& video) {
  const double rate = video.get(cv::CAP_PROP_FPS);
  return {wholeOf(video.get(cv::CAP_PROP_FRAME_COUNT)),
          std::isfinite(rate) && rate > 0 && rate < 1e6 ? rate : 0,
          wholeOf(video.get(cv::CAP_PROP_FRAME_WIDTH)),
          wholeOf(video.get(cv::CAP_PROP_FRAME_HEIGHT))};
}

void* open(const char* path, EspyVideoFacts* facts, char* said, std::size_t size) {
  return guarded<void*>(nullptr, true, said, size, [&]() -> void* {
    auto video = std::make_unique<Video>();
    cv::VideoCapture& capture = video->capture;
    // Not the image-sequence backend, which expands a % in the name.
    if (!capture.open(path, cv::CAP_FFMPEG) && !capture.open(path, cv::CAP_GSTREAMER)) {
      say(said, size, "it is not a video that OpenCV can read");
      return nullptr;
    }
    *facts = factsOf(capture);
    return video.release();
  });
}

constexpr int kOpenMilliseconds = 10000;
/// A little more than a stream waits for a frame.
constexpr int kReadMilliseconds = 12000;

bool openAddress(cv::VideoCapture& video, const std::string& address) {
#if CV_VERSION_MAJOR * 100 + CV_VERSION_MINOR >= 406
  return video.open(address, cv::CAP_FFMPEG,
                    {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, kOpenMilliseconds,
                     cv::CAP_PROP_READ_TIMEOUT_MSEC, kReadMilliseconds});
#else
  return video.open(address, cv::CAP_FFMPEG);  // it has limits of its own
#endif
}

/// Why a camera cannot be opened.
std::string reasonOf(const std::string& device, bool isAddress) {
  if (isAddress) {
    return "nothing answers there within " + std::to_string(kOpenMilliseconds / 1000) +
           " seconds, or it sends no video that OpenCV can read";
  }
  if (::access(device.c_str(), F_OK) != 0) return device + " does not exist";
  if (::access(device.c_str(), R_OK) != 0) {
    return "no permission to read " + device + "; members of its group have it";
  }
  return device + " is used by another program, or sends no video that OpenCV can read";
}

void* openCamera(const char* name, EspyVideoFacts* facts, char* said, std::size_t size) {
  return guarded<void*>(nullptr, true, said, size, [&]() -> void* {
    auto video = std::make_unique<Video>();
    cv::VideoCapture& capture = video->capture;
    const std::string text(name);
    const bool numbered = !text.empty() && text.size() < 6 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    const bool isAddress = text.find("://") != std::string::npos;
    const bool opened =
        numbered ? capture.open(std::stoi(text), cv::CAP_ANY)
                 : openAddress(capture, text) || (!isAddress && capture.open(text, cv::CAP_V4L2));
    if (!opened) {
      say(said, size, reasonOf(numbered ? "/dev/video" + text : text, isAddress));
      return nullptr;
    }
    capture.set(cv::CAP_PROP_BUFFERSIZE, 1);  // the newest frame, where the driver can
    *facts = factsOf(capture);
    return video.release();
  });
}

void close(void* video) {
  char said[8];
  guarded(1, true, said, sizeof said, [&] {
    delete static_cast<Video*>(video);
    return 0;
  });
}

int skip(void* video) {
  char said[8];
  return guarded(1, true, said, sizeof said,
                 [&] { return static_cast<Video*>(video)->capture.grab() ? 0 : 1; });
}

int read(void* video, EspyPixels* result, char* said, std::size_t size) {
  return guarded(1, true, said, size, [&] {
    Video& from = *static_cast<Video*>(video);
    const cv::Mat& frame = from.frame;
    if (!from.capture.read(from.frame) || frame.empty()) return 1;
    if (frame.depth() != CV_8U || (frame.channels() != 1 && frame.channels() != 3)) {
      say(said, size, "its frames are in an unsupported format");
      return 1;
    }
    *result = {frame.data,       frame.cols, frame.rows, static_cast<std::int64_t>(frame.step[0]),
               frame.channels(), 1,          nullptr};
    return 0;
  });
}

struct Writer {
  cv::VideoWriter video;
  cv::Mat frame;  ///< BGR
};

void* create(const char* path, const char* codec, double framesASecond, std::int64_t width,
             std::int64_t height, char* said, std::size_t size) {
  return guarded<void*>(nullptr, true, said, size, [&]() -> void* {
    auto writer = std::make_unique<Writer>();
    const cv::Size frame(static_cast<int>(width), static_cast<int>(height));
    const int code = cv::VideoWriter::fourcc(codec[0], codec[1], codec[2], codec[3]);
    if (!writer->video.open(path, cv::CAP_FFMPEG, code, framesASecond, frame)) {
      say(said, size, "OpenCV cannot write such a video");
      return nullptr;
    }
    writer->frame.create(frame, CV_8UC3);
    return writer.release();
  });
}

int write(void* writer, const std::uint8_t* pixels, std::int64_t stride, int channels, char* said,
          std::size_t size) {
  return guarded(1, true, said, size, [&] {
    Writer& to = *static_cast<Writer*>(writer);
    for (int y = 0; y < to.frame.rows; ++y) {
      const std::uint8_t* in = pixels + y * stride;
      std::uint8_t* out = to.frame.ptr(y);
      for (int x = 0; x < to.frame.cols; ++x, in += channels, out += 3) {
        for (int c = 0; c < 3; ++c) out[c] = in[channels == 1 ? 0 : 2 - c];
      }
    }
    to.video.write(to.frame);
    return 0;
  });
}

void finish(void* writer) {
  char said[8];
  guarded(1, true, said, sizeof said, [&] {
    delete static_cast<Writer*>(writer);
    return 0;
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const EspyVideos* espyVideos() {
  static constexpr EspyVideos kVideos{kEspyVideosVersion, open,   close, skip,  read,
                                      openCamera,         create, write, finish};
  return &kVideos;
}
