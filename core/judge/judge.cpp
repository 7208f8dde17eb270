// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/judge.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/error.h"
#include "find/needle.h"
#include "judge/crop.h"
#include "judge/features.h"
#include "judge/held_out.h"
#include "judge/regression.h"

namespace espy {
namespace {

/// Two 64-bit FNV-1a hashes with different seeds.
class Hasher {
 public:
  void add(std::uint64_t number) {
    for (std::uint64_t& sum : sums_) sum = (sum ^ number) * 0x100000001b3U;
    sums_[1] ^= sums_[1] >> 29U;
  }
  std::array<std::uint64_t, 2> sums() const { return sums_; }

 private:
  std::array<std::uint64_t, 2> sums_{0xcbf29ce484222325U, 0x84222325cbf29ce4U};
};

/// True clicks after which half of the false ones may be dropped.
constexpr double kSeenForHalf = 1;

double oddsOf(double probability) {
  const double held = std::clamp(probability, 1e-12, 1 - 1e-12);
  return std::log(held / (1 - held));
}

std::vector<double> oddsOf(std::span<const double> probabilities) {
  std::vector<double> odds;
  for (const double p : probabilities) odds.push_back(oddsOf(p));
  return odds;
}

double meanOf(std::span<const double> numbers) {
  double sum = 0;
  for (const double one : numbers) sum += one;
  return sum / static_cast<double>(numbers.size());
}

/// The level above which this share of all true matches lies, given some at these odds, assuming a
/// normal distribution. Its width is estimated from the sample and a prior: a share of the distance
/// between both kinds.
double lowEndOf(std::span<const double> yes, std::span<const double> no, double recall) {
  constexpr double kOfBetween = 0.25;
  constexpr double kBelieved = 2;  ///< the prior's weight in clicks
  const auto count = static_cast<double>(yes.size());
  const double mean = meanOf(yes);
  double squares = 0;
  for (const double one : yes) squares += (one - mean) * (one - mean);
  double freedom = count - 1;
  if (const double between = no.empty() ? 0 : mean - meanOf(no); between > 0) {
    squares += kBelieved * kOfBetween * kOfBetween * between * between;
    freedom += kBelieved;
  }
  freedom = std::max(1.0, freedom);
  const double deviation = std::sqrt(squares / freedom * (1 + 1 / count));
  return mean - judge::studentOf(std::min(recall, 0.999), freedom) * deviation;
}

}  // namespace

std::array<std::uint64_t, 2> fingerprintOf(const Needle& needle) {
  const PixelFormat format = needle.picture.format();
  Hasher mixer;
  mixer.add(static_cast<std::uint64_t>(needle.picture.width()));
  mixer.add(static_cast<std::uint64_t>(needle.picture.height()));
  mixer.add(static_cast<std::uint64_t>(format.colourChannels()));
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    for (std::int64_t x = 0; x < needle.picture.width(); ++x) {
      // Pixels that do not take part are ignored, so a mask equals an alpha channel.
      const bool counts = finders::takesPart(needle, x, y);
      mixer.add(counts ? 1 : 0);
      for (int c = 0; counts && c < format.colourChannels(); ++c) {
        const std::uint32_t sample = sampleAt(needle.picture, x, y, c);
        mixer.add(format.depth == Depth::u8 ? sample * 257 : sample);
      }
    }
  }
  return mixer.sums();
}

double Judge::threshold(double recall) const {
  if (!isOn() || yes.empty()) return 0;
  const auto count = static_cast<double>(yes.size());
  const double lost = std::floor((1 - std::clamp(recall, 0.0, 1.0)) * count + 1e-9);
  if (lost >= 1) return yes[static_cast<std::size_t>(std::min(lost, count - 1))];
  const std::vector<double> odds = oddsOf(yes);
  const double below = lowEndOf(odds, oddsOf(no), recall);
  const double least = 1 / (1 + std::exp(-std::min(odds.front(), below)));
  // True matches may differ from all clicked ones: with few clicks only the surest false ones are
  // dropped.
  if (no.empty()) return least;
  const double share = count / (count + kSeenForHalf);
  const auto sure = static_cast<std::size_t>(share * static_cast<double>(no.size()));
  return std::min(least, no[std::min(sure, no.size() - 1)]);
}

double Judge::certainty(double probability) const {
  // At evidence 0 the odds are the offset.
  return std::abs(oddsOf(probability) - offset);
}

std::vector<double> judgeMatches(const Registry& registry, std::string_view engine,
                                 const Judge& judge, const Needle& needle, const ImageView& picture,
                                 std::span<const Match> matches, const Control& control) {
  if (judge.needle != fingerprintOf(needle)) {
    throw Error(ErrorCode::badUse, phrase("the judge was learned for another needle"));
  }
  const judge::Calibration calibration{judge.slope, judge.offset};
  std::vector<double> probabilities;
  probabilities.reserve(matches.size());
  if (!judge.isOn()) {
    for (const Match& match : matches) {
      probabilities.push_back(calibration.probability(match.score));
    }
    return probabilities;
  }
  const judge::Cropper cropper(needle, judge.planes);
  const judge::FeatureExtractor extractor(cropper);
  const judge::Resemblance resemblance(judge.examples, judge.planes, cropper.mirrors());
  const bool byNetwork = judge.by == Judge::By::network;
  const auto numbers = static_cast<std::size_t>(cropper.numbers());
  Control quiet = control;
  quiet.progress = {};
  const int threads = threadsFor(control);
  // Batch size, to bound the memory of crops.
  constexpr std::int64_t kAtOnce = 4096;
  std::vector<float> crops;
  std::vector<float> evidence;
  for (std::int64_t first = 0; first < std::ssize(matches); first += kAtOnce) {
    const std::int64_t count = std::min(kAtOnce, std::ssize(matches) - first);
    crops.resize((byNetwork ? static_cast<std::size_t>(count) : 0) * numbers);
    evidence.resize(static_cast<std::size_t>(count));
    parallelFor(count, threads, quiet, [&](std::int64_t m, int) {
      const Match& match = matches[static_cast<std::size_t>(first + m)];
      const judge::RefinedPosition refined = cropper.refinePosition(picture, match);
      if (byNetwork) {
        const auto place = static_cast<std::size_t>(m) * numbers;
        cropper.residual(picture, match, refined, {}, std::span(crops).subspan(place, numbers));
        return;
      }
      std::vector<float> residual(numbers);
      const judge::CropLight light = cropper.residual(picture, match, refined, {}, residual);
      judge::FeatureTable table(judge.planes, 1);
      extractor.extract(refined, light, residual, table.scratchFor(0));
      evidence[static_cast<std::size_t>(m)] = resemblance.evidence(table.of(0));
    });
    if (byNetwork) {
      evidence = rateSamples(registry, engine == "auto" ? kAllCores : engine,
                             {judge.network, crops}, quiet)
                     .values;
    }
    for (const float one : evidence) {
      probabilities.push_back(calibration.probability(static_cast<double>(one)));
    }
    if (control.progress) {
      control.progress(static_cast<double>(first + count) / static_cast<double>(matches.size()));
    }
  }
  return probabilities;
}

}  // namespace espy
