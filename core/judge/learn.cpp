// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/engine/judge.h"
#include "espy/error.h"
#include "judge/crop.h"
#include "judge/features.h"
#include "judge/held_out.h"
#include "judge/regression.h"
#include "judge/training.h"

namespace espy::judge {
namespace {

constexpr int kMostFolds = 3;
// Per plane; four networks take two cores two seconds:
constexpr std::int64_t kMostCopies = 3'000;  ///< of all clicks
constexpr std::int64_t kSeen = 6'000;        ///< per training
/// A network is tried with at least this number of clicks of each kind, if the regression's ranking
/// is useful but not perfect.
constexpr std::int64_t kForNetwork = 40;
constexpr double kOrdered = 0.7;
constexpr double kWellOrdered = 0.99;

NetworkShape shapeFor(int planes) {
  return {Judge::kSide * Judge::kSide * planes, 9, 8, true, Judge::kSide};
}

void check(const LearnTask& task) {
  std::int64_t yes = 0;
  std::int64_t no = 0;
  for (const Click& click : task.clicks) {
    if (click.picture >= task.pictures.size()) {
      throw Error(ErrorCode::badUse, phrase("a click refers to picture {} of {}", click.picture + 1,
                                            task.pictures.size()));
    }
    // Judges are made of single precision.
    if (!std::isfinite(static_cast<float>(click.match.score))) {
      throw Error(ErrorCode::badUse, phrase("the score of a match is not a finite number"));
    }
    if (!(click.importance > 0 && click.importance <= 1e6F)) {
      throw Error(ErrorCode::badUse, phrase("the importance of a click must be more than 0"));
    }
    if (click.importance >= 1) ++(click.yes ? yes : no);
  }
  if (yes < Judge::kLeastClicks || no < Judge::kLeastClicks) {
    throw Error(ErrorCode::badUse, phrase("there are {} true matches and {} false ones to learn "
                                          "from; at least {} of each are needed",
                                          yes, no, Judge::kLeastClicks));
  }
  if (task.copies < 1) {
    throw Error(ErrorCode::badUse, phrase("each click needs at least one copy"));
  }
}

Change changeOf(const Match& match, std::int64_t copy, UniformRandom& chances) {
  Change change;
  if (copy == 0) return change;
  const auto between = [&](double least, double most) {
    return least + (most - least) * static_cast<double>(chances.number());
  };
  // Half a needle pixel, in pixels of the picture.
  const double half = 0.5 * static_cast<double>(match.scale);
  change.right = between(-half, half);
  change.down = between(-half, half);
  // No more than lighting usually varies: brightness may be what distinguishes the kinds.
  change.gain = between(0.92, 1.08);
  change.offset = between(-0.02, 0.02);
  change.noise = between(0, 0.2);
  change.seed = chances.bits();
  return change;
}

struct Samples {
  std::vector<float> numbers;
  std::vector<float> kinds;
  std::vector<float> importance;

  std::int64_t count() const { return std::ssize(kinds); }
  /// Weighs both kinds equally; weights sum to the number of samples.
  void balance() {
    double of[2] = {};
    for (std::size_t s = 0; s < kinds.size(); ++s) of[kinds[s] > 0 ? 1 : 0] += importance[s];
    for (std::size_t s = 0; s < kinds.size(); ++s) {
      importance[s] *=
          static_cast<float>(static_cast<double>(kinds.size()) / 2 / of[kinds[s] > 0 ? 1 : 0]);
    }
  }
};

class Learning {
 public:
  Learning(const Registry& registry, std::string_view engine, const LearnTask& task,
           const Control& control)
      : registry_(registry),
        engine_(engine == "auto" ? kAllCores : engine),
        mayChoose_(engine == "auto"),
        task_(task),
        control_(control),
        planes_(planesOf(task.needle)),
        cropper_(task.needle, planes_),
        copies_(std::clamp<std::int64_t>(kMostCopies / planes_ / std::ssize(task.clicks), 1,
                                         task.copies)) {
    quiet_ = control;
    quiet_.progress = {};
    for (std::size_t c = 0; c < task.clicks.size(); ++c) {
      const Click& click = task.clicks[c];
      if (click.importance < 1) continue;
      labelled_.push_back(c);
      kinds_.push_back(click.yes ? 1 : 0);
    }
  }

  Judge learn() {
    const FeatureTable table = featuresOfAll();
    const std::vector<float> scores = ofTold([&](std::size_t c) {
      const Click& click = task_.clicks[c];
      return static_cast<float>(click.scored ? click.match.score : refined_[c].correlation);
    });
    const ScoreAlone alone = scoreAloneOf(scores, kinds_);
    Judge judge;
    judge.needle = fingerprintOf(task_.needle);
    judge.planes = planes_;
    judge.byScore = heldOutOf(scores, kinds_);
    Learned learned = regressOn(table);
    const auto byRegression = ofTold([&](std::size_t c) { return learned.unseen[c]; });
    judge.byRegression = heldOutOf(byRegression, kinds_);
    std::vector<float> byNetwork;
    const double ordered = judge.byRegression.ranking;
    if (std::min(alone.yes, alone.no) >= kForNetwork && ordered >= kOrdered &&
        ordered < kWellOrdered) {
      byNetwork = tryNetworks();
      judge.byNetwork = heldOutOf(byNetwork, kinds_);
    }
    judge.by = bestOf(judge, alone);
    if (judge.by == Judge::By::regression) {
      judge.examples = std::move(learned.examples);
    } else if (judge.by == Judge::By::network) {
      judge.network = trainOn(samplesOf([](std::size_t) { return true; }, copies_), folds_);
    }
    keepHeldOut(judge, judge.by == Judge::By::score        ? scores
                       : judge.by == Judge::By::regression ? byRegression
                                                           : byNetwork);
    report(1);
    return judge;
  }

 private:
  template <class Number>
  std::vector<float> ofTold(const Number& number) const {
    std::vector<float> all;
    for (const std::size_t click : labelled_) all.push_back(number(click));
    return all;
  }

  void keepHeldOut(Judge& judge, const std::vector<float>& evidence) const {
    const Calibration calibration = calibrate(evidence, kinds_);
    judge.slope = calibration.slope;
    judge.offset = calibration.offset;
    for (std::size_t s = 0; s < kinds_.size(); ++s) {
      const double probability = calibration.probability(static_cast<double>(evidence[s]));
      (kinds_[s] != 0 ? judge.yes : judge.no).push_back(probability);
    }
    std::sort(judge.yes.begin(), judge.yes.end());
    std::sort(judge.no.begin(), judge.no.end());
  }

  FeatureTable featuresOfAll() {
    const FeatureExtractor extractor(cropper_);
    const std::int64_t count = std::ssize(task_.clicks);
    FeatureTable table(planes_, count);
    refined_.resize(task_.clicks.size());
    parallelFor(count, threadsFor(control_), quiet_, [&](std::int64_t c, int) {
      const Click& click = task_.clicks[at(c)];
      const ImageView& picture = task_.pictures[click.picture];
      std::vector<float> residual(at(cropper_.numbers()));
      refined_[at(c)] = cropper_.refinePosition(picture, click.match);
      const CropLight light =
          cropper_.residual(picture, click.match, refined_[at(c)], {}, residual);
      extractor.extract(refined_[at(c)], light, residual, table.scratchFor(c));
    });
    return table;
  }

  Learned regressOn(const FeatureTable& table) const {
    std::vector<char> yes;
    std::vector<float> importance;
    for (const Click& click : task_.clicks) {
      yes.push_back(click.yes ? 1 : 0);
      importance.push_back(click.importance);
    }
    return regress(table, cropper_.mirrors(), yes, importance, quiet_);
  }

  /// Held-out evidence of networks.
  std::vector<float> tryNetworks() {
    fold();
    crop();
    std::vector<float> evidence(task_.clicks.size());
    for (int fold = 0; fold < folds_; ++fold) {
      const auto isHeld = [&](std::size_t click) { return foldOf_[click] == fold; };
      const Network network =
          trainOn(samplesOf([&](std::size_t click) { return !isHeld(click); }, copies_), fold);
      const Samples held = samplesOf(isHeld, 1);
      const std::vector<float> values =
          rateSamples(registry_, engine_, {network, held.numbers}, quiet_).values;
      auto next = values.begin();
      for (std::size_t c = 0; c < evidence.size(); ++c) {
        if (isHeld(c)) evidence[c] = *next++;
      }
    }
    return ofTold([&](std::size_t c) { return evidence[c]; });
  }

  /// Assigns clicks to folds, stratified by kind; -1: unlabelled.
  void fold() {
    foldOf_.assign(task_.clicks.size(), -1);
    std::vector<std::int64_t> of[2];
    for (std::int64_t c = 0; c < std::ssize(task_.clicks); ++c) {
      const Click& click = task_.clicks[at(c)];
      if (click.importance >= 1) of[click.yes ? 1 : 0].push_back(c);
    }
    folds_ = static_cast<int>(
        std::min<std::int64_t>({kMostFolds, std::ssize(of[0]), std::ssize(of[1])}));
    for (const auto& clicks : of) {
      const auto order = orderOfRound(std::ssize(clicks), 0, task_.seed);
      for (std::int64_t i = 0; i < std::ssize(order); ++i) {
        foldOf_[at(clicks[at(order[at(i)])])] = static_cast<int>(i % folds_);
      }
    }
  }

  void crop() {
    crops_.resize(task_.clicks.size() * at(copies_ * cropper_.numbers()));
    parallelFor(std::ssize(task_.clicks), threadsFor(control_), quiet_, [&](std::int64_t c, int) {
      const Click& click = task_.clicks[at(c)];
      UniformRandom chances(task_.seed + static_cast<std::uint64_t>(c));
      for (std::int64_t copy = 0; copy < copies_; ++copy) {
        cropper_.residual(task_.pictures[click.picture], click.match, refined_[at(c)],
                          changeOf(click.match, copy, chances), cropOf(at(c), copy));
      }
    });
  }

  std::span<float> cropOf(std::size_t click, std::int64_t copy) {
    const std::size_t numbers = at(cropper_.numbers());
    return std::span(crops_).subspan((click * at(copies_) + at(copy)) * numbers, numbers);
  }

  template <class Wanted>
  Samples samplesOf(const Wanted& wanted, std::int64_t copies) {
    Samples samples;
    for (std::size_t c = 0; c < task_.clicks.size(); ++c) {
      if (!wanted(c)) continue;
      for (std::int64_t copy = 0; copy < copies; ++copy) {
        const std::span<const float> crop = cropOf(c, copy);
        samples.numbers.insert(samples.numbers.end(), crop.begin(), crop.end());
        samples.kinds.push_back(task_.clicks[c].yes ? 1.0F : 0.0F);
        samples.importance.push_back(task_.clicks[c].importance);
      }
    }
    samples.balance();
    return samples;
  }

  Network trainOn(const Samples& known, int nth) const {
    TrainOptions options;
    options.rounds =
        static_cast<int>(std::clamp<std::int64_t>(kSeen / planes_ / known.count(), 1, 30));
    options.rate = 0.001F;
    options.decay = 1e-3F;
    options.seed = task_.seed;
    const Network start = randomNetwork(shapeFor(planes_), task_.seed);
    Control control = quiet_;
    control.progress = [&](double done) { report((nth + done) / (folds_ + 1)); };
    const TrainingTask task{start, known.numbers, known.kinds, known.importance, options};
    const std::string chosen = trainer();
    try {
      return trainNetwork(registry_, chosen, task, control).network;
    } catch (const Error& error) {
      if (chosen == engine_ || error.code() != ErrorCode::device) throw;
    }
    return trainNetwork(registry_, engine_, task, control).network;  // the GPU has failed
  }

  /// Training takes seconds on a CPU and a fraction of one on a GPU that is running.
  std::string trainer() const {
    if (!mayChoose_) return engine_;
    for (const Engine& each : registry_.engines()) {
      if (each.facts.device && registry_.refusal<TrainNetwork>(each.name).empty()) return each.name;
    }
    return engine_;
  }

  void report(double done) const {
    if (control_.progress) control_.progress(done);
  }

  const Registry& registry_;
  std::string engine_;
  bool mayChoose_;
  const LearnTask& task_;
  const Control& control_;
  Control quiet_;
  int planes_;
  Cropper cropper_;
  std::int64_t copies_;
  std::vector<std::size_t> labelled_;     ///< labelled clicks
  std::vector<char> kinds_;               ///< whether these are true
  std::vector<RefinedPosition> refined_;  ///< each click's best position
  // For networks only.
  int folds_ = 0;
  std::vector<int> foldOf_;
  std::vector<float> crops_;  ///< [click][copy]
};

}  // namespace

}  // namespace espy::judge

namespace espy {

Judge learnJudge(const Registry& registry, std::string_view engine, const LearnTask& task,
                 const Control& control) {
  judge::check(task);
  return judge::Learning(registry, engine, task, control).learn();
}

}  // namespace espy
