// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Features against OpenCV's SIFT, and shrunk photographs against its resize.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "espy/features.h"
#include "espy/pictures.h"
#include "identify/shrink.h"
#include "support/surface_photo.h"

namespace espy::test {
namespace {

cv::Mat matOf(const ImageView& grey) {
  return {static_cast<int>(grey.height()), static_cast<int>(grey.width()), CV_8UC1,
          const_cast<std::uint8_t*>(grey.row(0)), static_cast<std::size_t>(grey.stride())};
}

/// Photographs for this test: made surfaces, and real ones if there are some.
std::vector<Image> photographs() {
  std::vector<Image> all;
  for (int kind = 0; kind < kSurfaceKinds; ++kind) {
    const auto seed = static_cast<std::uint64_t>(kind);
    const SurfaceSheet sheet = surfaceSheet({static_cast<SurfaceKind>(kind), 70 + seed, 0, 0});
    all.push_back(surfacePhoto(sheet, sheet, queryView(SurfaceLevel::medium, seed), seed));
  }
  const std::filesystem::path folder =
      std::filesystem::path(ESPY_SOURCE_DIR) / "../shared/pictures";
  for (const char* file : {"chelsea.png", "gravel.png", "coffee.png"}) {
    if (std::filesystem::exists(folder / file)) {
      all.push_back(readPicture((folder / file).string()).image);
    }
  }
  return all;
}

/// The strongest first, as docs/identify.md orders them; sorted from all of SIFT's features.
std::vector<std::size_t> orderOf(const std::vector<cv::KeyPoint>& points) {
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const cv::KeyPoint& point = points[i];
    return std::tuple(-point.response, point.pt.y, point.pt.x, point.size, point.angle);
  });
  return order;
}

int byteOf(const cv::Mat& numbers, int row, int column) {
  double sum = 0;
  for (int k = 0; k < 128; ++k) sum += numbers.at<float>(row, k);
  return std::min(
      255, static_cast<int>(std::lround(512 * std::sqrt(numbers.at<float>(row, column) / sum))));
}

TEST(FeaturesDifferential, AreTheStrongestOfSift) {
  constexpr std::int64_t kMost = 300;
  for (const Image& photograph : photographs()) {
    const Image grey = identify::shrunkGrey(photograph, photograph.size());
    std::vector<cv::KeyPoint> points;
    cv::Mat numbers;
    cv::SIFT::create()->detectAndCompute(matOf(grey), cv::noArray(), points, numbers);
    const std::vector<std::size_t> order = orderOf(points);

    const Features features = featuresOf(photograph, {.most = kMost});
    ASSERT_EQ(features.count(), std::min<std::int64_t>(kMost, std::ssize(order)));
    for (std::int64_t i = 0; i < features.count(); ++i) {
      const auto row = order[static_cast<std::size_t>(i)];
      const FeaturePoint& point = features.points[static_cast<std::size_t>(i)];
      ASSERT_NEAR(point.x, points[row].pt.x + 0.25, 1e-4) << i;
      ASSERT_NEAR(point.y, points[row].pt.y + 0.25, 1e-4) << i;
      ASSERT_EQ(point.size, points[row].size) << i;
      ASSERT_EQ(point.angle, points[row].angle) << i;
      for (int k = 0; k < 128; ++k) {
        ASSERT_EQ(features.feature(i)[static_cast<std::size_t>(k)],
                  byteOf(numbers, static_cast<int>(row), k))
            << i << ": " << k;
      }
    }
  }
}

TEST(FeaturesDifferential, SmallerPhotographsAreThoseOfResize) {
  for (const Image& photograph : photographs()) {
    const Image grey = identify::shrunkGrey(photograph, photograph.size());
    for (const std::int64_t side : {399, 300, 128, 57}) {
      const Size size = identify::shrunkSize(grey.size(), side);
      const Image shrunk = identify::shrunkGrey(grey, size);
      cv::Mat resized;
      cv::resize(matOf(grey), resized,
                 cv::Size(static_cast<int>(size.width), static_cast<int>(size.height)), 0, 0,
                 cv::INTER_AREA);
      cv::Mat off;
      cv::absdiff(resized, matOf(shrunk), off);
      double farthest = 0;
      cv::minMaxLoc(off, nullptr, &farthest);
      EXPECT_LE(farthest, 1) << side << ": it adds up in single precision";
    }
  }
}

}  // namespace
}  // namespace espy::test
