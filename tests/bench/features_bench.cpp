// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Features of photographs of 1 and 12 megapixels, compared with plain OpenCV; homographies from
// matched features; and the cost of a process's first photograph. With --pairs instead: how many of
// N pairs of each level and kind of features are known, of one surface and of two of a kind.
//
//     features_bench [--json FILE] | --pairs N
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <map>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "bench/options.h"
#include "bench/report.h"
#include "espy/engine/identify.h"
#include "identify/homography.h"
#include "support/random_pictures.h"
#include "support/surface_photo.h"

namespace espy::bench {
namespace {

constexpr std::int64_t kMost = 768;

/// Synthetic surfaces side by side, in colour, each pixel enlarged `times` times.
Image photograph(Size size, std::int64_t times) {
  test::Random random(1);
  Image picture(size, {3, Depth::u8});
  constexpr std::int64_t kSide = test::kReferenceSide;
  const std::int64_t across = (size.width / times + kSide - 1) / kSide;
  std::map<std::int64_t, Image> photos;
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::int64_t u = x / times;
      const std::int64_t v = y / times;
      const std::int64_t which = v / kSide * across + u / kSide;
      Image& photo = photos[which];
      if (photo.empty()) {
        const auto seed = static_cast<std::uint64_t>(which);
        const auto kind = static_cast<test::SurfaceKind>(which % test::kSurfaceKinds);
        const test::SurfaceSheet sheet = test::surfaceSheet({kind, seed, 0, 0});
        photo = surfacePhoto(sheet, sheet, test::referenceView(seed), seed);
      }
      const auto grey = static_cast<std::int64_t>(sampleAt(photo, u % kSide, v % kSide, 0));
      std::uint8_t* pixel = picture.pixels().pixel(x, y);
      for (int c = 0; c < 3; ++c) {
        pixel[c] = static_cast<std::uint8_t>(
            std::clamp<std::int64_t>(grey + random.below(7) - 3 + 10 * (c - 1), 0, 255));
      }
    }
  }
  return picture;
}

/// Usual OpenCV code for the same task.
std::size_t featuresByOpenCv(const Image& photo) {
  const cv::Mat colours(static_cast<int>(photo.size().height), static_cast<int>(photo.size().width),
                        CV_8UC3, const_cast<std::uint8_t*>(photo.view().row(0)));
  cv::Mat grey;
  cv::cvtColor(colours, grey, cv::COLOR_RGB2GRAY);
  const double shrink = 1024.0 / std::max(grey.cols, grey.rows);
  if (shrink < 1) cv::resize(grey, grey, {}, shrink, shrink, cv::INTER_AREA);
  std::vector<cv::KeyPoint> points;
  cv::Mat numbers;
  cv::SIFT::create(kMost)->detectAndCompute(grey, cv::noArray(), points, numbers);
  return points.size();
}

void timePhotograph(const std::string& title, const Image& photo, Report& report) {
  Control alone;
  alone.threads = 1;
  const std::string found = fmt::format("{} features", featuresOf(photo, {.most = kMost}).count());
  const std::vector<Timing> timings =
      race({{"cvtColor, resize, SIFT of OpenCV", [&] { featuresByOpenCv(photo); }},
            {"featuresOf", [&] { featuresOf(photo, {.most = kMost}); }},
            {"featuresOf, one thread", [&] { featuresOf(photo, {.most = kMost}, alone); }},
            {"featuresOf, ORB", [&] { featuresOf(photo, {.most = kMost, .orb = true}); }}});
  report.add(title, found, timings, {});
}

/// `good` pairs that follow a homography and `bad` random ones.
void timePairs(int good, int bad, Report& report) {
  constexpr Homography kTilted{0.75, -0.27, 120, 0.29, 0.8, -20, 0.0002, 0.0001, 1};
  test::Random random(4);
  Features query;
  Features reference;
  query.picture = reference.picture = {640, 480};
  std::vector<FeaturePair> pairs;
  const auto within = [&](std::int64_t side) { return static_cast<float>(random.below(side)); };
  for (int i = 0; i < good + bad; ++i) {
    const FeaturePoint from{within(640), within(480), 5, 0};
    const identify::Place to = identify::moved(kTilted, {from.x, from.y}).place;
    reference.points.push_back(from);
    query.points.push_back(i < good ? FeaturePoint{static_cast<float>(to.x) + within(2) - 0.5F,
                                                   static_cast<float>(to.y), 5, 0}
                                    : FeaturePoint{within(640), within(480), 5, 0});
    pairs.push_back({i, i});
  }
  const std::string found =
      fmt::format("{} inliers", verifyPairs(query, reference, pairs).inlierCount);
  report.add(fmt::format("homography, {} pairs that lie well and {} that do not", good, bad), found,
             race({{"verifyPairs", [&] { verifyPairs(query, reference, pairs); }}}), {});
}

void countPairs(std::int64_t pairs) {
  for (int level = 0; level < test::kSurfaceLevels; ++level) {
    for (const bool orb : {false, true}) {
      int known = 0;
      int others = 0;
      for (std::int64_t i = 0; i < pairs; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        const auto kind = static_cast<test::SurfaceKind>(i % test::kSurfaceKinds);
        const auto sheet = test::surfaceSheet({kind, seed, 0, 0});
        const auto other = test::surfaceSheet({kind, seed + 1'000'000, 0, 0});
        const auto view = test::queryView(static_cast<test::SurfaceLevel>(level), seed);
        const Features reference = featuresOf(
            surfacePhoto(sheet, sheet, test::referenceView(seed), seed), {.most = 384, .orb = orb});
        const auto isKnown = [&](const test::SurfaceSheet& shown) {
          const Features query =
              featuresOf(surfacePhoto(shown, other, view, seed), {.most = kMost, .orb = orb});
          const auto matched = matchedPairs(query, reference);
          return verifyPairs(query, reference, matched).inlierCount >=
                 IdentifyOptions().leastInliers;
        };
        known += isKnown(sheet) ? 1 : 0;
        others += isKnown(other) ? 1 : 0;
      }
      fmt::print("{}, {}: {} of {} known, {} of {} others\n",
                 nameOf(static_cast<test::SurfaceLevel>(level)), orb ? "ORB" : "SIFT", known, pairs,
                 others, pairs);
    }
  }
}

void timeAll(const std::string& json) {
  const auto begun = std::chrono::steady_clock::now();
  const std::string maker = featureMaker();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun;
  Report report("features");
  fmt::print("{}; loading it took {:.1f} ms\n", maker, took.count());
  timePhotograph("1 megapixel, 1024 x 1024", photograph({1024, 1024}, 1), report);
  timePhotograph("12 megapixels, 4000 x 3000", photograph({4000, 3000}, 4), report);
  timePairs(40, 20, report);
  timePairs(12, 24, report);
  timePairs(0, 12, report);
  timePairs(0, 40, report);
  if (!json.empty()) report.write(json);
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  try {
    using espy::bench::valueOf;
    const auto options = espy::bench::optionsOf(argc, argv, {"--json", "--pairs"});
    if (const std::string pairs = valueOf(options, "--pairs"); !pairs.empty()) {
      espy::bench::countPairs(std::stoll(pairs));
    } else {
      espy::bench::timeAll(valueOf(options, "--json"));
    }
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "features_bench: {}\n", error.what());
    return 2;
  }
}
