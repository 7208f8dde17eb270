// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The definition of scored find: plain, sequential, sample by sample. All engines are compared with
// it, in thousands of cases, so samples are converted once instead of in every window.
#include "score/reference.h"

#include <algorithm>
#include <cstdlib>

#include "base/phrase.h"
#include "find/match.h"
#include "find/needle.h"
#include "find/reference.h"

namespace espy::score {
namespace {

int channelsCompared(const Needle& needle, PixelFormat scene) {
  return std::max(needle.picture.format().colourChannels(), scene.colourChannels());
}

/// The colour samples of a picture, converted to what is compared, row by row.
class Samples {
 public:
  Samples(const ImageView& picture, int channels, bool depthsDiffer, const Control& control = {})
      : rowLength_(picture.width() * channels), channels_(channels) {
    values_.resize(static_cast<std::size_t>(rowLength_ * picture.height()));
    std::uint16_t* to = values_.data();
    for (std::int64_t y = 0; y < picture.height(); ++y) {
      control.check();
      for (std::int64_t x = 0; x < picture.width(); ++x) {
        for (int c = 0; c < channels; ++c) {
          *to++ =
              static_cast<std::uint16_t>(finders::comparedSample(picture, x, y, c, depthsDiffer));
        }
      }
    }
  }

  /// The samples from pixel (x, y) on.
  const std::uint16_t* at(std::int64_t x, std::int64_t y) const {
    return values_.data() + y * rowLength_ + x * channels_;
  }
  int channels() const { return channels_; }

 private:
  std::int64_t rowLength_;
  int channels_;
  std::vector<std::uint16_t> values_;
};

/// A needle as it is compared.
struct ComparedNeedle {
  ComparedNeedle(const Needle& needle, PixelFormat scene, bool weighted,
                 const Control& control = {})
      : size(needle.picture.size()),
        depthsDiffer(needle.picture.format().depth != scene.depth),
        samples(needle.picture, channelsCompared(needle, scene), depthsDiffer, control) {
    for (std::int64_t y = 0; y < size.height; ++y) {
      control.check();
      for (std::int64_t x = 0; x < size.width; ++x) {
        weights.push_back(static_cast<std::uint8_t>(weightOf(needle, x, y, weighted)));
      }
    }
  }

  Size size;
  bool depthsDiffer;
  Samples samples;
  std::vector<std::uint8_t> weights;  ///< pixel by pixel
};

/// The definition.
Peak scoreAt(const Samples& scene, const ComparedNeedle& needle, std::uint32_t index,
             const finders::NeedleSums& sums, Method method, std::int64_t x, std::int64_t y) {
  const int channels = needle.samples.channels();
  WindowSums window;
  finders::ChannelSums sumOf{};
  finders::Wide distance = 0;
  for (std::int64_t dy = 0; dy < needle.size.height; ++dy) {
    const std::uint16_t* wantedRow = needle.samples.at(0, dy);
    const std::uint16_t* thereRow = scene.at(x, y + dy);
    const std::uint8_t* weights = needle.weights.data() + dy * needle.size.width;
    for (std::int64_t dx = 0; dx < needle.size.width; ++dx) {
      const std::int64_t weight = weights[dx];
      if (weight == 0) continue;
      for (int c = 0; c < channels; ++c) {
        const std::int64_t wanted = wantedRow[dx * channels + c];
        const std::int64_t there = thereRow[dx * channels + c];
        const std::int64_t off = std::abs(wanted - there);
        distance += weight * (method == Method::ssd ? off * off : off);
        window.sum += static_cast<std::uint64_t>(there);
        sumOf[static_cast<std::size_t>(c)] += static_cast<std::uint64_t>(there);
        window.squares += static_cast<std::uint64_t>(there * there);
        window.products += static_cast<std::uint64_t>(there * wanted);
      }
    }
  }
  Peak place;
  place.needle = index;
  place.x = static_cast<std::uint32_t>(x);
  place.y = static_cast<std::uint32_t>(y);
  const bool correlates = method == Method::zncc;
  if (!correlates) finders::setDistance(place, distance);
  place.score =
      correlates ? scoreOfWindow(sums, window, sumOf) : scoreOfWideDistance(method, sums, distance);
  return place;
}

/// The scores of a needle at all positions of a scene.
class Scores {
 public:
  Scores(const ImageView& scene, const Needle& needle, std::uint32_t index,
         const ScoreOptions& options, const Control& control)
      : size_{scene.width() - needle.picture.width() + 1,
              scene.height() - needle.picture.height() + 1} {
    if (size_.width <= 0 || size_.height <= 0) return;
    finders::NeedleSums sums = sumsOf(needle, scene.format(), options.weighted);
    sums.channelMeans = options.channelMeans;
    const ComparedNeedle compared(needle, scene.format(), options.weighted, control);
    const Samples samples(scene, compared.samples.channels(), compared.depthsDiffer, control);
    for (std::int64_t y = 0; y < size_.height; ++y) {
      for (std::int64_t x = 0; x < size_.width; ++x) {
        control.check();
        places_.push_back(scoreAt(samples, compared, index, sums, options.method, x, y));
      }
    }
  }

  const std::vector<Peak>& places() const { return places_; }
  Size size() const { return size_; }

  /// True if no neighbour is better.
  bool isPeak(const Peak& place) const {
    const auto x = static_cast<std::int64_t>(place.x);
    const auto y = static_cast<std::int64_t>(place.y);
    for (std::int64_t ny = y - 1; ny <= y + 1; ++ny) {
      for (std::int64_t nx = x - 1; nx <= x + 1; ++nx) {
        const bool inside = nx >= 0 && ny >= 0 && nx < size_.width && ny < size_.height;
        if (inside && places_[ny * size_.width + nx].score > place.score) return false;
      }
    }
    return true;
  }

 private:
  Size size_;
  std::vector<Peak> places_;
};

}  // namespace

std::int64_t weightOf(const Needle& needle, std::int64_t x, std::int64_t y, bool weighted) {
  if (!weighted) return finders::isOpaque(needle, x, y) ? 1 : 0;
  const auto inBytes = [](const ImageView& picture, std::int64_t column, std::int64_t line,
                          int channel) {
    const std::int64_t value = sampleAt(picture, column, line, channel);
    return picture.format().depth == Depth::u8 ? value : (value + 128) / 257;
  };
  const PixelFormat format = needle.picture.format();
  const std::int64_t alpha =
      format.hasAlpha() ? inBytes(needle.picture, x, y, format.channels - 1) : 255;
  const std::int64_t mask = needle.mask ? inBytes(*needle.mask, x, y, 0) : 255;
  return (alpha * mask + 127) / 255;
}

finders::NeedleSums sumsOf(const Needle& needle, PixelFormat scene, bool weighted,
                           const Control& control) {
  const PixelFormat own = needle.picture.format();
  const bool depthsDiffer = own.depth != scene.depth;
  const int channels = channelsCompared(needle, scene);
  finders::NeedleSums sums;
  sums.maxValue = std::max(own.maxValue(), scene.maxValue());
  sums.channels = channels;
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    control.check();
    for (std::int64_t x = 0; x < needle.picture.width(); ++x) {
      const std::int64_t weight = weightOf(needle, x, y, weighted);
      if (weight == 0) continue;
      for (int c = 0; c < channels; ++c) {
        const auto value = static_cast<std::uint64_t>(
            finders::comparedSample(needle.picture, x, y, c, depthsDiffer));
        ++sums.samples;
        sums.weight += weight;
        sums.sum += value;
        sums.sumOf[static_cast<std::size_t>(c)] += value;
        sums.squares += value * value;
      }
    }
  }
  return sums;
}

Peak scoreAt(const ImageView& scene, const Needle& needle, std::uint32_t index,
             const finders::NeedleSums& sums, const ScoreOptions& options, std::int64_t x,
             std::int64_t y) {
  const ComparedNeedle compared(needle, scene.format(), options.weighted);
  const Samples samples(scene.crop(x, y, compared.size), compared.samples.channels(),
                        compared.depthsDiffer);
  Peak place = scoreAt(samples, compared, index, sums, options.method, 0, 0);
  place.x = static_cast<std::uint32_t>(x);
  place.y = static_cast<std::uint32_t>(y);
  return place;
}

std::vector<Peak> allByReference(const ImageView& scene, const Needle& needle,
                                 const ScoreOptions& options) {
  return Scores(scene, needle, 0, options, {}).places();
}

ScoredPlaces scoreByReference(const ImageView& scene, std::span<const Needle> needles,
                              const ScoreOptions& options, const Control& control,
                              RunReport& report) {
  report.engine = "reference";
  report.threads = 1;
  report.strategy = phrase("every sample of every window");
  const StageTimer timer(report.timeline, "search");
  ScoredPlaces found;
  std::optional<Peak> best;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    const Scores scores(scene, needles[n], n, options, control);
    for (const Peak& place : scores.places()) {
      if (!best || finders::IsBetter()(place, *best)) best = place;
      if (place.score >= options.minScore && scores.isPeak(place)) found.peaks.push_back(place);
    }
  }
  if (options.wantBest && found.peaks.empty()) found.best = best;
  return found;
}

ScoreMap mapByReference(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
                        const Control& control, RunReport& report) {
  report.engine = "reference";
  report.strategy = phrase("every sample of every window");
  const StageTimer timer(report.timeline, "search");
  const Scores scores(scene, needle, 0, options, control);
  ScoreMap map;
  map.size = scores.size();
  map.error = 6e-8;  // rounding of a float near 1
  for (const Peak& place : scores.places()) {
    map.scores.push_back(static_cast<float>(place.score));
  }
  return map;
}

}  // namespace espy::score
