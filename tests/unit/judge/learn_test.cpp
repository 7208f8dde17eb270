// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Filters of false matches: what they learn, when they stay off, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "judge/held_out.h"
#include "judge/regression.h"
#include "support/look_alikes.h"

namespace espy {
namespace {

using namespace test;

const Registry& learners() {
  static const Registry registry = makeRegistry();
  return registry;
}

}  // namespace

namespace test {

/// The share of false ones rated no lower than the share `recall` of true ones.
double falseKept(const std::vector<double>& ratings, const std::vector<bool>& yes, double recall) {
  std::vector<double> of[2];
  for (std::size_t i = 0; i < ratings.size(); ++i) of[yes[i] ? 1 : 0].push_back(ratings[i]);
  std::sort(of[1].begin(), of[1].end());
  const auto lost = static_cast<std::size_t>((1 - recall) * static_cast<double>(of[1].size()));
  const double least = of[1].at(lost);
  const auto kept = std::count_if(of[0].begin(), of[0].end(), [&](double r) { return r >= least; });
  return static_cast<double>(kept) / static_cast<double>(of[0].size());
}

}  // namespace test

namespace {

std::vector<double> scoresOf(const LookAlikeScene& scene) {
  std::vector<double> scores;
  for (const Match& match : scene.matches) scores.push_back(match.score);
  return scores;
}

/// A judge learned from `count` clicks, and its performance on unseen matches.
struct Lesson {
  Judge judge;
  double before = 1;  ///< of false ones, kept where 97 % of true ones are
  double after = 1;
  double trueKept = 0;  ///< at the judge's own threshold
  double falseKept = 1;

  Lesson(const LookAlikes& things, std::size_t clicks) {
    const LookAlikeScene known(learners(), things, 9, 2);
    const LookAlikeScene held(learners(), things, 14, 3);
    const Needle needle = things.asNeedle();
    const std::vector<Click> some = known.clicks(clicks);
    judge = learnJudge(learners(), "openmp", {needle, {&known.picture.view(), 1}, some});
    const auto rated =
        judgeMatches(learners(), "openmp", judge, needle, held.picture, held.matches);
    before = test::falseKept(scoresOf(held), held.yes, 0.97);
    after = test::falseKept(rated, held.yes, 0.97);
    const double threshold = judge.threshold(0.99);
    double kept[2] = {};
    double all[2] = {};
    for (std::size_t m = 0; m < rated.size(); ++m) {
      all[held.yes[m] ? 1 : 0] += 1;
      kept[held.yes[m] ? 1 : 0] += rated[m] >= threshold ? 1 : 0;
    }
    trueKept = kept[1] / all[1];
    falseKept = kept[0] / all[0];
  }
};

TEST(Judging, LearnsDifferencesOfAFewPixels) {
  for (const int channels : {1, 3}) {
    const Lesson lesson(LookAlikes(1, channels), 40);
    EXPECT_EQ(lesson.judge.planes, channels);
    EXPECT_EQ(lesson.judge.yes.size() + lesson.judge.no.size(), 40U);
    ASSERT_TRUE(lesson.judge.isOn());
    EXPECT_GT(lesson.before, 0.5);
    EXPECT_LT(lesson.after, 0.1);
    EXPECT_GE(lesson.trueKept, 0.95);
    EXPECT_LT(lesson.falseKept, 0.2);
  }
}

TEST(Judging, TenClicksHelp) {
  const Lesson lesson(LookAlikes(5), 10);
  ASSERT_TRUE(lesson.judge.isOn());
  EXPECT_LT(lesson.after, lesson.before / 2);
  EXPECT_GE(lesson.trueKept, 0.9);
}

TEST(Judging, StaysOffWithoutASignal) {
  LookAlikes things(6);
  things.other = Image::copyOf(things.needle);  // labels are random
  const Lesson lesson(things, 40);
  EXPECT_FALSE(lesson.judge.isOn());
  EXPECT_EQ(lesson.judge.threshold(0.5), 0);
  EXPECT_EQ(lesson.trueKept, 1);
  EXPECT_EQ(lesson.falseKept, 1);
}

TEST(Judging, ANetworkIsTriedIfTheRegressionIsImperfect) {
  const LookAlikes things(6);
  const LookAlikeScene known(learners(), things, 11, 2);
  const Needle needle = things.asNeedle();
  // Every n-th click is wrong; 1: half of them are.
  const auto learn = [&](std::size_t count, std::size_t mistakes, const Control& control = {}) {
    std::vector<Click> clicks = known.clicks(count);
    for (std::size_t m = 0; m < clicks.size(); ++m) {
      if (mistakes == 1) clicks[m].yes = m % 2 == 0;
      if (mistakes > 1 && m % mistakes == 0) clicks[m].yes = !clicks[m].yes;
    }
    LearnTask task{needle, {&known.picture.view(), 1}, clicks};
    task.copies = 2;
    return learnJudge(learners(), "openmp", task, control);
  };
  const Judge few = learn(40, 8);
  EXPECT_EQ(few.byNetwork, HeldOut{});
  const Judge many = learn(120, 8);
  EXPECT_GT(many.byRegression.ranking, 0.7);
  EXPECT_NE(many.byNetwork, HeldOut{});
  // No network if all is learned, or nothing can be.
  EXPECT_EQ(learn(120, 0).byNetwork, HeldOut{});
  EXPECT_EQ(learn(120, 1).byNetwork, HeldOut{});
  // It reports progress and can be cancelled.
  std::stop_source source;
  Control control;
  control.stop = source.get_token();
  double last = 0;
  control.progress = [&](double done) {
    EXPECT_GE(done, last);
    last = done;
    source.request_stop();
  };
  try {
    learn(120, 8, control);
    ADD_FAILURE() << "a stop was requested";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
  EXPECT_LT(last, 0.5);
}

TEST(Judging, StaysOffIfTheScoreIsEnough) {
  LookAlikes things(1);
  things.noise = 5;
  const Lesson lesson(things, 40);
  EXPECT_EQ(lesson.judge.byScore.ranking, 1);
  EXPECT_FALSE(lesson.judge.isOn());
}

TEST(Judging, IsTheSameForASeedOnEveryEngine) {
  const LookAlikes things(7);
  const LookAlikeScene known(learners(), things, 4, 2);
  const Needle needle = things.asNeedle();
  std::vector<Click> clicks;
  for (std::size_t m = 0; m < 10; ++m) clicks.push_back({0, known.matches[m], m % 2 == 0});
  const auto learn = [&](const char* engine, int threads, std::uint64_t seed) {
    Control control;
    control.threads = threads;
    LearnTask task{needle, {&known.picture.view(), 1}, clicks};
    task.copies = 2;
    task.seed = seed;
    return learnJudge(learners(), engine, task, control);
  };
  const Judge wanted = learn("sequential", 1, 1);
  EXPECT_EQ(learn("openmp", 1, 1), wanted);
  EXPECT_EQ(learn("openmp", 3, 1), wanted);
  EXPECT_EQ(learn("auto", 2, 1), wanted);
  // Only networks use random numbers, and ten clicks are too few for one.
  EXPECT_EQ(learn("openmp", 2, 2), wanted);
}

TEST(Judging, TheBetterLearnerOnHeldOutClicksIsTaken) {
  const auto taken = [](double score, double regression, double network, std::int64_t ofEach,
                        bool willDo = false) {
    Judge judge;
    judge.byScore.ranking = score;
    judge.byRegression.ranking = regression;
    judge.byNetwork.ranking = network;
    return judge::bestOf(judge, {ofEach, ofEach, willDo});
  };
  EXPECT_EQ(taken(0.8, 0.9, 0.9, 20), Judge::By::regression);
  EXPECT_EQ(taken(0.8, 0.9, 0.95, 20), Judge::By::network);
  EXPECT_EQ(taken(0.8, 0.9, 0.95, 20, true), Judge::By::score);
  // As good as the score is enough, and slightly less with few clicks.
  EXPECT_EQ(taken(0.9, 0.9, 0.5, 20), Judge::By::regression);
  EXPECT_EQ(taken(1, 1, 0.5, 20), Judge::By::regression);
  EXPECT_EQ(taken(0.95, 0.9, 0.5, 5), Judge::By::regression);
  EXPECT_EQ(taken(0.95, 0.9, 0.5, 100), Judge::By::score);
  EXPECT_EQ(taken(1, 0.9, 0.5, 100), Judge::By::score);
  // A random ranking is useless.
  EXPECT_EQ(taken(0.2, 0.6, 0.5, 5), Judge::By::score);
  EXPECT_EQ(taken(0.2, 0.65, 0.5, 100), Judge::By::regression);
  EXPECT_EQ(taken(0.2, 0.55, 0.5, 1000), Judge::By::score);
}

TEST(Judging, AMinimumIsEnoughIfItLeavesAMargin) {
  const std::vector<char> yes{1, 1, 1, 1, 1, 0, 0, 0};
  const std::vector<float> far{0.98F, 0.97F, 0.98F, 0.96F, 0.97F, 0.6F, 0.7F, 0.5F};
  const std::vector<float> near{0.98F, 0.97F, 0.98F, 0.96F, 0.97F, 0.6F, 0.94F, 0.5F};
  EXPECT_TRUE(judge::scoreAloneOf(far, yes).willDo);
  EXPECT_FALSE(judge::scoreAloneOf(near, yes).willDo);
  EXPECT_EQ(judge::scoreAloneOf(far, yes).yes, 5);
  EXPECT_EQ(judge::scoreAloneOf(far, yes).no, 3);
}

TEST(Judging, RankingIsTheAuc) {
  const std::vector<char> yes{1, 1, 0, 0};
  EXPECT_EQ(judge::heldOutOf(std::vector<float>{3, 2, 1, 0}, yes), (HeldOut{1, 0}));
  EXPECT_EQ(judge::heldOutOf(std::vector<float>{0, 1, 2, 3}, yes), (HeldOut{0, 1}));
  EXPECT_EQ(judge::heldOutOf(std::vector<float>{3, 1, 1, 0}, yes), (HeldOut{3.5 / 4, 0.5}));
}

TEST(Judging, ManyClicksAreRankedInAnInstant) {
  std::vector<float> evidence;
  std::vector<char> yes;
  for (int i = 0; i < 200'000; ++i) {
    evidence.push_back(static_cast<float>(i % 1000));
    yes.push_back(static_cast<char>(i % 2));
  }
  const auto start = std::chrono::steady_clock::now();
  // 500 odd numbers against 500 even ones: the k-th has k below it; all but 0 are above the first.
  EXPECT_EQ(judge::heldOutOf(evidence, yes), (HeldOut{0.501, 0.998}));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST(Judging, ProbabilitiesAreTheLikeliest) {
  // At evidence 1 three of four are true, at -1 one of four: with smoothed targets.
  const std::vector<float> evidence{1, 1, 1, 1, -1, -1, -1, -1};
  const std::vector<char> yes{1, 1, 1, 0, 1, 0, 0, 0};
  const judge::Calibration fit = judge::calibrate(evidence, yes);
  const double high = 5.0 / 6;
  const double low = 1.0 / 6;
  EXPECT_NEAR(fit.probability(1), (3 * high + low) / 4, 2e-3);
  EXPECT_NEAR(fit.probability(-1), (high + 3 * low) / 4, 2e-3);
  // Separable kinds get no more confidence than the number of clicks allows.
  const judge::Calibration certain =
      judge::calibrate(std::vector<float>{9, 8, -7, -6}, std::vector<char>{1, 1, 0, 0});
  EXPECT_GT(certain.probability(8), 0.6);
  EXPECT_LT(certain.probability(9), 0.9);
  EXPECT_GT(certain.probability(1e30), certain.probability(9));
}

TEST(Judging, IsLeastCertainAtEvidenceZero) {
  Judge judge;
  judge.by = Judge::By::regression;
  judge.slope = 2;
  judge.offset = -1;
  const auto certaintyAt = [&](double evidence) {
    return judge.certainty(judge::Calibration{judge.slope, judge.offset}.probability(evidence));
  };
  EXPECT_NEAR(certaintyAt(0), 0, 1e-9);
  EXPECT_NEAR(certaintyAt(0.5), certaintyAt(-0.5), 1e-9);
  EXPECT_LT(certaintyAt(0.5), certaintyAt(-0.6));
  EXPECT_TRUE(std::isfinite(judge.certainty(0)) && std::isfinite(judge.certainty(1)));
}

TEST(Judging, AThresholdKeepsTheRecall) {
  Judge judge;
  judge.by = Judge::By::regression;
  for (int i = 1; i <= 100; ++i) judge.yes.push_back(i / 101.0);
  EXPECT_EQ(judge.threshold(0.9), judge.yes[10]);
  EXPECT_EQ(judge.threshold(0.99), judge.yes[1]);
  EXPECT_EQ(judge.threshold(0), judge.yes[99]);
  EXPECT_LT(judge.threshold(0.999), judge.yes[0]);
  EXPECT_GT(judge.threshold(1), 0);
  judge.by = Judge::By::score;
  EXPECT_EQ(judge.threshold(0.5), 0);
}

TEST(Judging, AThresholdOfFewClicksHasAMargin) {
  const auto thresholdOf = [](std::vector<double> yes, std::vector<double> no) {
    Judge judge;
    judge.by = Judge::By::regression;
    judge.yes = std::move(yes);
    judge.no = std::move(no);
    return judge.threshold(0.99);
  };
  const std::vector<double> near{0.88, 0.9, 0.92};
  const std::vector<double> far{0.6, 0.9, 0.95};
  const std::vector<double> low{0.001, 0.002, 0.003, 0.003, 0.003, 0.003, 0.87, 0.9};
  EXPECT_LT(thresholdOf(near, low), 0.88);
  EXPECT_GT(thresholdOf(near, low), 0.003);
  EXPECT_LT(thresholdOf(far, low), thresholdOf(near, low));
  // Three equal true clicks do not imply that all are equal: the nearest false ones set the scale.
  EXPECT_LT(thresholdOf({0.9, 0.9, 0.9}, low), 0.85);
  EXPECT_LT(thresholdOf({0.9, 0.9, 0.9}, low), thresholdOf({0.9, 0.9, 0.9}, {0.5, 0.6, 0.6, 0.95}));
  // Three true clicks drop at most 3 of 4 false ones.
  const std::vector<double> some{0.1, 0.2, 0.3, 0.4, 0.41, 0.42, 0.43, 0.44};
  EXPECT_LE(thresholdOf({0.999, 0.999, 0.999}, some), 0.43);
}

/// The error message of learning from these clicks.
std::string refusalOfClicks(const Needle& needle, const ImageView& picture,
                            const std::vector<Click>& clicks, std::int64_t copies = 1) {
  try {
    learnJudge(learners(), "openmp", {needle, {&picture, 1}, clicks, copies, 1});
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::badUse);
    return error.what();
  }
  return "nothing was refused";
}

TEST(Judging, UselessClicksAreRefused) {
  const LookAlikes things(7);
  const Needle needle = things.asNeedle();
  const Image picture({100, 90}, {});
  Match match;
  match.width = match.height = 24;
  const auto clicks = [&](int yes, int no) {
    std::vector<Click> all;
    for (int i = 0; i < yes + no; ++i) all.push_back({0, match, i < yes});
    return all;
  };
  const auto refused = [&](const std::vector<Click>& some) {
    return refusalOfClicks(needle, picture, some);
  };
  EXPECT_EQ(
      refused({}),
      "there are 0 true matches and 0 false ones to learn from; at least 3 of each are needed");
  EXPECT_EQ(
      refused(clicks(9, 0)),
      "there are 9 true matches and 0 false ones to learn from; at least 3 of each are needed");
  EXPECT_EQ(
      refused(clicks(2, 9)),
      "there are 2 true matches and 9 false ones to learn from; at least 3 of each are needed");
  EXPECT_EQ(refused(clicks(3, 3)), "nothing was refused");
  std::vector<Click> odd = clicks(3, 3);
  // Of 1e39 as a single-precision number came a judge that could not be read.
  for (const double score : {std::numeric_limits<double>::quiet_NaN(), 1e39, -1e300}) {
    odd[2].match.score = score;
    EXPECT_EQ(refused(odd), "the score of a match is not a finite number");
  }
  odd = clicks(3, 3);
  odd[5].picture = 1;
  EXPECT_EQ(refused(odd), "a click refers to picture 2 of 1");
  odd = clicks(3, 3);
  odd[5].match.x = 100;
  EXPECT_EQ(refused(odd), "a match at 100,0 does not lie in its picture of 100 x 90");
  odd = clicks(3, 3);
  odd[4].importance = 0;
  EXPECT_EQ(refused(odd), "the importance of a click must be more than 0");
  odd[4].importance = 0.5F;  // unlabelled
  EXPECT_EQ(
      refused(odd),
      "there are 3 true matches and 2 false ones to learn from; at least 3 of each are needed");
  EXPECT_EQ(refusalOfClicks(needle, picture, clicks(3, 3), 0),
            "each click needs at least one copy");
}

}  // namespace
}  // namespace espy
