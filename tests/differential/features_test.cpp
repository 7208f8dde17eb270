// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Features against OpenCV's SIFT, and shrunk photographs against its resize.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "espy/engine/identify.h"
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

TEST(FeaturesDifferential, AreThoseOfOrb) {
  constexpr int kMost = 300;
  std::vector<Features> espys;
  std::vector<cv::Mat> opencvs;
  for (const Image& photograph : photographs()) {
    const Image grey = identify::shrunkGrey(photograph, photograph.size());
    std::vector<cv::KeyPoint> points;
    cv::Mat bits;
    cv::ORB::create(kMost)->detectAndCompute(matOf(grey), cv::noArray(), points, bits);
    std::vector<std::size_t> order = orderOf(points);
    if (order.size() > kMost) order.resize(kMost);

    Features features = featuresOf(photograph, {.most = kMost, .orb = true});
    ASSERT_EQ(features.count(), std::ssize(order));
    cv::Mat inOrder;
    for (std::int64_t i = 0; i < features.count(); ++i) {
      const auto row = order[static_cast<std::size_t>(i)];
      const FeaturePoint& point = features.points[static_cast<std::size_t>(i)];
      // The centre of a pixel of the level, whose sides are rounded.
      const double scale = std::pow(1.2, points[row].octave);
      const auto width = static_cast<double>(grey.size().width);
      const auto height = static_cast<double>(grey.size().height);
      const double across = width / std::round(width / scale);
      const double down = height / std::round(height / scale);
      ASSERT_NEAR(point.x, (points[row].pt.x / scale + 0.5) * across, 1e-2) << i;
      ASSERT_NEAR(point.y, (points[row].pt.y / scale + 0.5) * down, 1e-2) << i;
      ASSERT_EQ(point.angle, points[row].angle) << i;
      const auto feature = features.feature(i);
      ASSERT_TRUE(std::ranges::equal(feature, std::span(bits.ptr(static_cast<int>(row)), 32))) << i;
      inOrder.push_back(bits.row(static_cast<int>(row)));
    }
    espys.push_back(std::move(features));
    opencvs.push_back(inOrder);
  }
  for (std::size_t i = 1; i < espys.size(); ++i) {
    std::vector<std::vector<cv::DMatch>> all;
    cv::BFMatcher(cv::NORM_HAMMING).knnMatch(opencvs[i], opencvs[i - 1], all, 2);
    std::map<int, cv::DMatch> nearestTo;
    for (const auto& two : all) {
      if (two[0].distance * 20 >= two[1].distance * 19) continue;
      const auto [at, isNew] = nearestTo.try_emplace(two[0].trainIdx, two[0]);
      if (!isNew && two[0].distance < at->second.distance) at->second = two[0];
    }
    std::vector<FeaturePair> wanted;
    for (const auto& [reference, match] : nearestTo) wanted.push_back({match.queryIdx, reference});
    std::ranges::sort(wanted, {}, &FeaturePair::query);
    EXPECT_GT(wanted.size(), 5U);
    EXPECT_EQ(matchedPairs(espys[i], espys[i - 1], {19, 20}), wanted) << i;
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
