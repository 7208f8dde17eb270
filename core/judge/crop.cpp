// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/crop.h"

#include <algorithm>
#include <cmath>

#include "base/phrase.h"
#include "espy/engine/judge.h"
#include "espy/error.h"
#include "find/needle.h"
#include "judge/training.h"
#include "picture/sample.h"

namespace espy::judge {
namespace {

constexpr std::int64_t kSide = Judge::kSide;
constexpr std::int64_t kCells = kSide * kSide;
constexpr std::int64_t kMostSamples = 8;  ///< per cell side
constexpr std::int64_t kToSettle = 2;     ///< the same while settling
constexpr std::int64_t kParts = 256;      ///< per pixel; positions are rounded to this

/// Bilinear sample of a plane, times kParts^2; x and y in 1/kParts pixels from the centre of the
/// first pixel, clamped to the outermost centres.
std::int64_t sampleBetween(const ImageView& picture, std::int64_t x, std::int64_t y, int channel) {
  const std::int64_t left = std::clamp<std::int64_t>(x, 0, (picture.width() - 1) * kParts);
  const std::int64_t top = std::clamp<std::int64_t>(y, 0, (picture.height() - 1) * kParts);
  const std::int64_t column = left / kParts;
  const std::int64_t row = top / kParts;
  const std::int64_t alongX = left % kParts;
  const std::int64_t alongY = top % kParts;
  const std::int64_t right = alongX == 0 ? column : column + 1;
  const std::int64_t below = alongY == 0 ? row : row + 1;
  const auto sample = [&](std::int64_t sx, std::int64_t sy) {
    return static_cast<std::int64_t>(picture::sampleOf(picture, sx, sy, channel));
  };
  return (sample(column, row) * (kParts - alongX) + sample(right, row) * alongX) *
             (kParts - alongY) +
         (sample(column, below) * (kParts - alongX) + sample(right, below) * alongX) * alongY;
}

/// The same; the brightness plane is the sum of the colours.
std::int64_t planeBetween(const ImageView& picture, std::int64_t x, std::int64_t y, int plane,
                          int planes) {
  const int colours = picture.format().colourChannels();
  if (planes == 3) return 3 * sampleBetween(picture, x, y, colours == 3 ? plane : 0);
  if (colours == 1) return 3 * sampleBetween(picture, x, y, 0);
  std::int64_t sum = 0;
  for (int c = 0; c < 3; ++c) sum += sampleBetween(picture, x, y, c);
  return sum;
}

/// The positions of a match's cells in its picture.
class Frame {
 public:
  Frame(const MatchOutline& outline, Size needle, const RefinedPosition& refined,
        const Change& change, std::int64_t mostSamples) {
    const auto& [upperLeft, upperRight, lowerRight, lowerLeft] = outline.corners;
    along_ = {upperRight.x - upperLeft.x, upperRight.y - upperLeft.y};
    down_ = {lowerLeft.x - upperLeft.x, lowerLeft.y - upperLeft.y};
    const double right = refined.along / static_cast<double>(needle.width);
    const double below = refined.down / static_cast<double>(needle.height);
    first_ = {upperLeft.x + change.right + right * along_.x + below * down_.x,
              upperLeft.y + change.down + right * along_.y + below * down_.y};
    const double wide = std::max(std::abs(along_.x), std::abs(along_.y));
    const double high = std::max(std::abs(down_.x), std::abs(down_.y));
    const double side = std::ceil(std::max(wide, high) / kSide);
    samples_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(side), 1, mostSamples);
    edgeX_ = edgeOf(std::hypot(along_.x, along_.y), needle.width);
    edgeY_ = edgeOf(std::hypot(down_.x, down_.y), needle.height);
  }

  /// Calls take(x, y) for all samples of a cell, in 1/kParts pixels from the centre of the first
  /// pixel.
  template <class Take>
  void forSamples(std::int64_t column, std::int64_t row, const Take& take) const {
    const auto all = static_cast<double>(kSide * samples_);
    for (std::int64_t j = 0; j < samples_; ++j) {
      const double down = held((static_cast<double>(row * samples_ + j) + 0.5) / all, edgeY_);
      for (std::int64_t i = 0; i < samples_; ++i) {
        const double along = held((static_cast<double>(column * samples_ + i) + 0.5) / all, edgeX_);
        take(position(first_.x + along * along_.x + down * down_.x),
             position(first_.y + along * along_.y + down * down_.y));
      }
    }
  }
  std::int64_t samples() const { return samples_ * samples_; }

  /// Whether all of it is inside the picture.
  bool isWithin(const ImageView& picture) const {
    const auto within = [&](double x, double y) {
      return x >= 0 && y >= 0 && x <= static_cast<double>(picture.width()) &&
             y <= static_cast<double>(picture.height());
    };
    return within(first_.x, first_.y) && within(first_.x + along_.x, first_.y + along_.y) &&
           within(first_.x + down_.x, first_.y + down_.y) &&
           within(first_.x + along_.x + down_.x, first_.y + along_.y + down_.y);
  }

 private:
  /// Margin (of 1) that keeps samples off pixels outside the needle.
  static double edgeOf(double length, std::int64_t pixels) {
    return 0.5 / std::max(1.0, std::min(length, static_cast<double>(pixels)));
  }
  static double held(double part, double edge) { return std::clamp(part, edge, 1 - edge); }

  static std::int64_t position(double place) {
    return static_cast<std::int64_t>(std::floor((place - 0.5) * kParts + 0.5));
  }

  SubPixel first_;
  SubPixel along_;
  SubPixel down_;
  double edgeX_ = 0;
  double edgeY_ = 0;
  std::int64_t samples_ = 1;
};

bool isInside(const ImageView& picture, std::int64_t x, std::int64_t y) {
  return 2 * x >= -kParts && 2 * y >= -kParts && 2 * x < (2 * picture.width() - 1) * kParts &&
         2 * y < (2 * picture.height() - 1) * kParts;
}

/// The share of a cell's samples that `counts` accepts.
template <class Counts>
double partOf(const Frame& frame, std::int64_t column, std::int64_t row, const Counts& counts) {
  std::int64_t inside = 0;
  frame.forSamples(column, row,
                   [&](std::int64_t x, std::int64_t y) { inside += counts(x, y) ? 1 : 0; });
  return static_cast<double>(inside) / static_cast<double>(frame.samples());
}

/// The means of the counted cells, in 0..1, after `change`.
void fillMeans(const ImageView& picture, const Frame& frame, const Change& change, int planes,
               std::span<const char> counts, std::span<double> to) {
  const double most = 3.0 * picture.format().maxValue() * kParts * kParts;
  for (int plane = 0; plane < planes; ++plane) {
    for (std::int64_t cell = 0; cell < kCells; ++cell) {
      double& mean = to[at(plane * kCells + cell)];
      mean = 0;
      if (counts[at(cell)] == 0) continue;
      std::int64_t sum = 0;
      frame.forSamples(cell % kSide, cell / kSide, [&](std::int64_t x, std::int64_t y) {
        sum += planeBetween(picture, x, y, plane, planes);
      });
      mean = static_cast<double>(sum) / (most * static_cast<double>(frame.samples()));
      mean = std::clamp((mean - 0.5) * change.gain + 0.5 + change.offset, 0.0, 1.0);
    }
  }
}

/// Normalises counted cells to mean 0 and deviation 1, or to 0 if they are constant.
void standardise(std::span<const char> counts, int planes, std::span<double> numbers) {
  double sum = 0;
  double squares = 0;
  double count = 0;
  const auto forAll = [&](const auto& work) {
    for (std::int64_t i = 0; i < planes * kCells; ++i) {
      if (counts[at(i % kCells)] != 0) work(numbers[at(i)]);
    }
  };
  forAll([&](double number) {
    sum += number;
    count += 1;
  });
  const double mean = count > 0 ? sum / count : 0;
  forAll([&](double& number) {
    number -= mean;
    squares += number * number;
  });
  const double deviation = count > 0 ? std::sqrt(squares / count) : 0;
  // Below this it is rounding of a constant colour.
  forAll([&](double& number) { number = deviation > 1e-9 ? number / deviation : 0; });
}

struct Spread {
  double mean = 0;
  double deviation = 0;
};

Spread spreadOf(std::span<const char> counts, std::span<const double> plane) {
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (std::size_t i = 0; i < plane.size(); ++i) {
    if (counts[i] == 0) continue;
    sum += plane[i];
    squares += plane[i] * plane[i];
    count += 1;
  }
  if (count == 0) return {};
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

CropLight lightOf(std::span<const char> counts, int planes, std::span<const double> crop,
                  std::span<const double> needle) {
  // Less variation than this is noise.
  constexpr double kLeast = 0.01;
  CropLight light;
  for (int plane = 0; plane < planes; ++plane) {
    const auto p = at(plane);
    const Spread own = spreadOf(counts, crop.subspan(p * at(kCells), at(kCells)));
    const Spread wanted = spreadOf(counts, needle.subspan(p * at(kCells), at(kCells)));
    light.mean[p] = own.mean - wanted.mean;
    light.contrast[p] = std::log((own.deviation + kLeast) / (wanted.deviation + kLeast));
  }
  return light;
}

/// The estimated offset of a crop by the needle's gradient, and its correlation.
struct Step {
  double along = 0;
  double down = 0;
  double correlation = 0;
};

/// Model: crop = a (needle - along * gradient - down * gradient) + b.
Step stepOf(std::span<const char> counts, std::span<const double> crop,
            std::span<const double> needle, std::span<const double> along,
            std::span<const double> down) {
  const std::array<std::span<const double>, 4> rows{needle, along, down, crop};
  std::array<double, 4> means{};
  std::array<std::array<double, 4>, 4> products{};
  double count = 0;
  for (std::size_t i = 0; i < crop.size(); ++i) {
    if (counts[i % at(kCells)] == 0) continue;
    count += 1;
    for (std::size_t r = 0; r < 4; ++r) {
      means[r] += rows[r][i];
      for (std::size_t s = 0; s <= r; ++s) products[r][s] += rows[r][i] * rows[s][i];
    }
  }
  if (count == 0) return {};
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t s = 0; s <= r; ++s) {
      products[r][s] -= means[r] * means[s] / count;
      products[s][r] = products[r][s];
    }
  }
  Step step;
  const double both = products[0][0] * products[3][3];
  // Below this it is rounding of a constant colour.
  constexpr double kNothing = 1e-9;
  if (!(products[0][0] > kNothing && products[3][3] > kNothing)) return step;
  step.correlation = products[3][0] / std::sqrt(both);
  // Gaussian elimination; a direction without variation is skipped.
  std::array<double, 3> solution{};
  for (std::size_t p = 0; p < 3; ++p) {
    if (products[p][p] <= 1e-6 * products[0][0]) continue;
    for (std::size_t r = 0; r < 3; ++r) {
      if (r == p) continue;
      const double times = products[r][p] / products[p][p];
      for (std::size_t s = 0; s < 4; ++s) products[r][s] -= times * products[p][s];
    }
  }
  for (std::size_t p = 0; p < 3; ++p) {
    if (products[p][p] > 1e-6 * products[0][0]) solution[p] = products[p][3] / products[p][p];
  }
  constexpr double kLeastContrast = 0.05;
  const double contrast = std::max(solution[0], kLeastContrast);
  step.along = -solution[1] / contrast;
  step.down = -solution[2] / contrast;
  return step;
}

Match wholeOf(const ImageView& picture) {
  Match match;
  match.width = static_cast<std::uint32_t>(picture.width());
  match.height = static_cast<std::uint32_t>(picture.height());
  return match;
}

}  // namespace

int planesOf(const Needle& needle) {
  return needle.picture.format().colourChannels() == 3 ? 3 : 1;
}

struct Cropper::Seen {
  std::vector<char> counts;
  std::vector<double> crop;
};

Cropper::Cropper(const Needle& needle, int planes)
    : planes_(planes),
      size_(needle.picture.size()),
      counts_(at(kCells)),
      needle_(at(planes * kCells)),
      coarse_(needle_.size()),
      along_(needle_.size()),
      down_(needle_.size()) {
  const MatchOutline whole = outlineOf(wholeOf(needle.picture));
  const Frame frame(whole, size_, {}, {}, kMostSamples);
  for (std::int64_t cell = 0; cell < kCells; ++cell) {
    const double part =
        partOf(frame, cell % kSide, cell / kSide, [&](std::int64_t x, std::int64_t y) {
          const auto nearest = [](std::int64_t place, std::int64_t size) {
            return std::clamp<std::int64_t>((place + kParts / 2) / kParts, 0, size - 1);
          };
          return finders::takesPart(needle, nearest(x, needle.picture.width()),
                                    nearest(y, needle.picture.height()));
        });
    counts_[at(cell)] = part >= 0.5 ? 1 : 0;
  }
  const auto fill = [&](double along, double down, std::int64_t samples, std::vector<double>& to) {
    const Frame moved(whole, size_, {along, down}, {}, samples);
    fillMeans(needle.picture, moved, {}, planes, counts_, to);
  };
  fill(0, 0, kMostSamples, needle_);
  fill(0, 0, kToSettle, coarse_);
  std::vector<double> before(needle_.size());
  fill(0.5, 0, kToSettle, along_);
  fill(-0.5, 0, kToSettle, before);
  for (std::size_t i = 0; i < before.size(); ++i) along_[i] -= before[i];
  fill(0, 0.5, kToSettle, down_);
  fill(0, -0.5, kToSettle, before);
  for (std::size_t i = 0; i < before.size(); ++i) down_[i] -= before[i];
  findMirrors();
}

void Cropper::findMirrors() {
  // Correlation above which a mirrored needle counts as equal, for cells of one pixel.
  constexpr double kAlike = 0.98;
  std::vector<double> own = needle_;
  standardise(counts_, planes_, own);
  const auto looksSame = [&](const Mirror& mirror) {
    double sum = 0;
    double count = 0;
    for (std::int64_t i = 0; i < std::ssize(own); ++i) {
      const std::int64_t other = mirror.of(i % kCells, kSide);
      if (counts_[at(i % kCells)] != counts_[at(other)]) return false;
      if (counts_[at(other)] == 0) continue;
      sum += own[at(i)] * own[at(i - i % kCells + other)];
      count += 1;
    }
    return sum > kAlike * count;
  };
  const bool sideways = looksSame({true, false});
  const bool upsideDown = looksSame({false, true});
  mirrors_ = {{}};
  if (sideways) mirrors_.push_back({true, false});
  if (upsideDown) mirrors_.push_back({false, true});
  // Two mirrorings make the third; some needles have only the half turn.
  if ((sideways && upsideDown) || (!sideways && !upsideDown && looksSame({true, true}))) {
    mirrors_.push_back({true, true});
  }
}

Cropper::Seen Cropper::see(const ImageView& picture, const Match& match,
                           const RefinedPosition& refined, const Change& change,
                           std::int64_t mostSamples) const {
  const Frame frame(outlineOf(match), size_, refined, change, mostSamples);
  Seen seen{counts_, std::vector<double>(needle_.size())};
  if (!frame.isWithin(picture)) {
    bool touches = false;
    for (std::int64_t cell = 0; cell < kCells; ++cell) {
      const double part =
          partOf(frame, cell % kSide, cell / kSide,
                 [&](std::int64_t x, std::int64_t y) { return isInside(picture, x, y); });
      if (part < 0.5) seen.counts[at(cell)] = 0;
      touches |= part > 0;
    }
    if (!touches) {
      throw Error(ErrorCode::badUse,
                  phrase("a match at {},{} does not lie in its picture of {} x {}", match.x,
                         match.y, picture.width(), picture.height()));
    }
  }
  fillMeans(picture, frame, change, planes_, seen.counts, seen.crop);
  return seen;
}

RefinedPosition Cropper::refinePosition(const ImageView& picture, const Match& match) const {
  constexpr double kReach = 0.75;
  constexpr int kSteps = 2;
  RefinedPosition best;
  Seen seen = see(picture, match, best, {}, kToSettle);
  Step step = stepOf(seen.counts, seen.crop, coarse_, along_, down_);
  best.correlation = step.correlation;
  for (int i = 0; i < kSteps; ++i) {
    RefinedPosition next;
    next.along = std::clamp(best.along + step.along, -kReach, kReach);
    next.down = std::clamp(best.down + step.down, -kReach, kReach);
    seen = see(picture, match, next, {}, kToSettle);
    const Step from = stepOf(seen.counts, seen.crop, coarse_, along_, down_);
    if (!(from.correlation > best.correlation)) break;
    next.correlation = from.correlation;
    best = next;
    step = from;
  }
  return best;
}

CropLight Cropper::residual(const ImageView& picture, const Match& match,
                            const RefinedPosition& refined, const Change& change,
                            std::span<float> to) const {
  auto [counts, crop] = see(picture, match, refined, change, kMostSamples);
  const CropLight light = lightOf(counts, planes_, crop, needle_);
  standardise(counts, planes_, crop);
  std::vector<double> wanted = needle_;
  standardise(counts, planes_, wanted);
  if (change.noise > 0) {
    UniformRandom chances(change.seed);
    for (double& number : crop) {
      double sum = -2;  // the sum of four uniform numbers is nearly normal
      for (int k = 0; k < 4; ++k) sum += static_cast<double>(chances.number());
      number += change.noise * sum * std::sqrt(3.0);
    }
    standardise(counts, planes_, crop);
  }
  double product = 0;
  double squares = 0;
  for (std::size_t i = 0; i < crop.size(); ++i) {
    if (counts[i % at(kCells)] == 0) continue;
    product += crop[i] * wanted[i];
    squares += wanted[i] * wanted[i];
  }
  const double explained = squares > 0 ? product / squares : 0;
  for (std::size_t i = 0; i < crop.size(); ++i) {
    const bool counted = counts[i % at(kCells)] != 0;
    to[i] = counted ? static_cast<float>(crop[i] - explained * wanted[i]) : 0.0F;
  }
  return light;
}

}  // namespace espy::judge
