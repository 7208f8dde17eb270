// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/peers.h"

#include <omp.h>

#include <cstring>
#include <opencv2/imgproc.hpp>

namespace espy::bench {

std::uint64_t readWhole(const ImageView& image, int threads) {
  std::uint64_t sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
  for (std::int64_t y = 0; y < image.height(); ++y) {
    const std::uint8_t* row = image.row(y);
    for (std::int64_t i = 0; i + 8 <= image.rowBytes(); i += 8) {
      std::uint64_t word;
      std::memcpy(&word, row + i, sizeof word);
      sum += word;
    }
  }
  return sum;
}

std::vector<Place> plainLoop(const ImageView& scene, const ImageView& needle) {
  std::vector<Place> places;
  const int pixel = scene.format().bytesPerPixel();
  for (std::int64_t y = 0; y + needle.height() <= scene.height(); ++y) {
    for (std::int64_t x = 0; x + needle.width() <= scene.width(); ++x) {
      bool same = true;
      for (std::int64_t dy = 0; dy < needle.height() && same; ++dy) {
        const std::uint8_t* window = scene.pixel(x, y + dy);
        const std::uint8_t* wanted = needle.row(dy);
        for (std::int64_t i = 0; i < needle.width() * pixel && same; ++i) {
          same = window[i] == wanted[i];
        }
      }
      if (same) places.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
    }
  }
  return places;
}

std::vector<Place> openCvSquaredDifference(const ImageView& scene, const ImageView& needle) {
  const auto asMat = [](const ImageView& image) {
    return cv::Mat(static_cast<int>(image.height()), static_cast<int>(image.width()),
                   CV_8UC(image.format().channels),
                   const_cast<std::uint8_t*>(image.row(0)),  // NOLINT: OpenCV knows no const data
                   static_cast<std::size_t>(image.stride()));
  };
  cv::Mat result;
  cv::matchTemplate(asMat(scene), asMat(needle), result, cv::TM_SQDIFF);
  std::vector<Place> places;
  for (int y = 0; y < result.rows; ++y) {
    const auto* row = result.ptr<float>(y);
    for (int x = 0; x < result.cols; ++x) {
      if (row[x] < 0.5F) {
        places.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
      }
    }
  }
  return places;
}

}  // namespace espy::bench
