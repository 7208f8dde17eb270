// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Accuracy of posed search under several conditions, in synthetic scenes with ground truth, and the
// differences between fast and complete search.
//
//     pose_accuracy [--scenes N] [--small N] [--only CONDITION] [--seed N] [--show yes]
//                   [--json FILE] [--parts FILE]
//
// --scenes: number per condition (100). --small: number per condition for the comparison with the
// complete search (20). --show: print every missed or wrong pose. --parts: file of results per
// scene, with which an interrupted run continues.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/options.h"
#include "bench/pose_tally.h"
#include "espy/engine/all.h"
#include "pose/grid.h"
#include "pose/pose_scorer.h"
#include "support/find_with.h"

namespace espy::bench {
namespace {

constexpr int kThreads = 2;

struct Condition {
  const char* name;
  double minScore;
  test::Disturbance disturbance;
};

/// All but the first have noise of standard deviation 5 or more.
std::vector<Condition> conditions() {
  return {
      {"clean", 0.8, {}},
      {"noise 5", 0.8, {.noise = 5}},
      {"noise 10", 0.8, {.noise = 10}},
      {"noise 20", 0.7, {.noise = 20}},
      {"gain 0.5 to 1.5", 0.8, {.noise = 5, .gainFirst = 0.5, .gainLast = 1.5}},
      {"blur 1", 0.8, {.noise = 5, .blur = 1}},
      {"JPEG 50", 0.8, {.noise = 5, .quality = 50}},
      {"clutter", 0.8, {.noise = 5, .clutter = 12}},
      {"hidden to 0.3", 0.65, {.noise = 5, .hidden = 0.3}},
      {"all of it",
       0.6,
       {.noise = 10,
        .gainFirst = 0.5,
        .gainLast = 1.5,
        .blur = 0.7,
        .hidden = 0.3,
        .quality = 70,
        .clutter = 12}},
  };
}

struct Settings {
  int scenes = 100;
  int small = 20;
  std::uint64_t seed = 1;
  bool show = false;
  std::string only;
  std::string json;
  std::string parts;
};

/// Cached results of scenes, from earlier runs and this one.
class Parts {
 public:
  using Numbers = std::vector<std::vector<double>>;

  explicit Parts(const std::string& file) {
    if (file.empty()) return;
    std::ifstream before(file);
    for (std::string line; std::getline(before, line);) {
      // The last line may be incomplete.
      const auto part = nlohmann::json::parse(line, nullptr, false);
      if (part.is_object()) known_[part.at("scene")] = part.at("numbers").get<Numbers>();
    }
    file_.open(file, std::ios::app);
    file_ << '\n';
  }

  /// Cached results of this scene; computed if missing.
  template <class Search>
  const Numbers& of(const std::string& scene, const Search& search) {
    const auto known = known_.find(scene);
    if (known != known_.end()) return known->second;
    Numbers numbers = search();
    if (file_) file_ << nlohmann::json{{"scene", scene}, {"numbers", numbers}} << std::endl;
    return known_[scene] = std::move(numbers);
  }

 private:
  std::map<std::string, Numbers> known_;
  std::ofstream file_;
};

class PoseAccuracy {
 public:
  explicit PoseAccuracy(Settings settings)
      : settings_(std::move(settings)), registry_(makeRegistry()), parts_(settings_.parts) {
    control_.threads = kThreads;
  }

  /// Prints the table of conditions; false if a bar is missed.
  bool findAll() {
    fmt::print("{} scenes a condition, any angle, scale 0.7 to 1.4\n", settings_.scenes);
    fmt::print("{:<16} {:>6} {:>7} {:>9} {:>17} {:>17} {:>17} {:>18}\n", "condition", "poses",
               "recall", "precision", "pixels 50%, 99%", "degrees 50%, 99%", "scale 50%, 99%",
               "score right, wrong");
    bool reached = true;
    for (const Condition& condition : conditions()) {
      if (std::string(condition.name).find(settings_.only) == std::string::npos) continue;
      reached = findUnder(condition) && reached;
    }
    return reached;
  }

  void compareAll() {
    fmt::print("\nfast beside complete: {} scenes of 200 x 200 a condition, needles of 24 to 48\n",
               settings_.small);
    fmt::print("{:<16} {:>6} {:>8} {:>7} {:>9} {:>14}\n", "condition", "found", "missing", "extra",
               "elsewhere", "lost at most");
    for (const Condition& condition : conditions()) {
      if (std::string(condition.name).find(settings_.only) == std::string::npos) continue;
      compareUnder(condition);
    }
  }

  void write() const {
    if (!settings_.json.empty()) std::ofstream(settings_.json) << json_.dump(2) << '\n';
  }

 private:
  static constexpr double kMedian = 0.5;
  static constexpr double kMost = 0.99;

  Finding find(const test::PoseScene& scene, const Condition& condition, const PoseOptions& pose) {
    ScoreOptions options;
    options.minScore = condition.minScore;
    options.wantBest = false;
    SelectOptions select;
    select.overlap = kScoredOverlap;
    return findPosed(registry_, "openmp", scene.scene, {{Needle{scene.needle.view(), {}}}}, options,
                     pose, select, control_);
  }

  bool findUnder(const Condition& condition) {
    PoseTally tally;
    test::PoseSceneOptions options;
    options.disturbance = condition.disturbance;
    PoseOptions pose;
    pose.angle = {-180, 180, 0};
    pose.scale = {options.scaleFirst, options.scaleLast, 0};
    for (int k = 0; k < settings_.scenes; ++k) {
      tally.add(PoseTally::ofNumbers(parts_.of(nameOf(condition, k), [&] {
        const test::PoseScene scene = poseScene(options, seedOf(k));
        const PoseGrid grid = poseGrid({scene.needle.view(), {}}, pose);
        const Finding found = find(scene, condition, pose);
        const PoseLimits limits{3, std::max(3.0, grid.angleStep / 2)};
        PoseTally own;
        const PoseTally::Wrong wrong = own.add(scene.poses, found.matches, limits);
        if (settings_.show) show(k, scene, grid, found, wrong);
        return own.numbers();
      })));
    }
    fmt::print(
        "{:<16} {:>6} {:>7.4f} {:>9.4f} {:>8.4f} {:>8.4f} {:>8.4f} {:>8.4f} {:>8.5f} {:>8.5f} "
        "{:>10.3f} {:>7.3f}\n",
        condition.name, tally.poses(), tally.recall(), tally.precision(), tally.pixelsOff(kMedian),
        tally.pixelsOff(kMost), tally.degreesOff(kMedian), tally.degreesOff(kMost),
        tally.scaleOff(kMedian), tally.scaleOff(kMost), tally.leastScore(), tally.mostWrongScore());
    std::fflush(stdout);
    json_["conditions"].push_back({{"condition", condition.name},
                                   {"min_score", condition.minScore},
                                   {"scenes", settings_.scenes},
                                   {"poses", tally.poses()},
                                   {"matches", tally.matches()},
                                   {"recall", tally.recall()},
                                   {"precision", tally.precision()},
                                   {"pixels_median", tally.pixelsOff(kMedian)},
                                   {"pixels_99", tally.pixelsOff(kMost)},
                                   {"degrees_median", tally.degreesOff(kMedian)},
                                   {"degrees_99", tally.degreesOff(kMost)},
                                   {"scale_median", tally.scaleOff(kMedian)},
                                   {"scale_99", tally.scaleOff(kMost)},
                                   {"least_right_score", tally.leastScore()},
                                   {"most_wrong_score", tally.mostWrongScore()}});
    if (std::string(condition.name) != "noise 5") return true;
    return checkBars(tally);
  }

  static bool checkBars(const PoseTally& tally) {
    bool all = true;
    const auto bar = [&](const char* claim, double value, bool reached) {
      fmt::print("  {} {}: {:.4f}\n", reached ? "[reached]" : "[MISSED] ", claim, value);
      all = all && reached;
    };
    bar("recall at least 0.995", tally.recall(), tally.recall() >= 0.995);
    bar("precision at least 0.995", tally.precision(), tally.precision() >= 0.995);
    bar("median under 0.05 px", tally.pixelsOff(kMedian), tally.pixelsOff(kMedian) < 0.05);
    bar("median under 0.05 degrees", tally.degreesOff(kMedian), tally.degreesOff(kMedian) < 0.05);
    bar("99 % under 0.2 px", tally.pixelsOff(kMost), tally.pixelsOff(kMost) < 0.2);
    return all;
  }

  std::string nameOf(const Condition& condition, int scene) const {
    return fmt::format("{} {}", condition.name, seedOf(scene));
  }
  std::uint64_t seedOf(int scene) const {
    return settings_.seed * 1'000'003 + static_cast<std::uint64_t>(scene);
  }

  /// The best score of the grid's poses near the true pose.
  static double scoreNear(const test::PoseScene& scene, const PoseGrid& grid,
                          const test::TruePose& truth) {
    const Needle needle{scene.needle.view(), {}};
    const ScoreOptions options;
    const pose::NeedleWarper warper(needle, false);
    const pose::GridIndex index(grid);
    const ImageView view = scene.scene;
    pose::PoseScorer scorer(view, warper, grid, index, options);
    double best = -1;
    for (std::uint32_t p = 0; p < grid.poses.size(); ++p) {
      const GridPose& pose = grid.poses[p];
      const double scale = static_cast<double>(pose.scale) / 1e6;
      if (degreesBetween(static_cast<double>(pose.angle) / 1e6, truth.angle) > grid.angleStep ||
          std::abs(scale / truth.scale - 1) > grid.scaleStep) {
        continue;
      }
      const Size window = scorer.windowOf(p);
      for (int k = 0; k < 9; ++k) {
        const std::optional<Peak> peak =
            scorer.at(p, std::llround(truth.x - static_cast<double>(window.width) / 2) + k % 3 - 1,
                      std::llround(truth.y - static_cast<double>(window.height) / 2) + k / 3 - 1);
        if (peak) best = std::max(best, peak->score);
      }
    }
    return best;
  }

  static void show(int k, const test::PoseScene& scene, const PoseGrid& grid, const Finding& found,
                   const PoseTally::Wrong& wrong) {
    const Size size = scene.needle.size();
    for (const std::size_t p : wrong.missed) {
      const test::TruePose& pose = scene.poses[p];
      fmt::print(
          "  scene {}: missed {:.2f},{:.2f} angle {:.2f} scale {:.3f} hidden {:.2f} of {} x {}; "
          "the grid "
          "({} poses, {:.2f} degrees, {:.3f}) has {:.3f}; {}\n",
          k, pose.x, pose.y, pose.angle, pose.scale, pose.hidden, size.width, size.height,
          grid.poses.size(), grid.angleStep, grid.scaleStep, scoreNear(scene, grid, pose),
          found.report.strategy.text());
    }
    for (const std::size_t m : wrong.extra) {
      if (m > found.matches.size() - wrong.extra.size() + 2) break;
      const Match& match = found.matches[m];
      const SubPixel centre = outlineOf(match).centre;
      fmt::print("  scene {}: {:.2f},{:.2f} angle {:.2f} scale {:.3f} with {:.3f} is wrong\n", k,
                 centre.x, centre.y, match.angle, match.scale, match.score);
    }
    for (const Match& match : found.matches) {
      const SubPixel centre = outlineOf(match).centre;
      for (const test::TruePose& pose : scene.poses) {
        const double off = std::hypot(centre.x - pose.x, centre.y - pose.y);
        if (off > 3 || off < 0.2) continue;
        fmt::print(
            "  scene {}: {:.2f} px off, {:.2f} degrees, scale {:.3f} for {:.3f}, {} x {}, score "
            "{:.3f}, hidden {:.2f}\n",
            k, off, degreesBetween(match.angle, pose.angle), match.scale, pose.scale, size.width,
            size.height, match.score, pose.hidden);
      }
    }
  }

  void compareUnder(const Condition& condition) {
    test::PoseSceneOptions options;
    options.scene = {200, 200};
    options.leastSide = 24;
    options.mostSide = 48;
    options.scaleFirst = 0.85;
    options.scaleLast = 1.2;
    options.disturbance = condition.disturbance;
    options.disturbance.clutter = std::min(4, options.disturbance.clutter);
    std::size_t all = 0;
    std::size_t missing = 0;
    std::size_t extra = 0;
    std::size_t elsewhere = 0;
    double lost = 0;
    for (int k = 0; k < settings_.small; ++k) {
      const Parts::Numbers& numbers = parts_.of("small, " + nameOf(condition, k),
                                                [&] { return compare(options, condition, k); });
      const std::vector<double>& counts = numbers.at(0);
      all += static_cast<std::size_t>(counts.at(0));
      missing += static_cast<std::size_t>(counts.at(1));
      extra += static_cast<std::size_t>(counts.at(2));
      elsewhere += static_cast<std::size_t>(counts.at(3));
      lost = std::max(lost, counts.at(4));
    }
    fmt::print("{:<16} {:>6} {:>8} {:>7} {:>9} {:>14.4f}\n", condition.name, all, missing, extra,
               elsewhere, lost);
    std::fflush(stdout);
    json_["fast_beside_complete"].push_back({{"condition", condition.name},
                                             {"scenes", settings_.small},
                                             {"found_by_complete", all},
                                             {"missing", missing},
                                             {"extra", extra},
                                             {"elsewhere", elsewhere},
                                             {"missing_over_the_minimum_by", lost}});
  }

  /// Counts of the complete search's matches, of those that the fast search misses, of its
  /// additional ones and of those that differ, and by how much a missed one exceeds the minimum at
  /// most.
  Parts::Numbers compare(const test::PoseSceneOptions& options, const Condition& condition, int k) {
    const test::PoseScene scene = poseScene(options, seedOf(k));
    PoseOptions pose;
    pose.angle = {-180, 180, 0};
    if (k % 2 == 1) pose.scale = {options.scaleFirst, options.scaleLast, 0};
    const Finding fast = find(scene, condition, pose);
    pose.search = PoseSearch::complete;
    const Finding complete = find(scene, condition, pose);
    double missing = 0;
    double elsewhere = 0;
    double lost = 0;
    std::vector<bool> met(fast.matches.size(), false);
    for (const Match& wanted : complete.matches) {
      const std::optional<std::size_t> near = nearestTo(wanted, fast.matches, met);
      if (!near) {
        ++missing;
        lost = std::max(lost, wanted.score - condition.minScore);
        if (settings_.show) {
          fmt::print("  scene {}: complete has {:.3f} at {},{} angle {:.2f}\n", k, wanted.score,
                     wanted.x, wanted.y, wanted.angle);
        }
        continue;
      }
      met[*near] = true;
      if (!(fast.matches[*near] == wanted)) ++elsewhere;
    }
    const auto extra = static_cast<double>(std::count(met.begin(), met.end(), false));
    return {{static_cast<double>(complete.matches.size()), missing, extra, elsewhere, lost}};
  }

  /// Index of the nearest unassigned match within three pixels of the centre.
  static std::optional<std::size_t> nearestTo(const Match& wanted, const std::vector<Match>& among,
                                              const std::vector<bool>& met) {
    const SubPixel centre = outlineOf(wanted).centre;
    std::optional<std::size_t> nearest;
    double least = 3;
    for (std::size_t m = 0; m < among.size(); ++m) {
      const SubPixel other = outlineOf(among[m]).centre;
      const double off = std::hypot(other.x - centre.x, other.y - centre.y);
      if (met[m] || off > least) continue;
      least = off;
      nearest = m;
    }
    return nearest;
  }

  Settings settings_;
  Registry registry_;
  Parts parts_;
  Control control_;
  nlohmann::ordered_json json_;
};

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  espy::bench::Settings settings;
  try {
    for (const auto& [option, value] : espy::bench::optionsOf(
             argc, argv,
             {"--scenes", "--small", "--seed", "--show", "--only", "--json", "--parts"})) {
      if (option == "--scenes") settings.scenes = std::stoi(value);
      if (option == "--small") settings.small = std::stoi(value);
      if (option == "--seed") settings.seed = std::stoull(value);
      if (option == "--show") settings.show = value == "yes";
      if (option == "--only") settings.only = value;
      if (option == "--json") settings.json = value;
      if (option == "--parts") settings.parts = value;
    }
    espy::bench::PoseAccuracy accuracy(settings);
    const bool reached = accuracy.findAll();
    accuracy.compareAll();
    accuracy.write();
    return reached ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "pose_accuracy: {}\n", error.what());
    return 2;
  }
}
