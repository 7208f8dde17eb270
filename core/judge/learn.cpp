// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "espy/judge.h"
#include "judge/crop.h"
#include "judge/features.h"
#include "judge/held_out.h"
#include "judge/regression.h"
#include "judge/training.h"

namespace espy::judge {
namespace {

constexpr int kMostFolds = 5;
constexpr std::int64_t kMostCopies = 12'000;  ///< of all clicks
/// Of one plane, by a network in one training: so that six take a processor two seconds.
constexpr std::int64_t kSeen = 6'000;

/// What a regression looks at, and how small it believes its weights to be: the strictest first.
struct Belief {
  bool ofCrop;  ///< all numbers of a crop, where what differs is always the same few pixels
  float prior;
};
constexpr std::array<Belief, 5> kBeliefs{
    {{false, 1}, {false, 0.1F}, {false, 0.01F}, {true, 0.3F}, {true, 0.03F}}};

NetworkShape shapeFor(int planes) {
  return {Judge::kSide * Judge::kSide * planes, 9, 8, true, Judge::kSide};
}

void check(const LearnTask& task) {
  std::int64_t yes = 0;
  std::int64_t no = 0;
  for (const Click& click : task.clicks) {
    if (click.picture >= task.pictures.size()) {
      throw Error(ErrorCode::badUse, phrase("a click is in picture {} of {}", click.picture + 1,
                                            task.pictures.size()));
    }
    if (!std::isfinite(click.match.score)) {
      throw Error(ErrorCode::badUse, phrase("the score of a match is not a finite number"));
    }
    if (!(click.importance > 0 && click.importance <= 1e6F)) {
      throw Error(ErrorCode::badUse, phrase("the importance of a click is not more than 0"));
    }
    if (click.importance >= 1) ++(click.yes ? yes : no);
  }
  if (yes < Judge::kLeastClicks || no < Judge::kLeastClicks) {
    throw Error(ErrorCode::badUse,
                phrase("there are {} true matches and {} false ones to learn from; it takes at "
                       "least {} of each",
                       yes, no, Judge::kLeastClicks));
  }
  if (task.options.copies < 1) {
    throw Error(ErrorCode::badUse, phrase("each click needs at least one copy"));
  }
}

Change changeOf(const Match& match, std::int64_t copy, Chances& chances) {
  Change change;
  if (copy == 0) return change;
  const auto between = [&](double least, double most) {
    return least + (most - least) * static_cast<double>(chances.number());
  };
  // Half a pixel of the needle, as large as it is in the picture.
  const double half = 0.5 * static_cast<double>(match.scale);
  change.right = between(-half, half);
  change.down = between(-half, half);
  // No more than light varies in pictures of a kind: how light a match is may be what tells.
  change.gain = between(0.92, 1.08);
  change.offset = between(-0.02, 0.02);
  change.noise = between(0, 0.2);
  change.seed = chances.bits();
  return change;
}

/// Samples as learners take them.
struct Samples {
  std::vector<float> numbers;   ///< of crops: what networks see
  std::vector<float> features;  ///< what regressions see
  std::vector<float> kinds;
  std::vector<float> importance;

  std::int64_t count() const { return std::ssize(kinds); }
  /// Both kinds count the same, together as much as there are samples.
  void balance() {
    double of[2] = {};
    for (std::size_t s = 0; s < kinds.size(); ++s) of[kinds[s] > 0 ? 1 : 0] += importance[s];
    for (std::size_t s = 0; s < kinds.size(); ++s) {
      importance[s] *=
          static_cast<float>(static_cast<double>(kinds.size()) / 2 / of[kinds[s] > 0 ? 1 : 0]);
    }
  }
};

/// How many deviations lie between the means of both kinds.
double apartOf(std::span<const float> evidence, std::span<const char> yes) {
  double sums[2] = {};
  double squares[2] = {};
  double counts[2] = {};
  for (std::size_t i = 0; i < yes.size(); ++i) {
    const double one = evidence[i];
    sums[yes[i] != 0] += one;
    squares[yes[i] != 0] += one * one;
    counts[yes[i] != 0] += 1;
  }
  double variance = 0;
  for (const int kind : {0, 1}) {
    const double mean = sums[kind] / counts[kind];
    variance += std::max(0.0, squares[kind] / counts[kind] - mean * mean);
  }
  return (sums[1] / counts[1] - sums[0] / counts[0]) / std::sqrt(variance + 1e-12);
}

class Learning {
 public:
  Learning(const Registry& registry, std::string_view engine, const LearnTask& task,
           const Control& control)
      : registry_(registry),
        engine_(engine == "auto" ? "openmp" : engine),
        task_(task),
        control_(control),
        planes_(planesOf(task.needle)),
        features_(judge::featuresOf(planes_)),
        cropper_(task.needle, planes_),
        copies_(std::clamp<std::int64_t>(kMostCopies / std::ssize(task.clicks), 1,
                                         task.options.copies)) {
    quiet_ = control;
    quiet_.progress = {};
    fold();
    crop();
  }

  Judge learn() {
    std::vector<char> kinds;
    std::vector<float> scores;
    std::array<std::vector<float>, kBeliefs.size()> byBelief;
    std::vector<float> byNetwork;
    for (int fold = 0; fold < folds_; ++fold) {
      const Samples known =
          samplesOf([&](std::int64_t click) { return foldOf_[at(click)] != fold; }, copies_);
      const Samples held =
          samplesOf([&](std::int64_t click) { return foldOf_[at(click)] == fold; }, 1);
      std::array<Regression, kBeliefs.size()> regressions;
      for (std::size_t b = 0; b < kBeliefs.size(); ++b) {
        regressions[b] = regressOn(known, kBeliefs[b]);
      }
      const Network network = trainOn(known, fold);
      const std::vector<float> evidence =
          rateSamples(registry_, engine_, {network, held.numbers}, quiet_).values;
      for (std::int64_t s = 0; s < held.count(); ++s) {
        byNetwork.push_back(evidence[at(s)]);
        for (std::size_t b = 0; b < kBeliefs.size(); ++b) {
          byBelief[b].push_back(regressions[b].evidence(lookOf(held, s, kBeliefs[b])));
        }
      }
      for (std::size_t c = 0; c < task_.clicks.size(); ++c) {
        if (foldOf_[c] != fold) continue;
        kinds.push_back(task_.clicks[c].yes ? 1 : 0);
        scores.push_back(static_cast<float>(task_.clicks[c].match.score));
      }
    }
    Judge judge;
    judge.needle = fingerprintOf(task_.needle);
    judge.planes = planes_;
    judge.byScore = heldOutOf(scores, kinds);
    // The one that orders best; of those that do, the one that keeps the kinds farthest apart.
    std::size_t belief = 0;
    for (std::size_t b = 0; b < kBeliefs.size(); ++b) {
      const HeldOut held = heldOutOf(byBelief[b], kinds);
      const bool better = held.ranking > judge.byRegression.ranking ||
                          (held.ranking == judge.byRegression.ranking &&
                           apartOf(byBelief[b], kinds) > apartOf(byBelief[belief], kinds));
      if (b > 0 && !better) continue;
      judge.byRegression = held;
      belief = b;
    }
    const std::vector<float>& byRegression = byBelief[belief];
    judge.byNetwork = heldOutOf(byNetwork, kinds);
    judge.by = bestOf(judge);
    const Samples all = samplesOf([](std::int64_t) { return true; }, copies_);
    if (judge.by == Judge::By::regression) {
      Regression regression = regressOn(all, kBeliefs[belief]);
      judge.weights = std::move(regression.weights);
      judge.bias = regression.bias;
    } else if (judge.by == Judge::By::network) {
      judge.network = trainOn(all, folds_);
    }
    const std::vector<float>& evidence = judge.by == Judge::By::score        ? scores
                                         : judge.by == Judge::By::regression ? byRegression
                                                                             : byNetwork;
    const Calibration calibration = calibrate(evidence, kinds);
    judge.slope = calibration.slope;
    judge.offset = calibration.offset;
    for (std::size_t s = 0; s < kinds.size(); ++s) {
      const double probability = calibration.probability(static_cast<double>(evidence[s]));
      (kinds[s] != 0 ? judge.yes : judge.no).push_back(probability);
    }
    std::sort(judge.yes.begin(), judge.yes.end());
    std::sort(judge.no.begin(), judge.no.end());
    tell(1);
    return judge;
  }

 private:
  /// Which clicks are held out together, as even of each kind as can be; -1: none of the others.
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
      const auto order = orderOfRound(std::ssize(clicks), 0, task_.options.seed);
      for (std::int64_t i = 0; i < std::ssize(order); ++i) {
        foldOf_[at(clicks[at(order[at(i)])])] = static_cast<int>(i % folds_);
      }
    }
  }

  void crop() {
    crops_.resize(task_.clicks.size() * at(copies_ * cropper_.numbers()));
    looks_.resize(task_.clicks.size() * at(copies_ * features_));
    parallelFor(std::ssize(task_.clicks), threadsFor(control_), quiet_, [&](std::int64_t c, int) {
      const Click& click = task_.clicks[at(c)];
      Chances chances(task_.options.seed + static_cast<std::uint64_t>(c));
      for (std::int64_t copy = 0; copy < copies_; ++copy) {
        const CropLight light =
            cropper_.residual(task_.pictures[click.picture], click.match,
                              changeOf(click.match, copy, chances), cropOf(c, copy));
        takeFeatures(click.match.score, light, cropOf(c, copy), planes_, featuresOf(c, copy));
      }
    });
  }

  std::span<float> cropOf(std::int64_t click, std::int64_t copy) {
    return std::span(crops_).subspan(at((click * copies_ + copy) * cropper_.numbers()),
                                     at(cropper_.numbers()));
  }

  std::span<float> featuresOf(std::int64_t click, std::int64_t copy) {
    return std::span(looks_).subspan(at((click * copies_ + copy) * features_), at(features_));
  }

  template <class Wanted>
  Samples samplesOf(const Wanted& wanted, std::int64_t copies) {
    Samples samples;
    for (std::int64_t c = 0; c < std::ssize(task_.clicks); ++c) {
      if (!wanted(c)) continue;
      for (std::int64_t copy = 0; copy < copies; ++copy) {
        const std::span<const float> crop = cropOf(c, copy);
        samples.numbers.insert(samples.numbers.end(), crop.begin(), crop.end());
        const std::span<const float> features = featuresOf(c, copy);
        samples.features.insert(samples.features.end(), features.begin(), features.end());
        samples.kinds.push_back(task_.clicks[at(c)].yes ? 1.0F : 0.0F);
        samples.importance.push_back(task_.clicks[at(c)].importance);
      }
    }
    samples.balance();
    return samples;
  }

  std::int64_t numbersOf(const Belief& belief) const {
    return belief.ofCrop ? cropper_.numbers() : features_;
  }
  /// What a regression sees of a sample.
  std::span<const float> lookOf(const Samples& samples, std::int64_t index,
                                const Belief& belief) const {
    const std::span<const float> all = belief.ofCrop ? samples.numbers : samples.features;
    return all.subspan(at(index * numbersOf(belief)), at(numbersOf(belief)));
  }

  Regression regressOn(const Samples& known, const Belief& belief) const {
    return regress(belief.ofCrop ? known.numbers : known.features, known.kinds, known.importance,
                   numbersOf(belief), belief.prior, quiet_);
  }

  Network trainOn(const Samples& known, int nth) const {
    TrainOptions options;
    options.rounds =
        static_cast<int>(std::clamp<std::int64_t>(kSeen / planes_ / known.count(), 2, 30));
    options.rate = 0.001F;
    options.decay = 1e-3F;
    options.seed = task_.options.seed;
    const Network start = randomNetwork(shapeFor(planes_), task_.options.seed);
    Control control = quiet_;
    control.progress = [&](double done) { tell((nth + done) / (folds_ + 1)); };
    return trainNetwork(registry_, engine_,
                        {start, known.numbers, known.kinds, known.importance, options}, control)
        .network;
  }

  void tell(double done) const {
    if (control_.progress) control_.progress(done);
  }

  const Registry& registry_;
  std::string engine_;
  const LearnTask& task_;
  const Control& control_;
  Control quiet_;
  int planes_;
  std::int64_t features_;
  Cropper cropper_;
  std::int64_t copies_;
  int folds_ = 0;
  std::vector<int> foldOf_;
  std::vector<float> crops_;  ///< [click][copy]
  std::vector<float> looks_;  ///< their features
};

}  // namespace

HeldOut heldOutOf(std::span<const float> evidence, std::span<const char> yes) {
  double pairs = 0;
  double right = 0;
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < yes.size(); ++i) {
    if (yes[i] == 0) continue;
    least = std::min(least, evidence[i]);
    for (std::size_t j = 0; j < yes.size(); ++j) {
      if (yes[j] != 0) continue;
      pairs += 1;
      right += evidence[i] > evidence[j] ? 1 : evidence[i] == evidence[j] ? 0.5 : 0;
    }
  }
  double no = 0;
  double kept = 0;
  for (std::size_t j = 0; j < yes.size(); ++j) {
    if (yes[j] != 0) continue;
    no += 1;
    kept += evidence[j] >= least ? 1 : 0;
  }
  return {pairs > 0 ? right / pairs : 0.5, no > 0 ? kept / no : 1};
}

Judge::By bestOf(const Judge& judge) {
  const bool network = judge.byNetwork.ranking > judge.byRegression.ranking;
  const HeldOut& best = network ? judge.byNetwork : judge.byRegression;
  const bool better =
      best.ranking > judge.byScore.ranking && best.falseKept <= judge.byScore.falseKept;
  if (!better) return Judge::By::score;
  return network ? Judge::By::network : Judge::By::regression;
}

}  // namespace espy::judge

namespace espy {

Judge learnJudge(const Registry& registry, std::string_view engine, const LearnTask& task,
                 const Control& control) {
  judge::check(task);
  return judge::Learning(registry, engine, task, control).learn();
}

}  // namespace espy
