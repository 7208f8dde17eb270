// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/judge.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "find/needle.h"
#include "judge/crop.h"
#include "judge/features.h"
#include "judge/regression.h"

namespace espy {
namespace {

/// Two sums of numbers that are mixed (FNV-1a of 64 bits, from two beginnings).
class Mixer {
 public:
  void add(std::uint64_t number) {
    for (std::uint64_t& sum : sums_) sum = (sum ^ number) * 0x100000001b3U;
    sums_[1] ^= sums_[1] >> 29U;
  }
  std::array<std::uint64_t, 2> sums() const { return sums_; }

 private:
  std::array<std::uint64_t, 2> sums_{0xcbf29ce484222325U, 0x84222325cbf29ce4U};
};

/// So many true ones must have been seen before half of the false ones are left out.
constexpr double kSeenForHalf = 3;

/// What a share of all is not above, by the normal distribution.
double normalOf(double share) {
  double low = -10;
  double high = 10;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0)) / 2 < share ? low : high) = middle;
  }
  return low;
}

/// The same by Student's, of so many degrees of freedom: its series, which two terms do for.
double studentOf(double share, double freedom) {
  const double z = normalOf(share);
  const double z3 = z * z * z;
  return z + (z3 + z) / (4 * freedom) +
         (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

}  // namespace

std::array<std::uint64_t, 2> fingerprintOf(const Needle& needle) {
  const PixelFormat format = needle.picture.format();
  Mixer mixer;
  mixer.add(static_cast<std::uint64_t>(needle.picture.width()));
  mixer.add(static_cast<std::uint64_t>(needle.picture.height()));
  mixer.add(static_cast<std::uint64_t>(format.colourChannels()));
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    for (std::int64_t x = 0; x < needle.picture.width(); ++x) {
      // What does not take part does not count, so a mask may stand for an alpha channel.
      const bool counts = find::takesPart(needle, x, y);
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
  // Below the least, where another one would lie if the odds of all are spread like a bell, of
  // which no more is known than so many have told.
  std::vector<double> odds;
  for (const double p : yes) {
    const double held = std::clamp(p, 1e-12, 1 - 1e-12);
    odds.push_back(std::log(held / (1 - held)));
  }
  double mean = 0;
  for (const double one : odds) mean += one / count;
  double squares = 0;
  for (const double one : odds) squares += (one - mean) * (one - mean);
  const double freedom = std::max(1.0, count - 1);
  const double deviation = std::sqrt(squares / freedom * (1 + 1 / count));
  const double below = mean - studentOf(std::min(recall, 0.999), freedom) * deviation;
  const double least = 1 / (1 + std::exp(-std::min(odds.front(), below)));
  // True ones may look other than all that were clicked: whoever has seen few of them leaves out
  // only what is most surely false.
  if (no.empty()) return least;
  const double share = count / (count + kSeenForHalf);
  const auto sure = static_cast<std::size_t>(share * static_cast<double>(no.size()));
  return std::min(least, no[std::min(sure, no.size() - 1)]);
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
  const std::int64_t numbers = cropper.numbers();
  Control quiet = control;
  quiet.progress = {};
  // So many at a time that memory for their crops is no matter.
  constexpr std::int64_t kAtOnce = 4096;
  const std::int64_t features = judge::featuresOf(judge.planes);
  std::vector<float> crops;
  std::vector<float> looks;
  for (std::int64_t first = 0; first < std::ssize(matches); first += kAtOnce) {
    const std::int64_t count = std::min(kAtOnce, std::ssize(matches) - first);
    crops.resize(static_cast<std::size_t>(count * numbers));
    looks.resize(static_cast<std::size_t>(count * features));
    const auto cropOf = [&](std::int64_t m) {
      return std::span(crops).subspan(static_cast<std::size_t>(m * numbers),
                                      static_cast<std::size_t>(numbers));
    };
    const auto featuresOf = [&](std::int64_t m) {
      return std::span(looks).subspan(static_cast<std::size_t>(m * features),
                                      static_cast<std::size_t>(features));
    };
    parallelFor(count, threadsFor(control), quiet, [&](std::int64_t m, int) {
      const Match& match = matches[static_cast<std::size_t>(first + m)];
      const judge::CropLight light = cropper.residual(picture, match, {}, cropOf(m));
      judge::takeFeatures(match.score, light, cropOf(m), judge.planes, featuresOf(m));
    });
    std::vector<float> evidence;
    if (judge.by == Judge::By::network) {
      evidence =
          rateSamples(registry, engine == "auto" ? "openmp" : engine, {judge.network, crops}, quiet)
              .values;
    } else {
      const judge::Regression regression{judge.weights, judge.bias};
      for (std::int64_t m = 0; m < count; ++m) {
        const bool ofCrop = std::ssize(judge.weights) == numbers;
        evidence.push_back(regression.evidence(ofCrop ? cropOf(m) : featuresOf(m)));
      }
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
