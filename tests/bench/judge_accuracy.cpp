// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// How many false matches a judge rejects after learning from 10, 30 and 100 clicks: three kinds of
// pictures, held-out scenes. Half of the later clicks are on the matches that the judge is least
// certain about, as the window suggests.
//
//     judge_accuracy [--repeats N] [--only TASK] [--seed N] [--engine NAME] [--json FILE]
#include <fmt/format.h>

#include <QApplication>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "bench/judge_scenes.h"
#include "bench/options.h"
#include "espy/engine/all.h"
#include "espy/engine/judge.h"
#include "support/find_with.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

constexpr double kRecall = 0.99;
constexpr std::array<std::size_t, 3> kClicks{10, 30, 100};

/// Matches in some scenes, with ground truth.
struct Found {
  std::vector<JudgeScene> scenes;
  std::vector<Click> matches;  ///< labelled with the truth
  std::size_t meant = 0;       ///< number of true objects, found or not
  std::size_t missed = 0;
};

/// Mean of the repeats, with the half width of its 95 % confidence interval.
struct Mean {
  double value = 0;
  double within = 0;
};

Mean meanOf(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = count > 1 ? std::sqrt(squares / (count - 1)) : 0;
  constexpr double kOf95 = 1.96;
  return {mean, kOf95 * deviation / std::sqrt(count)};
}

/// False matches that are kept at a recall of 99 %, if matches are sorted by `order`.
std::size_t falseKept(const std::vector<Click>& matches, const std::vector<double>& order) {
  std::vector<double> yes;
  for (std::size_t m = 0; m < matches.size(); ++m) {
    if (matches[m].yes) yes.push_back(order[m]);
  }
  if (yes.empty()) return 0;
  std::sort(yes.begin(), yes.end());
  const auto lost =
      static_cast<std::size_t>(std::floor((1 - kRecall) * static_cast<double>(yes.size())));
  std::size_t kept = 0;
  for (std::size_t m = 0; m < matches.size(); ++m) {
    kept += !matches[m].yes && order[m] >= yes[lost] ? 1 : 0;
  }
  return kept;
}

/// Results of a judge in held-out scenes.
struct Outcome {
  double precision = 0;  ///< at a recall of 99 %
  double falseLeft = 0;  ///< fraction of the false matches that the plain score keeps there
  double recall = 0;     ///< at the judge's own threshold
  double ownPrecision = 0;
  double milliseconds = 0;
  std::string by;
};

class JudgeAccuracy {
 public:
  JudgeAccuracy(const JudgeTask& task, std::string engine, std::uint64_t seed)
      : registry_(makeRegistry()),
        task_(task),
        engine_(std::move(engine)),
        seed_(seed),
        needle_(task.needle()) {}

  nlohmann::ordered_json run(int repeats) {
    std::map<std::size_t, std::vector<Outcome>> outcomes;
    std::vector<double> before;
    std::size_t meant = 0;
    std::size_t missed = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      const std::uint64_t first = seed_ + static_cast<std::uint64_t>(repeat) * 1000;
      const Found seen = findIn(first, kScenesSeen);
      const Found held = findIn(first + 500, kScenesHeld);
      meant += held.meant;
      missed += held.missed;
      std::vector<double> scores;
      for (const Click& match : held.matches) scores.push_back(match.match.score);
      before.push_back(precisionOf(held.matches, falseKept(held.matches, scores)));
      teach(seen, held, falseKept(held.matches, scores), outcomes);
    }
    return report(meant, missed, before, outcomes);
  }

 private:
  static constexpr int kScenesSeen = 4;
  static constexpr int kScenesHeld = 8;

  Needle needle() const { return {needle_.view(), {}}; }

  Found findIn(std::uint64_t first, int scenes) const {
    Found found;
    for (int s = 0; s < scenes; ++s) {
      found.scenes.push_back(task_.draw(first + static_cast<std::uint64_t>(s)));
      const JudgeScene& scene = found.scenes.back();
      ScoreOptions options;
      options.minScore = task_.minScore();
      SelectOptions select;
      select.overlap = kScoredOverlap;
      const std::vector<Needle> needles{needle()};
      const Finding finding =
          findScored(registry_, "openmp", scene.picture, needles, options, select, {});
      std::vector<char> met(scene.meant.size(), 0);
      for (const Match& match : finding.matches) {
        Click click{static_cast<std::size_t>(s), match, false};
        for (std::size_t k = 0; k < met.size(); ++k) {
          const bool near = std::abs(static_cast<int>(match.x) - scene.meant[k].x()) <= 3 &&
                            std::abs(static_cast<int>(match.y) - scene.meant[k].y()) <= 3;
          if (!near || met[k] != 0) continue;
          click.yes = true;
          met[k] = 1;
          break;
        }
        found.matches.push_back(click);
      }
      found.meant += met.size();
      found.missed += static_cast<std::size_t>(std::count(met.begin(), met.end(), 0));
    }
    return found;
  }

  static double precisionOf(const std::vector<Click>& matches, std::size_t falseOnes) {
    double yes = 0;
    for (const Click& match : matches) yes += match.yes ? 1 : 0;
    return yes > 0 ? kRecall * yes / (kRecall * yes + static_cast<double>(falseOnes)) : 0;
  }

  static std::vector<ImageView> viewsOf(const Found& found) {
    std::vector<ImageView> views;
    for (const JudgeScene& scene : found.scenes) views.push_back(scene.picture.view());
    return views;
  }

  std::vector<double> judged(const Judge& judge, const Found& found) const {
    std::vector<double> all(found.matches.size());
    for (std::size_t s = 0; s < found.scenes.size(); ++s) {
      std::vector<Match> matches;
      std::vector<std::size_t> which;
      for (std::size_t m = 0; m < found.matches.size(); ++m) {
        if (found.matches[m].picture != s) continue;
        matches.push_back(found.matches[m].match);
        which.push_back(m);
      }
      const std::vector<double> some = judgeMatches(registry_, engine_, judge, needle(),
                                                    found.scenes[s].picture.view(), matches);
      for (std::size_t k = 0; k < which.size(); ++k) all[which[k]] = some[k];
    }
    return all;
  }

  /// Simulates a user's clicks and evaluates the judges learned from them.
  void teach(const Found& seen, const Found& held, std::size_t falseBefore,
             std::map<std::size_t, std::vector<Outcome>>& outcomes) const {
    std::vector<Click> clicks;
    std::vector<char> clicked(seen.matches.size(), 0);
    const auto click = [&](std::size_t m) {
      if (clicked[m] != 0) return;
      clicked[m] = 1;
      clicks.push_back(seen.matches[m]);
    };
    // Random matches, but at least three of each kind.
    std::vector<std::size_t> order(seen.matches.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    test::Random chance(seed_ + seen.matches.size());
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1],
                order[static_cast<std::size_t>(chance.below(static_cast<std::int64_t>(i)))]);
    }
    for (const bool wanted : {true, false}) {
      int some = 0;
      for (const std::size_t m : order) {
        if (seen.matches[m].yes == wanted && some++ < Judge::kLeastClicks) click(m);
      }
    }
    for (const std::size_t m : order) {
      if (clicks.size() < kClicks.front()) click(m);
    }
    const std::vector<ImageView> views = viewsOf(seen);
    for (const std::size_t count : kClicks) {
      // Up to 10 more clicks, half of them on the least certain matches.
      while (clicks.size() < count && clicks.size() < seen.matches.size()) {
        const Judge judge = learnJudge(registry_, engine_, {needle(), views, clicks});
        const std::vector<double> sure = judged(judge, seen);
        std::vector<std::size_t> next(order);
        std::stable_sort(next.begin(), next.end(), [&](std::size_t a, std::size_t b) {
          return judge.certainty(sure[a]) < judge.certainty(sure[b]);
        });
        const std::size_t some = std::min(count, clicks.size() + 10);
        const std::size_t half = (clicks.size() + some) / 2;
        for (const std::size_t m : next) {
          if (clicks.size() < half && judge.isOn()) click(m);
        }
        for (const std::size_t m : order) {
          if (clicks.size() < some) click(m);
        }
      }
      const auto begun = std::chrono::steady_clock::now();
      const Judge judge = learnJudge(registry_, engine_, {needle(), views, clicks});
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - begun;
      outcomes[count].push_back(outcomeOf(judge, held, falseBefore, took.count()));
    }
  }

  Outcome outcomeOf(const Judge& judge, const Found& held, std::size_t falseBefore,
                    double milliseconds) const {
    const std::vector<double> sure = judged(judge, held);
    const std::size_t kept = falseKept(held.matches, sure);
    Outcome outcome;
    outcome.precision = precisionOf(held.matches, kept);
    outcome.falseLeft =
        falseBefore > 0 ? static_cast<double>(kept) / static_cast<double>(falseBefore) : 0;
    outcome.milliseconds = milliseconds;
    outcome.by = judge.by == Judge::By::score        ? "score"
                 : judge.by == Judge::By::regression ? "regression"
                                                     : "network";
    const double threshold = judge.threshold(kRecall);
    double yes = 0;
    double keptYes = 0;
    double keptNo = 0;
    for (std::size_t m = 0; m < sure.size(); ++m) {
      const bool stays = sure[m] >= threshold;
      yes += held.matches[m].yes ? 1 : 0;
      (held.matches[m].yes ? keptYes : keptNo) += stays ? 1 : 0;
    }
    outcome.recall = yes > 0 ? keptYes / yes : 1;
    outcome.ownPrecision = keptYes + keptNo > 0 ? keptYes / (keptYes + keptNo) : 0;
    return outcome;
  }

  nlohmann::ordered_json report(std::size_t meant, std::size_t missed,
                                const std::vector<double>& before,
                                const std::map<std::size_t, std::vector<Outcome>>& outcomes) const {
    const Mean was = meanOf(before);
    fmt::print("{}: {} of {} found; precision at 99 % recall by the score {:.3f} +- {:.3f}\n",
               task_.name(), meant - missed, meant, was.value, was.within);
    nlohmann::ordered_json json{{"task", task_.name()},
                                {"drawn", meant},
                                {"missed", missed},
                                {"precision", {was.value, was.within}}};
    for (const auto& [count, all] : outcomes) {
      const auto mean = [&, &some = all](double Outcome::*what) {
        std::vector<double> values;
        for (const Outcome& outcome : some) values.push_back(outcome.*what);
        return meanOf(values);
      };
      std::map<std::string, int> by;
      for (const Outcome& outcome : all) ++by[outcome.by];
      std::string names;
      for (const auto& [name, times] : by) names += fmt::format(" {} {}", times, name);
      const Mean precision = mean(&Outcome::precision);
      const Mean left = mean(&Outcome::falseLeft);
      const Mean recall = mean(&Outcome::recall);
      const Mean atThreshold = mean(&Outcome::ownPrecision);
      const Mean took = mean(&Outcome::milliseconds);
      fmt::print(
          "  {:>3} clicks: precision {:.3f} +- {:.3f}, false left {:.3f} +- {:.3f}; as it chose: "
          "recall {:.4f} +- {:.4f}, precision {:.3f}; learned in {:.0f} ms;{}\n",
          count, precision.value, precision.within, left.value, left.within, recall.value,
          recall.within, atThreshold.value, took.value, names);
      json["clicks"].push_back({{"clicks", count},
                                {"precision", {precision.value, precision.within}},
                                {"false_left", {left.value, left.within}},
                                {"recall_chosen", {recall.value, recall.within}},
                                {"precision_chosen", {atThreshold.value, atThreshold.within}},
                                {"learn_ms", took.value},
                                {"by", by}});
    }
    std::fflush(stdout);
    return json;
  }

  Registry registry_;
  const JudgeTask& task_;
  std::string engine_;
  std::uint64_t seed_;
  Image needle_;
};

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  using espy::bench::valueOf;
  const auto options =
      espy::bench::optionsOf(argc, argv, {"--json", "--only", "--engine", "--repeats", "--seed"});
  const std::string json = valueOf(options, "--json");
  const std::string only = valueOf(options, "--only");
  const std::string engine = valueOf(options, "--engine", "openmp");
  try {
    const int repeats = std::stoi(valueOf(options, "--repeats", "10"));
    const std::uint64_t seed = std::stoull(valueOf(options, "--seed", "1"));
    nlohmann::ordered_json all;
    for (const auto& task : espy::bench::judgeTasks()) {
      if (task->name().find(only) == std::string::npos) continue;
      all.push_back(espy::bench::JudgeAccuracy(*task, engine, seed).run(repeats));
    }
    if (!json.empty()) std::ofstream(json) << all.dump(1) << '\n';
  } catch (const std::exception& error) {
    fmt::print(stderr, "judge_accuracy: {}\n", error.what());
    return 2;
  }
}
