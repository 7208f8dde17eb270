// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/opencv_map.h"

#include <cmath>
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

Image openCvTurned(const ImageView& picture, const OpenCvTurn& turn, Size size) {
  const double radians = turn.angle * CV_PI / 180;
  const double cosine = turn.scale * std::cos(radians);
  const double sine = turn.scale * std::sin(radians);
  // OpenCV has pixel centres at integers.
  const double x = static_cast<double>(picture.width()) / 2 - 0.5;
  const double y = static_cast<double>(picture.height()) / 2 - 0.5;
  const cv::Matx23d map(cosine, sine, turn.x - 0.5 - cosine * x - sine * y,  //
                        -sine, cosine, turn.y - 0.5 + sine * x - cosine * y);
  Image made(size, picture.format());
  cv::Mat to = asMat(made.view());
  cv::warpAffine(asMat(picture), to, map, to.size(), cv::INTER_CUBIC);
  return made;
}

}  // namespace espy::test
