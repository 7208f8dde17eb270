// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <limits>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "io/formats_abi.h"
#include "io/opencv/guarded.h"

/// The module that links to OpenCV; loaded when a picture needs it.
namespace {

using espy::io::say;

/// Runs `work`, which returns an error or an empty string; writes the error and the captured
/// warnings to `said`.
template <class Work>
int guarded(char* said, std::size_t size, bool viaStderr, Work work) noexcept {
  try {
    const espy::io::DecoderOutput talk(viaStderr);
    std::string wrong;
    try {
      wrong = work();
    } catch (const cv::Exception& e) {
      wrong = "OpenCV says: " + e.err;
    } catch (const std::bad_alloc&) {
      wrong = "there is not enough memory";
    }
    const std::string heard = talk.heard();
    const char* between = wrong.empty() || heard.empty() ? "" : ": ";
    say(said, size, wrong + between + heard);
    return wrong.empty() ? 0 : 1;
  } catch (const std::exception& e) {
    say(said, size, e.what());
  } catch (...) {
    say(said, size, "an unknown error");
  }
  return 1;
}

/// Swaps BGR and RGB, keeps alpha.
template <class Sample>
void swapRedAndBlue(const cv::Mat& from, cv::Mat& to) {
  const int channels = from.channels();
  for (int y = 0; y < from.rows; ++y) {
    const Sample* in = from.ptr<Sample>(y);
    Sample* out = to.ptr<Sample>(y);
    for (int x = 0; x < from.cols; ++x, in += channels, out += channels) {
      const Sample blue = in[0];
      const Sample red = in[2];
      out[0] = red;
      out[1] = in[1];
      out[2] = blue;
      if (channels == 4) out[3] = in[3];
    }
  }
}

void swapColours(const cv::Mat& from, cv::Mat& to) {
  if (from.depth() == CV_16U) {
    swapRedAndBlue<std::uint16_t>(from, to);
  } else {
    swapRedAndBlue<std::uint8_t>(from, to);
  }
}

std::string decodeTo(const std::uint8_t* bytes, std::size_t size, EspyPixels& result) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (size > kMost) return "OpenCV decodes files of up to 2 GiB";
  const cv::Mat file(1, static_cast<int>(size), CV_8UC1, const_cast<std::uint8_t*>(bytes));
  auto picture = std::make_unique<cv::Mat>(cv::imdecode(file, cv::IMREAD_UNCHANGED));
  if (picture->empty()) return "its data are damaged, or of a kind that OpenCV does not decode";
  if (picture->depth() != CV_8U && picture->depth() != CV_16U) {
    return "its samples are " + cv::typeToString(picture->depth()) + "; 8 and 16 bits are read";
  }
  if (picture->channels() < 1 || picture->channels() > 4) {
    return "it has " + std::to_string(picture->channels()) + " channels; 1 to 4 are read";
  }
  if (picture->channels() >= 3) swapColours(*picture, *picture);
  result.data = picture->data;
  result.width = picture->cols;
  result.height = picture->rows;
  result.stride = static_cast<std::int64_t>(picture->step[0]);
  result.channels = picture->channels();
  result.sampleBytes = static_cast<std::int32_t>(picture->elemSize1());
  result.keep = picture.release();
  return {};
}

std::string encodeTo(const char* ending, const EspyPixels& picture, EspyBytes& result) {
  constexpr int kJpegQuality = 95;
  constexpr auto kMost = static_cast<std::int64_t>(std::numeric_limits<int>::max());
  if (picture.width > kMost || picture.height > kMost) return "it is too large for OpenCV";
  const int type = CV_MAKETYPE(picture.sampleBytes == 2 ? CV_16U : CV_8U, picture.channels);
  const cv::Mat rgb(static_cast<int>(picture.height), static_cast<int>(picture.width), type,
                    const_cast<std::uint8_t*>(picture.data),
                    static_cast<std::size_t>(picture.stride));
  cv::Mat bgr = rgb;
  if (picture.channels >= 3) {
    bgr = cv::Mat(rgb.size(), type);
    swapColours(rgb, bgr);
  }
  std::vector<int> parameters;
  if (std::string(ending) == ".jpg") parameters = {cv::IMWRITE_JPEG_QUALITY, kJpegQuality};
  auto file = std::make_unique<std::vector<std::uint8_t>>();
  if (!cv::imencode(ending, bgr, *file, parameters)) return "OpenCV cannot encode it";
  result.data = file->data();
  result.size = file->size();
  result.keep = file.release();
  return {};
}

int decode(const std::uint8_t* bytes, std::size_t size, EspyPixels* result, char* said,
           std::size_t saidSize) {
  // PNG or JPEG.
  const bool viaStderr = size > 0 && (bytes[0] == 0x89 || bytes[0] == 0xff);
  return guarded(said, saidSize, viaStderr, [&] { return decodeTo(bytes, size, *result); });
}

int encode(const char* ending, const EspyPixels* picture, EspyBytes* result, char* said,
           std::size_t saidSize) {
  const std::string kind = ending;
  const bool viaStderr = kind == ".png" || kind == ".jpg";
  return guarded(said, saidSize, viaStderr, [&] { return encodeTo(ending, *picture, *result); });
}

void releasePixels(void* keep) {
  delete static_cast<cv::Mat*>(keep);
}

void releaseBytes(void* keep) {
  delete static_cast<std::vector<std::uint8_t>*>(keep);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const EspyFormats* espyFormats() {
  static constexpr EspyFormats kFormats{kEspyFormatsVersion, decode, encode, releasePixels,
                                        releaseBytes};
  return &kFormats;
}
