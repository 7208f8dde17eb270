// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// OpenCV reads its limit of pixels from the environment, once, while it is loaded. Espy checks its
// own limit before decoding, so OpenCV's must not apply. setenv() would race with other threads
// that read the environment; instead this module interposes the query: it precedes its libraries in
// symbol look-up, and affects only them.
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
