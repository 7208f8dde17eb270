// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What denoising before the search is worth: recall and precision over noise, without and with it.
//
//     denoise_accuracy --pictures FOLDER [--needles N] [--scenes N] [--side PIXELS] [--only PART]
//                      [--json FILE]
//
// FOLDER has pictures without noise. --needles: number cut from each (6), --side: of a needle (40).
// --scenes: number of scenes for poses (20). PART: zncc, exact or pose.
//
// Gaussian noise of standard deviation 5 to 60 (of 255) is added to the scene; the needle has none.
// Denoised is what `espy find --denoise` does: both by total variation, of the strength for that
// noise. Each search has the threshold (minimum score, tolerance) with the best F1 of it over all
// needles of that noise, so that no threshold favours one of the two. A match is right if it shares
// half of its window with that of the truth; poses: within 3 pixels and 3 degrees.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "bench/options.h"
#include "bench/pose_tally.h"
#include "espy/engine/all.h"

namespace espy::bench {
namespace {

constexpr double kNoises[] = {5, 10, 20, 30, 40, 60};
constexpr double kWhite = 255;
/// Matches per search; more are not worth a look.
constexpr std::uint64_t kMostMatches = 50;

struct Settings {
  std::string pictures;
  int needles = 6;
  int scenes = 20;
  std::int64_t side = 40;
  std::string only;
  std::string json;
};

/// Counts at one threshold.
struct Counts {
  std::int64_t truths = 0;
  std::int64_t matches = 0;
  std::int64_t found = 0;  ///< truths with a right match
  std::int64_t right = 0;  ///< right matches

  double recall() const { return share(found, truths); }
  double precision() const { return matches == 0 ? 0 : share(right, matches); }
  double f1() const {
    const double sum = recall() + precision();
    return sum == 0 ? 0 : 2 * recall() * precision() / sum;
  }
  static double share(std::int64_t some, std::int64_t all) {
    return all == 0 ? 1 : static_cast<double>(some) / static_cast<double>(all);
  }
};

/// By threshold.
using Sweep = std::map<double, Counts>;

Sweep::value_type bestOf(const Sweep& sweep) {
  return *std::max_element(sweep.begin(), sweep.end(), [](const auto& a, const auto& b) {
    return a.second.f1() < b.second.f1();
  });
}

Image withNoise(const ImageView& clean, double sigma, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, sigma);
  Image noisy = Image::copyOf(clean);
  const MutableImageView pixels = noisy.pixels();
  const std::int64_t samples = clean.width() * clean.format().channels;
  for (std::int64_t y = 0; y < clean.height(); ++y) {
    for (std::int64_t x = 0; x < samples; ++x) {
      std::uint8_t& sample = pixels.row(y)[x];
      sample = static_cast<std::uint8_t>(std::clamp(sample + normal(random) + 0.5, 0.0, kWhite));
    }
  }
  return noisy;
}

Image cut(const ImageView& picture, std::int64_t x, std::int64_t y, std::int64_t side) {
  const std::int64_t pixel = picture.format().bytesPerPixel();
  return Image::copyOf(
      ImageView(picture.row(y) + x * pixel, {side, side}, picture.format(), picture.stride()));
}

/// Standard deviation of the first channel.
double deviationOf(const ImageView& picture) {
  double sum = 0;
  double squares = 0;
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      const double sample = picture.row(y)[x * picture.format().channels];
      sum += sample;
      squares += sample * sample;
    }
  }
  const auto count = static_cast<double>(picture.size().pixels());
  return std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
}

struct Truth {
  Image needle;
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// Places with some structure.
std::vector<Truth> needlesOf(const ImageView& picture, const Settings& settings,
                             std::uint32_t seed) {
  constexpr double kFlat = 15;
  std::mt19937 random(seed);
  std::vector<Truth> truths;
  const auto below = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
  };
  for (int tries = 0; tries < 1000 && std::ssize(truths) < settings.needles; ++tries) {
    Truth truth;
    truth.x = below(picture.width() - settings.side);
    truth.y = below(picture.height() - settings.side);
    truth.needle = cut(picture, truth.x, truth.y, settings.side);
    if (deviationOf(truth.needle) > kFlat) truths.push_back(std::move(truth));
  }
  return truths;
}

class DenoiseAccuracy {
 public:
  explicit DenoiseAccuracy(Settings settings)
      : settings_(std::move(settings)), registry_(makeRegistry()) {}

  void run() {
    const std::vector<Image> pictures = read();
    fmt::print("{} pictures, {} needles of {} x {} from each; {} scenes with poses\n",
               pictures.size(), settings_.needles, settings_.side, settings_.side,
               settings_.scenes);
    fmt::print("{:<6} {:>5} | {:>9} {:>6} {:>9} | {:>9} {:>6} {:>9}\n", "search", "noise",
               "threshold", "recall", "precision", "threshold", "recall", "precision");
    for (const char* part : {"zncc", "exact", "pose"}) {
      if (!settings_.only.empty() && settings_.only != part) continue;
      for (const double noise : kNoises) {
        Sweep plain;
        Sweep denoised;
        if (part == std::string("pose")) {
          sweepPoses(noise, plain, denoised);
        } else {
          sweepPictures(pictures, noise, part == std::string("exact"), plain, denoised);
        }
        report(part, noise, plain, denoised);
      }
    }
    if (!settings_.json.empty()) std::ofstream(settings_.json) << json_.dump(2) << '\n';
  }

 private:
  std::vector<Image> read() const {
    std::vector<std::string> files;
    if (settings_.only == "pose") return {};
    for (const auto& entry : std::filesystem::directory_iterator(settings_.pictures)) {
      if (entry.path().extension() == ".png") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    std::vector<Image> pictures;
    for (const std::string& file : files) {
      Image image = std::move(readPicture(file).image);
      if (image.format().depth == Depth::u8 && image.size().width >= settings_.side &&
          image.size().height >= settings_.side) {
        pictures.push_back(std::move(image));
      }
    }
    return pictures;
  }

  Image denoisedOf(const ImageView& picture, double noise) const {
    DenoiseOptions options;
    options.strength = strengthForNoise(DenoiseModel::rof, noise / kWhite);
    return std::move(denoise(registry_, picture, options).image);
  }

  void sweepPictures(const std::vector<Image>& pictures, double noise, bool exact, Sweep& plain,
                     Sweep& denoised) const {
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      const auto seed = static_cast<std::uint32_t>(i);
      const Image noisy = withNoise(pictures[i], noise, seed);
      const Image clean = denoisedOf(noisy, noise);
      for (const Truth& truth : needlesOf(pictures[i], settings_, seed + 1)) {
        const Image needle = denoisedOf(truth.needle, noise);
        const auto sweep = [&](const ImageView& scene, const ImageView& sought, Sweep& into) {
          exact ? sweepExact(scene, sought, truth, noise, into)
                : sweepScored(scene, sought, truth, into);
        };
        sweep(noisy, truth.needle, plain);
        sweep(clean, needle, denoised);
      }
    }
  }

  Finding search(const ImageView& scene, const ImageView& needle, FindOptions options) const {
    options.wantBest = false;
    options.distances = false;
    options.select.overlap = kScoredOverlap;
    const Needle one{needle, {}};
    return find(registry_, scene, std::span(&one, 1), options);
  }

  void sweepExact(const ImageView& scene, const ImageView& needle, const Truth& truth, double noise,
                  Sweep& sweep) const {
    for (const double factor : {0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0}) {
      const auto tolerance = static_cast<int>(std::lround(std::min(factor * noise, kWhite)));
      FindOptions options{.method = Method::exact, .tolerance = tolerance};
      options.select.top = kMostMatches;
      count(search(scene, needle, options), truth, -2, sweep[tolerance]);
    }
  }

  void sweepScored(const ImageView& scene, const ImageView& needle, const Truth& truth,
                   Sweep& sweep) const {
    FindOptions options{.method = Method::zncc, .minScore = 0.2};
    options.select.top = kMostMatches;
    const Finding finding = search(scene, needle, options);
    for (int percent = 20; percent < 100; ++percent) {
      const double least = percent / 100.0;
      count(finding, truth, least, sweep[least]);
    }
  }

  void count(const Finding& finding, const Truth& truth, double minScore, Counts& counts) const {
    ++counts.truths;
    bool found = false;
    for (const Match& match : finding.matches) {
      if (match.score < minScore) continue;
      ++counts.matches;
      const std::int64_t x = std::abs(static_cast<std::int64_t>(match.x) - truth.x);
      const std::int64_t y = std::abs(static_cast<std::int64_t>(match.y) - truth.y);
      const std::int64_t shared = std::max<std::int64_t>(0, settings_.side - x) *
                                  std::max<std::int64_t>(0, settings_.side - y);
      if (2 * shared < settings_.side * settings_.side) continue;
      ++counts.right;
      found = true;
    }
    if (found) ++counts.found;
  }

  void sweepPoses(double noise, Sweep& plain, Sweep& denoised) const {
    test::PoseSceneOptions making;
    making.disturbance.noise = noise;
    FindOptions options{.method = Method::zncc, .minScore = 0.4};
    options.select.top = kMostMatches;
    options.pose.angle = {-180, 180, 0};
    options.pose.scale = {making.scaleFirst, making.scaleLast, 0};
    for (int k = 0; k < settings_.scenes; ++k) {
      const test::PoseScene scene = poseScene(making, static_cast<std::uint64_t>(k));
      const auto sweep = [&](const ImageView& seen, const ImageView& sought, Sweep& into) {
        const Finding finding = search(seen, sought, options);
        for (int percent = 40; percent < 100; ++percent) {
          const double least = percent / 100.0;
          std::vector<Match> matches;
          std::copy_if(finding.matches.begin(), finding.matches.end(), std::back_inserter(matches),
                       [&](const Match& match) { return match.score >= least; });
          PoseTally tally;
          tally.add(scene.poses, matches, {});
          Counts& counts = into[least];
          counts.truths += static_cast<std::int64_t>(tally.poses());
          counts.matches += static_cast<std::int64_t>(tally.matches());
          counts.found += static_cast<std::int64_t>(tally.right());
          counts.right += static_cast<std::int64_t>(tally.right());
        }
      };
      sweep(scene.scene, scene.needle, plain);
      sweep(denoisedOf(scene.scene, noise), denoisedOf(scene.needle, noise), denoised);
    }
  }

  void report(const char* part, double noise, const Sweep& plain, const Sweep& denoised) {
    const auto [without, a] = bestOf(plain);
    const auto [with, b] = bestOf(denoised);
    fmt::print("{:<6} {:>5} | {:>9.2f} {:>6.3f} {:>9.3f} | {:>9.2f} {:>6.3f} {:>9.3f}\n", part,
               noise, without, a.recall(), a.precision(), with, b.recall(), b.precision());
    std::fflush(stdout);
    json_.push_back({{"search", part},
                     {"noise", noise},
                     {"truths", a.truths},
                     {"plain_threshold", without},
                     {"plain_recall", a.recall()},
                     {"plain_precision", a.precision()},
                     {"denoised_threshold", with},
                     {"denoised_recall", b.recall()},
                     {"denoised_precision", b.precision()}});
  }

  Settings settings_;
  Registry registry_;
  nlohmann::json json_ = nlohmann::json::array();
};

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  using namespace espy::bench;
  const auto options = optionsOf(
      count, words, {"--pictures", "--needles", "--scenes", "--side", "--only", "--json"});
  Settings settings;
  settings.pictures = valueOf(options, "--pictures");
  settings.needles = std::stoi(valueOf(options, "--needles", "6"));
  settings.scenes = std::stoi(valueOf(options, "--scenes", "20"));
  settings.side = std::stoi(valueOf(options, "--side", "40"));
  settings.only = valueOf(options, "--only");
  settings.json = valueOf(options, "--json");
  if (settings.pictures.empty() && settings.only != "pose") {
    fmt::print(stderr, "denoise_accuracy: needs --pictures FOLDER\n");
    return 2;
  }
  try {
    DenoiseAccuracy(std::move(settings)).run();
  } catch (const espy::Error& error) {
    fmt::print(stderr, "denoise_accuracy: {}\n", error.what());
    return 1;
  }
}
