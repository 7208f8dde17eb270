// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// OpenCV reads the largest picture that it allows from the environment, once, while it is loaded.
// Espy's own limit is checked before decoding; OpenCV's would only come on top of it. Setting a
// variable meanwhile would pull the environment from under other threads that read it, so the
// question itself is answered here: this module comes before the libraries that it needs where
// their symbols are looked up, and only for what it loads.
#include <dlfcn.h>

#include <cstddef>
#include <limits>
#include <string_view>

namespace cv::utils {

std::size_t getConfigurationParameterSizeT(const char* name, std::size_t defaultValue);

__attribute__((visibility("default"))) std::size_t getConfigurationParameterSizeT(
    const char* name, std::size_t defaultValue) {
  const std::string_view asked = name;
  if (asked == "OPENCV_IO_MAX_IMAGE_PIXELS") return std::size_t{1} << 62;
  if (asked == "OPENCV_IO_MAX_IMAGE_WIDTH" || asked == "OPENCV_IO_MAX_IMAGE_HEIGHT") {
    return std::numeric_limits<int>::max();
  }
  using Function = std::size_t (*)(const char*, std::size_t);
  static const auto kOwn = reinterpret_cast<Function>(
      ::dlsym(RTLD_NEXT, "_ZN2cv5utils30getConfigurationParameterSizeTEPKcm"));
  return kOwn != nullptr ? kOwn(name, defaultValue) : defaultValue;
}

}  // namespace cv::utils
