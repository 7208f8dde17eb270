// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>
#include <opencv2/features2d.hpp>
#include <vector>

#include "identify/features_abi.h"
#include "io/opencv/guarded.h"

/// SIFT, ORB and homographies by OpenCV.
namespace {

using espy::io::guarded;
using espy::io::say;

/// SIFT doubles the picture and ignores 5 pixels at each border: smaller pictures have no features
/// and no pyramid levels.
constexpr int kLeastSide = 8;
/// ORB ignores 31 pixels at each border.
constexpr int kLeastOrbSide = 63;
/// Of the levels of ORB's pyramid.
constexpr float kOrbScale = 1.2F;
/// OpenCV counts from the centre of the first pixel, and its doubled picture is shifted by half a
/// pixel.
constexpr float kShift = 0.25F;

struct Found {
  std::vector<EspyFeature> features;
  cv::Mat numbers;
};

/// Runs `work` on this thread only: OpenCV does not parallelise nested loops, and a loop of one
/// iteration is none; cv::setNumThreads would be global.
template <class Work>
void runAlone(const Work& work) {
  cv::parallel_for_(cv::Range(0, 1), [&](const cv::Range&) { work(); });
}

/// From the number of a level's pixel times the scale, as OpenCV returns it, to the position of
/// that pixel's centre in the picture; the sides of levels are rounded.
float inPicture(float place, int octave, int side) {
  const auto scale = static_cast<float>(std::pow(static_cast<double>(kOrbScale), octave));
  const int ofLevel = cvRound(static_cast<float>(side) * (1 / scale));
  return (place / scale + 0.5F) * static_cast<float>(side) / static_cast<float>(ofLevel);
}

void findOrb(const cv::Mat& grey, int most, Found& found) {
  // OpenCV reserves memory for all; no more than a quarter of the pixels of a level are corners.
  const std::int64_t corners = std::int64_t{2} * grey.cols * grey.rows;
  const cv::Ptr<cv::ORB> orb =
      cv::ORB::create(static_cast<int>(std::min<std::int64_t>(most, corners)), kOrbScale);
  std::vector<cv::KeyPoint> points;
  orb->detectAndCompute(grey, cv::noArray(), points, found.numbers);
  for (const cv::KeyPoint& point : points) {
    found.features.push_back({inPicture(point.pt.x, point.octave, grey.cols),
                              inPicture(point.pt.y, point.octave, grey.rows), point.size,
                              point.angle, point.response});
  }
}

void findSift(const cv::Mat& grey, int most, Found& found) {
  const cv::Ptr<cv::SIFT> sift = cv::SIFT::create(most);
  std::vector<cv::KeyPoint> points;
  sift->detectAndCompute(grey, cv::noArray(), points, found.numbers);
  for (const cv::KeyPoint& point : points) {
    found.features.push_back(
        {point.pt.x + kShift, point.pt.y + kShift, point.size, point.angle, point.response});
  }
}

int find(const EspyPixels* grey, std::int64_t most, int orb, int alone, EspyFeatureList* result,
         char* said, std::size_t size) {
  return guarded(1, false, said, size, [&] {
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    auto found = std::make_unique<Found>();
    if (std::max(grey->width, grey->height) > kMost / 4) {
      say(said, size, "the picture is too large for OpenCV");
      return 1;
    }
    if (std::min(grey->width, grey->height) >= (orb != 0 ? kLeastOrbSide : kLeastSide)) {
      const cv::Mat picture(static_cast<int>(grey->height), static_cast<int>(grey->width), CV_8UC1,
                            const_cast<std::uint8_t*>(grey->data),
                            static_cast<std::size_t>(grey->stride));
      const auto work = [&] {
        (orb != 0 ? findOrb : findSift)(picture, static_cast<int>(std::min(most, kMost)), *found);
      };
      if (alone != 0) {
        runAlone(work);
      } else {
        work();
      }
    }
    *result = {found->features.data(), orb != 0 ? nullptr : found->numbers.ptr<float>(),
               orb != 0 ? found->numbers.ptr<std::uint8_t>() : nullptr,
               static_cast<std::int64_t>(found->features.size()), nullptr};
    result->keep = found.release();
    return 0;
  });
}

void release(void* keep) {
  delete static_cast<Found*>(keep);
}

int homography(const double* from, const double* to, std::int64_t count, double within,
               double* matrix, char* said, std::size_t size) {
  return guarded(1, false, said, size, [&] {
    const int rows = static_cast<int>(count);
    const cv::Mat source(rows, 1, CV_64FC2, const_cast<double*>(from));
    const cv::Mat target(rows, 1, CV_64FC2, const_cast<double*>(to));
    cv::UsacParams how;
    how.score = cv::SCORE_METHOD_MAGSAC;
    how.loMethod = cv::LOCAL_OPTIM_SIGMA;
    how.threshold = within;
    how.confidence = 0.999;
    how.maxIterations = 5000;
    how.randomGeneratorState = 0;
    how.isParallel = false;
    cv::Mat result;
    runAlone([&] { result = cv::findHomography(source, target, cv::noArray(), how); });
    if (result.rows != 3 || result.cols != 3) return 1;
    const cv::Mat numbers = cv::Mat_<double>(result);
    for (int i = 0; i < 9; ++i) matrix[i] = numbers.at<double>(i / 3, i % 3);
    return 0;
  });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const EspyFeatureFinder* espyFeatures() {
  static constexpr EspyFeatureFinder kFinder{kEspyFeaturesVersion, "SIFT of OpenCV " CV_VERSION,
                                             find, release, homography};
  return &kFinder;
}
