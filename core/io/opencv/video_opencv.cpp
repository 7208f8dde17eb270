// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
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

void* open(const char* path, EspyVideoFacts* facts, char* said, std::size_t size) {
  return guarded<void*>(nullptr, true, said, size, [&]() -> void* {
    auto video = std::make_unique<cv::VideoCapture>();
    // Not the image-sequence backend, which expands a % in the name.
    if (!video->open(path, cv::CAP_FFMPEG) && !video->open(path, cv::CAP_GSTREAMER)) {
      say(said, size, "it is not a video that OpenCV can read");
      return nullptr;
    }
    const double rate = video->get(cv::CAP_PROP_FPS);
    *facts = {wholeOf(video->get(cv::CAP_PROP_FRAME_COUNT)),
              std::isfinite(rate) && rate > 0 && rate < 1e6 ? rate : 0,
              wholeOf(video->get(cv::CAP_PROP_FRAME_WIDTH)),
              wholeOf(video->get(cv::CAP_PROP_FRAME_HEIGHT))};
    return video.release();
  });
}

void close(void* video) {
  char said[8];
  guarded(1, true, said, sizeof said, [&] {
    delete static_cast<cv::VideoCapture*>(video);
    return 0;
  });
}

int skip(void* video) {
  char said[8];
  return guarded(1, true, said, sizeof said,
                 [&] { return static_cast<cv::VideoCapture*>(video)->grab() ? 0 : 1; });
}

int read(void* video, EspyPixels* result, char* said, std::size_t size) {
  return guarded(1, true, said, size, [&] {
    auto picture = std::make_unique<cv::Mat>();
    if (!static_cast<cv::VideoCapture*>(video)->read(*picture) || picture->empty()) return 1;
    if (picture->depth() != CV_8U || (picture->channels() != 1 && picture->channels() != 3)) {
      say(said, size, "its frames are in an unsupported format");
      return 1;
    }
    // A copy, since the decoder reuses its frame; OpenCV's order is BGR.
    auto own = std::make_unique<cv::Mat>(picture->size(), picture->type());
    for (int y = 0; y < picture->rows; ++y) {
      const std::uint8_t* in = picture->ptr(y);
      std::uint8_t* out = own->ptr(y);
      for (int x = 0; x < picture->cols * picture->channels(); x += picture->channels()) {
        if (picture->channels() == 1) {
          out[x] = in[x];
          continue;
        }
        out[x] = in[x + 2];
        out[x + 1] = in[x + 1];
        out[x + 2] = in[x];
      }
    }
    *result = {own->data,       own->cols, own->rows, static_cast<std::int64_t>(own->step[0]),
               own->channels(), 1,         nullptr};
    result->keep = own.release();
    return 0;
  });
}

void releasePixels(void* keep) {
  delete static_cast<cv::Mat*>(keep);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const EspyVideos* espyVideos() {
  static constexpr EspyVideos kVideos{kEspyVideosVersion, open, close, skip, read, releasePixels};
  return &kVideos;
}
