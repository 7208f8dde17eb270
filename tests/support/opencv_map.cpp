// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/opencv_map.h"

#include <opencv2/imgproc.hpp>

namespace espy::test {
namespace {

cv::Mat asMat(const ImageView& image) {
  return {static_cast<int>(image.height()), static_cast<int>(image.width()),
          CV_8UC(image.format().channels),
          const_cast<std::uint8_t*>(image.row(0)),  // NOLINT: OpenCV knows no const data
          static_cast<std::size_t>(image.stride())};
}

}  // namespace

OpenCvMap openCvMap(const ImageView& scene, const ImageView& needle,
                    const std::optional<ImageView>& mask, Method method, int threads) {
  cv::setNumThreads(threads);
  cv::Mat result;
  const int kind = method == Method::zncc ? cv::TM_CCOEFF_NORMED : cv::TM_SQDIFF;
  cv::matchTemplate(asMat(scene), asMat(needle), result, kind,
                    mask ? cv::InputArray(asMat(*mask)) : cv::noArray());
  OpenCvMap map;
  map.size = {result.cols, result.rows};
  map.values.assign(result.ptr<float>(0), result.ptr<float>(0) + map.size.pixels());
  return map;
}

}  // namespace espy::test
