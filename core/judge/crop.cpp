// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/crop.h"

#include <algorithm>
#include <cmath>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/judge.h"
#include "find/needle.h"
#include "judge/training.h"
#include "picture/sample.h"

namespace espy::judge {
namespace {

constexpr std::int64_t kSide = Judge::kSide;
constexpr std::int64_t kCells = kSide * kSide;
constexpr std::int64_t kMostSamples = 8;  ///< of a cell's side
constexpr std::int64_t kParts = 256;      ///< of a pixel, to which positions are rounded

/// A sample of a plane between pixels, times kParts^2; x and y count kParts from the middle of the
/// first pixel. Beyond the middles of the outermost pixels it is theirs.
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

/// One sample of a plane: of brightness the sum of all colours.
std::int64_t planeBetween(const ImageView& picture, std::int64_t x, std::int64_t y, int plane,
                          int planes) {
  const int colours = picture.format().colourChannels();
  if (planes == 3) return 3 * sampleBetween(picture, x, y, colours == 3 ? plane : 0);
  if (colours == 1) return 3 * sampleBetween(picture, x, y, 0);
  std::int64_t sum = 0;
  for (int c = 0; c < 3; ++c) sum += sampleBetween(picture, x, y, c);
  return sum;
}

/// Where the samples of a match's cells lie in its picture.
class Frame {
 public:
  Frame(const MatchOutline& outline, Size needle, const Change& change) {
    const auto& [upperLeft, upperRight, lowerRight, lowerLeft] = outline.corners;
    first_ = {upperLeft.x + change.right, upperLeft.y + change.down};
    along_ = {upperRight.x - upperLeft.x, upperRight.y - upperLeft.y};
    down_ = {lowerLeft.x - upperLeft.x, lowerLeft.y - upperLeft.y};
    const double wide = std::max(std::abs(along_.x), std::abs(along_.y));
    const double high = std::max(std::abs(down_.x), std::abs(down_.y));
    const double side = std::ceil(std::max(wide, high) / kSide);
    samples_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(side), 1, kMostSamples);
    edgeX_ = edgeOf(std::hypot(along_.x, along_.y), needle.width);
    edgeY_ = edgeOf(std::hypot(down_.x, down_.y), needle.height);
  }

  /// Calls take(x, y) for all samples of a cell, in kParts from the middle of the first pixel.
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

 private:
  /// How far from the needle's border samples stay, of 1: so far that they are made of its own
  /// pixels only, and not of what happens to lie beside it.
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

/// The part of a cell, of 1, whose samples `counts` says yes of.
template <class Counts>
double partOf(const Frame& frame, std::int64_t column, std::int64_t row, const Counts& counts) {
  std::int64_t inside = 0;
  frame.forSamples(column, row,
                   [&](std::int64_t x, std::int64_t y) { inside += counts(x, y) ? 1 : 0; });
  return static_cast<double>(inside) / static_cast<double>(frame.samples());
}

/// The means of the cells that count, as samples are (of 0..1, after `change`).
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

/// Brings those that count to a mean of 0 and a deviation of 1, or all to 0 where they have none.
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
  // Less than that is what rounding leaves of one colour.
  forAll([&](double& number) { number = deviation > 1e-9 ? number / deviation : 0; });
}

struct Spread {
  double mean = 0;
  double deviation = 0;
};

/// Of the numbers of a plane that count.
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
  // So little varies where nothing does but noise.
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

Cropper::Cropper(const Needle& needle, int planes)
    : planes_(planes),
      size_(needle.picture.size()),
      counts_(at(kCells)),
      needle_(at(planes * kCells)) {
  const Frame frame(outlineOf(wholeOf(needle.picture)), needle.picture.size(), {});
  for (std::int64_t cell = 0; cell < kCells; ++cell) {
    const double part =
        partOf(frame, cell % kSide, cell / kSide, [&](std::int64_t x, std::int64_t y) {
          const auto nearest = [](std::int64_t place, std::int64_t size) {
            return std::clamp<std::int64_t>((place + kParts / 2) / kParts, 0, size - 1);
          };
          return find::takesPart(needle, nearest(x, needle.picture.width()),
                                 nearest(y, needle.picture.height()));
        });
    counts_[at(cell)] = part >= 0.5 ? 1 : 0;
  }
  fillMeans(needle.picture, frame, {}, planes, counts_, needle_);
}

CropLight Cropper::residual(const ImageView& picture, const Match& match, const Change& change,
                            std::span<float> to) const {
  const Frame frame(outlineOf(match), size_, change);
  std::vector<char> counts = counts_;
  bool touches = false;
  for (std::int64_t cell = 0; cell < kCells; ++cell) {
    const double part =
        partOf(frame, cell % kSide, cell / kSide,
               [&](std::int64_t x, std::int64_t y) { return isInside(picture, x, y); });
    if (part < 0.5) counts[at(cell)] = 0;
    touches |= part > 0;
  }
  if (!touches) {
    throw Error(ErrorCode::badUse, phrase("a match at {},{} does not lie in its picture of {} x {}",
                                          match.x, match.y, picture.width(), picture.height()));
  }
  std::vector<double> crop(needle_.size());
  fillMeans(picture, frame, change, planes_, counts, crop);
  const CropLight light = lightOf(counts, planes_, crop, needle_);
  standardise(counts, planes_, crop);
  std::vector<double> wanted = needle_;
  standardise(counts, planes_, wanted);
  if (change.noise > 0) {
    Chances chances(change.seed);
    for (double& number : crop) {
      double sum = -2;  // four of a deviation of 1 / sqrt(12): nearly a bell
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
