// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Accuracy of outlines on drawn pictures: retrieval of shapes, beside OpenCV's, and bent figures in
// clutter.
//
//     contour_accuracy [--classes N] [--each N] [--scenes N] [--bend DEGREES]
//                      [--needle PIXELS] [--seed N] [--losses yes]
//
// Retrieval: `each` figures of a class differ by bends, stretched limbs, cuts and noise; counted is
// the share of a figure's class among its 2 `each` nearest (bull's-eye test). Scenes: a figure with
// one limb bent by up to `bend`, the others by a quarter, of any colour, 0.7 to 1.4 times the
// needle's size, hidden by up to 30 %, among 40 bars and discs, and among 12 other figures.
// `--losses yes` says for all that precision loses at which stage of the search they were lost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "bench/contour_losses.h"
#include "bench/contour_scenes.h"
#include "bench/options.h"
#include "bench/report.h"
#include "bench/stopwatch.h"
#include "espy/engine/all.h"
#include "support/figures.h"

#if defined(ESPY_WITH_OPENCV_SHAPE)
#include <opencv2/imgproc.hpp>
#include <opencv2/shape/shape_distance.hpp>
#endif

namespace espy::bench {
namespace {

using test::Figure;
using test::PlacedFigure;
using test::plusMinus;
using test::Random;

constexpr double kDegree = std::numbers::pi / 180;

struct Settings : SceneSettings {
  int classes = 70;
  int each = 20;
};

/// Cuts a bite out of the figure's boundary, and roughens it.
void spoil(Image& shape, Random& random) {
  const MutableImageView pixels = shape.pixels();
  const auto side = static_cast<double>(shape.size().width);
  const bool cut = random.oneIn(2);
  const double angle = std::numbers::pi * plusMinus(random);
  const double radius = side * (0.05 + 0.03 * plusMinus(random));
  double far = 0;
  for (double r = 0; r < side / 2; r += 0.5) {
    const auto x = static_cast<std::int64_t>(side / 2 + r * std::cos(angle));
    const auto y = static_cast<std::int64_t>(side / 2 + r * std::sin(angle));
    if (pixels.pixel(x, y)[3] > 127) far = r;
  }
  const double cutX = side / 2 + far * std::cos(angle);
  const double cutY = side / 2 + far * std::sin(angle);
  double waves[3][3];
  for (auto& wave : waves) {
    wave[0] = 0.3 * plusMinus(random);
    wave[1] = 0.3 * plusMinus(random);
    wave[2] = std::numbers::pi * plusMinus(random);
  }
  const Image old = Image::copyOf(shape);
  for (std::int64_t y = 0; y < pixels.height(); ++y) {
    for (std::int64_t x = 0; x < pixels.width(); ++x) {
      double shift[2] = {0, 0};
      for (int k = 0; k < 3; ++k) {
        const double phase = waves[k][0] * static_cast<double>(x) +
                             waves[k][1] * static_cast<double>(y) + waves[k][2];
        shift[0] += 0.8 * std::sin(phase);
        shift[1] += 0.8 * std::cos(phase);
      }
      const auto from = [&](std::int64_t at, double by, std::int64_t size) {
        return std::clamp<std::int64_t>(at + std::llround(by), 0, size - 1);
      };
      std::uint8_t alpha = old.view().pixel(from(x, shift[0], pixels.width()),
                                            from(y, shift[1], pixels.height()))[3];
      if (cut &&
          std::hypot(static_cast<double>(x) - cutX, static_cast<double>(y) - cutY) < radius) {
        alpha = 0;
      }
      pixels.pixel(x, y)[3] = alpha;
    }
  }
}

/// The figures of the retrieval set, class by class.
std::vector<std::vector<SubPixel>> retrievalSet(const Settings& settings) {
  std::vector<std::vector<SubPixel>> outlines;
  for (int c = 0; c < settings.classes; ++c) {
    const Figure figure = Figure::ofClass(static_cast<std::uint64_t>(c));
    for (int k = 0; k < settings.each; ++k) {
      Random random(settings.seed * 1000003 + static_cast<std::uint64_t>(c * 1000 + k));
      const double size = 128 * (1 + 0.4 * plusMinus(random));
      const auto side = static_cast<std::int64_t>(1.5 * size) + 8;
      Image shape({side, side}, {4, Depth::u8});
      const double middle = static_cast<double>(side) / 2;
      test::drawFigure(
          shape.pixels(),
          PlacedFigure(
              figure.bent(random, settings.bend * kDegree, settings.bend * kDegree / 2, 0.15),
              middle, middle, size, std::numbers::pi * plusMinus(random), random.oneIn(2)),
          {0, 0, 0});
      spoil(shape, random);
      outlines.push_back(outlinesOf({shape}).front());
    }
  }
  return outlines;
}

/// The distances of all pairs.
template <class Distance>
std::vector<float> tableOf(std::size_t count, const Distance& distance) {
  std::vector<float> table(count * count);
  parallelFor(static_cast<std::int64_t>(count), hardwareThreads(), {},
              [&](std::int64_t row, int /*thread*/) {
                const auto i = static_cast<std::size_t>(row);
                for (std::size_t j = i + 1; j < count; ++j) {
                  table[i * count + j] = static_cast<float>(distance(i, j));
                  table[j * count + i] = table[i * count + j];
                }
              });
  return table;
}

/// The bull's-eye share by this table.
double bullsEye(const std::vector<float>& table, std::size_t count, const Settings& settings) {
  const auto each = static_cast<std::size_t>(settings.each);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::pair<float, std::size_t>> nearest;
    for (std::size_t j = 0; j < count; ++j) {
      const float own = i == j ? -1 : table[i * count + j];
      nearest.emplace_back(own, j);
    }
    const std::size_t look = std::min(count, 2 * each);
    std::partial_sort(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(look),
                      nearest.end());
    for (std::size_t k = 0; k < look; ++k) hits += nearest[k].second / each == i / each ? 1 : 0;
  }
  return 100.0 * static_cast<double>(hits) / static_cast<double>(count * each);
}

template <class Distance>
double bullsEye(std::size_t count, const Settings& settings, const Distance& distance) {
  return bullsEye(tableOf(count, distance), count, settings);
}

#if defined(ESPY_WITH_OPENCV_SHAPE)
/// OpenCV's distances between contours of 64 points.
void addOpenCv(const std::vector<std::vector<SubPixel>>& outlines, const Settings& settings) {
  std::vector<std::vector<cv::Point2f>> contours;
  for (const std::vector<SubPixel>& outline : outlines) {
    std::vector<cv::Point2f> contour;
    for (std::size_t k = 0; k < 64; ++k) {
      const SubPixel at = outline[k * outline.size() / 64];
      contour.emplace_back(static_cast<float>(at.x), static_cast<float>(at.y));
    }
    contours.push_back(std::move(contour));
  }
  for (const int method : {cv::CONTOURS_MATCH_I1, cv::CONTOURS_MATCH_I2, cv::CONTOURS_MATCH_I3}) {
    fmt::print("  OpenCV matchShapes I{}: {:.1f} %\n", method,
               bullsEye(contours.size(), settings, [&](std::size_t i, std::size_t j) {
                 return cv::matchShapes(contours[i], contours[j], method, 0);
               }));
  }
  if (contours.size() > 400) {
    fmt::print("  OpenCV shape contexts: with up to 400 figures only\n");
    return;
  }
  fmt::print("  OpenCV shape contexts: {:.1f} %\n",
             bullsEye(contours.size(), settings, [&](std::size_t i, std::size_t j) {
               const auto extractor = cv::createShapeContextDistanceExtractor();
               extractor->setRotationInvariant(true);
               return extractor->computeDistance(contours[i], contours[j]);
             }));
}
#endif

void addRetrieval(const Settings& settings) {
  const std::vector<std::vector<SubPixel>> outlines = retrievalSet(settings);
  fmt::print("retrieval, {} classes of {}, bull's-eye:\n", settings.classes, settings.each);
  const std::size_t count = outlines.size();
  const std::vector<float> table = tableOf(count, [&](std::size_t i, std::size_t j) {
    return outlineDistance(outlines[i], outlines[j]);
  });
  fmt::print("  Espy: {:.1f} %\n", bullsEye(table, count, settings));
  const auto neighbours = static_cast<std::size_t>(settings.each);
  if (neighbours >= 2 && neighbours < count) {
    fmt::print("  Espy, by shared neighbours of the whole set: {:.1f} %\n",
               bullsEye(distancesByNeighbours(table, count, neighbours), count, settings));
  }
#if defined(ESPY_WITH_OPENCV_SHAPE)
  addOpenCv(outlines, settings);
#endif
}

struct Scored {
  double score;
  bool right;
};

/// The largest recall at this precision, in percent, and its score.
struct Recall {
  double percent = 0;
  double score = 1;
};
Recall recallAt(double precision, const std::vector<std::vector<Scored>>& scenes) {
  std::vector<Scored> all;
  for (const std::vector<Scored>& some : scenes) {
    bool before = false;
    for (const Scored& one : some) {
      // A second match of the same figure is false.
      all.push_back({one.score, one.right && !before});
      before = before || one.right;
    }
  }
  std::ranges::sort(all, [](const Scored& a, const Scored& b) { return a.score > b.score; });
  Recall best;
  std::size_t right = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    right += all[k].right ? 1 : 0;
    const double recall = 100.0 * static_cast<double>(right) / static_cast<double>(scenes.size());
    if (static_cast<double>(right) >= precision * static_cast<double>(k + 1) &&
        recall > best.percent) {
      best = {recall, all[k].score};
    }
  }
  return best;
}

void addScenes(bool figures, const SceneSettings& settings, bool losses) {
  std::vector<std::vector<Scored>> each(static_cast<std::size_t>(settings.scenes));
  std::vector<double> times(each.size());
  std::vector<Stages> stages;
  std::size_t bestIsRight = 0;
  FindOptions options;
  options.method = Method::outline;
  options.minScore = 0.2;
  options.select.overlap = kScoredOverlap;
  for (std::size_t number = 0; number < each.size(); ++number) {
    const Figure figure = sceneFigure(number);
    const Image needle = test::figureNeedle(figure, settings.needle);
    const Scene scene = sceneOf(number, figures, settings);
    const Needle needles[] = {{needle}};
    const Finding found = find(scene.picture, needles, options);
    times[number] = found.report.timeline.totalMilliseconds();
    for (const Match& match : found.matches) {
      each[number].push_back({match.score, isRight(match, scene, settings)});
    }
    bestIsRight += !each[number].empty() && each[number].front().right ? 1 : 0;
    if (!losses) continue;
    stages.push_back(stagesOf(scene, figure, settings, options));
    for (const Scored& one : each[number]) {
      if (one.right) stages.back().found = std::max(stages.back().found, one.score);
    }
  }
  const Timing time = summary("one scene", times);
  const Recall recall = recallAt(0.95, each);
  fmt::print(
      "{} scenes of 480 x 360, among {}, bent by up to {} degrees, up to 30 % hidden, {:.1f} ms "
      "each (median):\n  recall {:.1f} % at precision 95 % (score {:.3f}); the best match is right "
      "in {:.1f} %; {:.1f} % found at score 0.2\n",
      settings.scenes, figures ? "other figures" : "bars and discs", settings.bend,
      time.milliseconds, recall.percent, recall.score,
      100.0 * static_cast<double>(bestIsRight) / settings.scenes, recallAt(0, each).percent);
  if (losses) printLosses(stages, recall.score);
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  using namespace espy::bench;
  const auto options =
      optionsOf(count, words,
                {"--classes", "--each", "--scenes", "--bend", "--needle", "--seed", "--losses"});
  Settings settings;
  settings.classes = std::stoi(valueOf(options, "--classes", "70"));
  settings.each = std::stoi(valueOf(options, "--each", "20"));
  settings.scenes = std::stoi(valueOf(options, "--scenes", "200"));
  settings.bend = std::stod(valueOf(options, "--bend", "40"));
  settings.needle = std::stod(valueOf(options, "--needle", "130"));
  settings.seed = std::stoull(valueOf(options, "--seed", "1"));
  if (settings.classes > 0) addRetrieval(settings);
  for (const bool figures : {false, true}) {
    if (settings.scenes > 0)
      addScenes(figures, settings, valueOf(options, "--losses", "no") == "yes");
  }
  return 0;
}
