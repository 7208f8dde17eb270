// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/regression.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "judge/loops.h"
#include "judge/training.h"

namespace espy::judge {
namespace {

/// Exponents of the similarity kernel at the clicks' median distance.
constexpr double kFallOfFeatures = 0.25;
constexpr double kFallOfTiles = 1;
/// Ridge term of a click of importance 1.
constexpr double kRidge = 0.03;
/// Beyond this number a random subset is used: a thousand suffice and take a second.
constexpr std::int64_t kMostExamples = 1000;

static_assert(kTileSide * kTileSide % 16 == 0, "the tiles divide evenly");

double apart(std::span<const float> a, std::span<const float> b, std::span<const float> scales) {
  double sum = 0;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const double difference = (static_cast<double>(a[i]) - b[i]) * scales[i];
    sum += difference * difference;
  }
  return sum;
}

/// Tiles in each mirroring: [example][mirror].
std::vector<float> inMirrors(std::span<const float> tiles, std::span<const Mirror> mirrors) {
  constexpr std::int64_t kPlane = kTileSide * kTileSide;
  std::vector<float> all;
  all.reserve(tiles.size() * mirrors.size());
  for (const Mirror& mirror : mirrors) {
    for (std::int64_t i = 0; i < std::ssize(tiles); ++i) {
      all.push_back(tiles[at(i - i % kPlane + mirror.of(i % kPlane, kTileSide))]);
    }
  }
  return all;
}

}  // namespace

Resemblance::Resemblance(const Judge::Examples& examples, int planes,
                         std::span<const Mirror> mirrors)
    : examples_(examples), planes_(planes), mirrors_(std::ssize(mirrors)) {
  const std::int64_t tiles = tilesOf(planes);
  for (std::int64_t e = 0; e < std::ssize(examples.weights); ++e) {
    const std::vector<float> some =
        inMirrors(std::span(examples.tiles).subspan(at(e * tiles), at(tiles)), mirrors);
    mirrored_.insert(mirrored_.end(), some.begin(), some.end());
  }
}

float Resemblance::evidence(const MatchFeatures& match) const {
  const std::int64_t tiles = tilesOf(planes_);
  const std::int64_t features = featuresOf(planes_);
  const std::span<const float> all(examples_.features);
  double sum = 0;
  for (std::int64_t e = 0; e < std::ssize(examples_.weights); ++e) {
    double alike = 0;
    for (std::int64_t m = 0; m < mirrors_; ++m) {
      const float* other = mirrored_.data() + (e * mirrors_ + m) * tiles;
      alike += std::exp(-static_cast<double>(squaredDistance(match.tiles.data(), other, tiles)) *
                        examples_.tileScale);
    }
    alike /= static_cast<double>(mirrors_);
    alike += std::exp(-apart(match.features, all.subspan(at(e * features), at(features)),
                             examples_.featureScales));
    sum += alike * examples_.weights[at(e)];
  }
  return static_cast<float>(sum);
}

namespace {

/// The examples among the clicks: all, or a stratified random subset.
std::vector<std::int64_t> chosenOf(std::span<const char> yes) {
  const auto count = std::ssize(yes);
  std::int64_t of[2] = {};
  for (const char one : yes) ++of[one != 0 ? 1 : 0];
  std::int64_t room[2];
  for (const int kind : {0, 1}) {
    room[kind] = std::max(kMostExamples / 2, kMostExamples - of[1 - kind]);
  }
  std::vector<std::int64_t> chosen;
  for (const std::int64_t click : orderOfRound(count, 0, 1)) {
    if (room[yes[at(click)] != 0 ? 1 : 0]-- > 0) chosen.push_back(click);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

struct Square {
  explicit Square(std::int64_t sideOf) : side(sideOf), numbers(at(side * side)) {}
  double* row(std::int64_t index) { return numbers.data() + index * side; }
  const double* row(std::int64_t index) const { return numbers.data() + index * side; }

  std::int64_t side;
  std::vector<double> numbers;
};

double middleOf(const Square& square) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < square.side; ++i) {
    all.insert(all.end(), square.row(i) + i + 1, square.row(i) + square.side);
  }
  if (all.empty()) return 0;
  const auto middle = all.begin() + std::ssize(all) / 2;
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

/// 1 / deviation of each feature; 0 for constant ones.
std::vector<float> scalesOf(std::span<const float> features, std::int64_t width) {
  constexpr double kLeastDeviation = 1e-6;
  const std::int64_t count = std::ssize(features) / width;
  std::vector<float> scales;
  for (std::int64_t i = 0; i < width; ++i) {
    double sum = 0;
    for (std::int64_t c = 0; c < count; ++c) sum += features[at(c * width + i)];
    const double mean = sum / static_cast<double>(count);
    double squares = 0;
    for (std::int64_t c = 0; c < count; ++c) {
      const double off = features[at(c * width + i)] - mean;
      squares += off * off;
    }
    const double deviation = std::sqrt(squares / static_cast<double>(count));
    scales.push_back(deviation > kLeastDeviation ? static_cast<float>(1 / deviation) : 0.0F);
  }
  return scales;
}

/// The kernel matrix of the examples, and its scales.
class Resemblances {
 public:
  Resemblances(Judge::Examples& examples, std::int64_t count, int planes,
               std::span<const Mirror> mirrors, const Control& control)
      : examples_(examples),
        count_(count),
        features_(featuresOf(planes)),
        tiles_(tilesOf(planes)),
        mirrors_(mirrors),
        control_(control) {}

  Square find() {
    examples_.featureScales = scalesOf(examples_.features, features_);
    Square alike(count_);
    forRows([&](std::int64_t i) {
      for (std::int64_t j = 0; j < count_; ++j) {
        alike.row(i)[j] = apart(featuresAt(i), featuresAt(j), examples_.featureScales);
      }
    });
    const double middle = middleOf(alike);
    const double fall = middle > 0 ? kFallOfFeatures / middle : 0;
    for (float& scale : examples_.featureScales) scale *= static_cast<float>(std::sqrt(fall));
    for (double& number : alike.numbers) number = std::exp(-number * fall);
    // The identity sets the scale for all mirrorings.
    for (const Mirror& mirror : mirrors_) addTiles(mirror, alike);
    return alike;
  }

 private:
  template <class Work>
  void forRows(const Work& work) {
    parallelFor(count_, threadsFor(control_), control_, [&](std::int64_t i, int) { work(i); });
  }
  std::span<const float> featuresAt(std::int64_t i) const {
    return std::span(examples_.features).subspan(at(i * features_), at(features_));
  }

  void addTiles(const Mirror& mirror, Square& alike) {
    const std::span<const float> all(examples_.tiles);
    Square distances(count_);
    forRows([&](std::int64_t i) {
      const std::vector<float> own =
          inMirrors(all.subspan(at(i * tiles_), at(tiles_)), {&mirror, 1});
      for (std::int64_t j = 0; j < count_; ++j) {
        distances.row(i)[j] =
            static_cast<double>(squaredDistance(own.data(), all.data() + j * tiles_, tiles_));
      }
    });
    if (&mirror == mirrors_.data()) {
      const double middle = middleOf(distances);
      examples_.tileScale = middle > 0 ? static_cast<float>(kFallOfTiles / middle) : 0.0F;
    }
    const auto mirrors = static_cast<double>(mirrors_.size());
    for (std::size_t i = 0; i < distances.numbers.size(); ++i) {
      alike.numbers[i] += std::exp(-distances.numbers[i] * examples_.tileScale) / mirrors;
    }
  }

  Judge::Examples& examples_;
  std::int64_t count_;
  std::int64_t features_;
  std::int64_t tiles_;
  std::span<const Mirror> mirrors_;
  const Control& control_;
};

double productOf(const double* a, const double* b, std::int64_t count) {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/// In-place Cholesky decomposition.
void split(Square& square, const Control& control) {
  constexpr double kLeast = 1e-12;
  for (std::int64_t i = 0; i < square.side; ++i) {
    control.check();
    double* row = square.row(i);
    for (std::int64_t j = 0; j < i; ++j) {
      row[j] = (row[j] - productOf(row, square.row(j), j)) / square.row(j)[j];
    }
    row[i] = std::sqrt(std::max(kLeast, row[i] - productOf(row, row, i)));
  }
}

/// Forward substitution in place; the first numbers of b are 0.
void solveBelow(const Square& lower, std::int64_t first, std::vector<double>& b) {
  for (std::int64_t i = first; i < lower.side; ++i) {
    const double known = productOf(lower.row(i) + first, b.data() + first, i - first);
    b[at(i)] = (b[at(i)] - known) / lower.row(i)[i];
  }
}

/// Backward substitution in place.
void solveAbove(const Square& lower, std::vector<double>& b) {
  for (std::int64_t i = lower.side; i-- > 0;) {
    b[at(i)] /= lower.row(i)[i];
    for (std::int64_t k = 0; k < i; ++k) b[at(k)] -= lower.row(i)[k] * b[at(i)];
  }
}

}  // namespace

Learned regress(const FeatureTable& table, std::span<const Mirror> mirrors,
                std::span<const char> yes, std::span<const float> importance,
                const Control& control) {
  const std::vector<std::int64_t> chosen = chosenOf(yes);
  const std::int64_t count = std::ssize(chosen);
  const std::int64_t features = featuresOf(table.planes);
  const std::int64_t tiles = tilesOf(table.planes);
  Learned learned;
  Judge::Examples& examples = learned.examples;
  double of[2] = {};
  for (const std::int64_t click : chosen) {
    const auto take = [&](const std::vector<float>& from, std::int64_t width, auto& to) {
      to.insert(to.end(), from.begin() + click * width, from.begin() + (click + 1) * width);
    };
    take(table.features, features, examples.features);
    take(table.tiles, tiles, examples.tiles);
    of[yes[at(click)] != 0 ? 1 : 0] += static_cast<double>(importance[at(click)]);
  }
  Square square = Resemblances(examples, count, table.planes, mirrors, control).find();
  for (std::int64_t i = 0; i < count; ++i) {
    const auto click = at(chosen[at(i)]);
    const double counts = static_cast<double>(importance[click]) * static_cast<double>(count) / 2 /
                          of[yes[click] != 0];
    square.row(i)[i] += kRidge / counts;
  }
  split(square, control);
  std::vector<double> weights(at(count));
  for (std::int64_t i = 0; i < count; ++i) weights[at(i)] = yes[at(chosen[at(i)])] != 0 ? 1 : -1;
  solveBelow(square, 0, weights);
  solveAbove(square, weights);
  for (const double weight : weights) examples.weights.push_back(static_cast<float>(weight));

  // Clicks outside the subset are held out anyway; leave-one-out evidence of the others follows
  // from the inverse's diagonal.
  const Resemblance resemblance(examples, table.planes, mirrors);
  learned.unseen.resize(yes.size());
  parallelFor(std::ssize(yes), threadsFor(control), control, [&](std::int64_t click, int) {
    const auto place = std::lower_bound(chosen.begin(), chosen.end(), click);
    if (place == chosen.end() || *place != click) {
      learned.unseen[at(click)] = resemblance.evidence(table.of(click));
      return;
    }
    const std::int64_t i = place - chosen.begin();
    std::vector<double> column(at(count));
    column[at(i)] = 1;
    solveBelow(square, i, column);
    const double diagonal = productOf(column.data() + i, column.data() + i, count - i);
    const double wanted = yes[at(click)] != 0 ? 1 : -1;
    learned.unseen[at(click)] = static_cast<float>(wanted - weights[at(i)] / diagonal);
  });
  return learned;
}

double Calibration::probability(double evidence) const {
  const double x = std::clamp(slope * evidence + offset, -700.0, 700.0);
  return 1 / (1 + std::exp(-x));
}

Calibration calibrate(std::span<const float> evidence, std::span<const char> yes) {
  const auto ofYes = static_cast<double>(std::count(yes.begin(), yes.end(), char{1}));
  const double ofNo = static_cast<double>(yes.size()) - ofYes;
  const double toYes = (ofYes + 1) / (ofYes + 2);
  const double toNo = 1 / (ofNo + 2);
  // Damped Newton steps on a convex function; evidence is scaled by its spread.
  double spread = 0;
  for (const float one : evidence) spread += std::abs(static_cast<double>(one));
  spread = std::max(1e-30, spread / static_cast<double>(evidence.size()));
  const auto lossAt = [&](double slope, double offset) {
    double loss = 1e-3 * slope * slope;
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      const double x = slope * evidence[i] / spread + offset;
      const double to = yes[i] != 0 ? toYes : toNo;
      const double log1p = std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
      loss += log1p - to * x;
    }
    return loss;
  };
  double slope = 0;
  double offset = std::log((ofYes + 1) / (ofNo + 1));
  double loss = lossAt(slope, offset);
  for (int step = 0; step < 100; ++step) {
    double g0 = 2e-3 * slope;
    double g1 = 0;
    double h00 = 2e-3;
    double h01 = 0;
    double h11 = 1e-9;
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      const double e = evidence[i] / spread;
      const double p = 1 / (1 + std::exp(-std::clamp(slope * e + offset, -700.0, 700.0)));
      const double wrong = p - (yes[i] != 0 ? toYes : toNo);
      const double curve = p * (1 - p);
      g0 += wrong * e;
      g1 += wrong;
      h00 += curve * e * e;
      h01 += curve * e;
      h11 += curve;
    }
    const double determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 0)) break;
    const double moveSlope = (h11 * g0 - h01 * g1) / determinant;
    const double moveOffset = (h00 * g1 - h01 * g0) / determinant;
    double length = 1;
    double next = lossAt(slope - moveSlope, offset - moveOffset);
    for (; next > loss && length > 1e-6; length /= 2) {
      next = lossAt(slope - length / 2 * moveSlope, offset - length / 2 * moveOffset);
    }
    if (!(next < loss - 1e-12)) break;
    slope -= length * moveSlope;
    offset -= length * moveOffset;
    loss = next;
  }
  return {slope / spread, offset};
}

}  // namespace espy::judge
