// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/fast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "base/scratch.h"
#include "picture/common_format.h"
#include "picture/sample.h"
#include "pose/border.h"
#include "pose/loops.h"
#include "pose/order.h"

namespace espy::pose {
namespace {

/// The unknowns: brightness, contrast, and the window's translation, rotation and scaling.
struct Unknown {
  enum : std::uint8_t { offset, gain, right, down, turned, enlarged };
};
constexpr std::size_t kUnknowns = SixColumns::kColumns;
using Row = std::array<double, kUnknowns>;

/// Solves the normal equations of the active unknowns; false if singular.
bool solve(std::array<Row, kUnknowns> matrix, Row sides, const std::array<bool, kUnknowns>& counts,
           Row& solution) {
  for (std::size_t k = 0; k < kUnknowns; ++k) {
    if (counts[k]) continue;
    for (std::size_t i = 0; i < kUnknowns; ++i) matrix[k][i] = matrix[i][k] = 0;
    matrix[k][k] = 1;
    sides[k] = 0;
  }
  // Gaussian elimination with pivoting; the diagonal is normalised, since units differ.
  Row scale;
  for (std::size_t k = 0; k < kUnknowns; ++k) {
    if (!(matrix[k][k] > 0)) return false;
    scale[k] = 1 / std::sqrt(matrix[k][k]);
  }
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    for (std::size_t k = 0; k < kUnknowns; ++k) matrix[i][k] *= scale[i] * scale[k];
    sides[i] *= scale[i];
  }
  constexpr double kLeastPivot = 1e-6;
  for (std::size_t column = 0; column < kUnknowns; ++column) {
    std::size_t pivot = column;
    for (std::size_t i = column + 1; i < kUnknowns; ++i) {
      if (std::abs(matrix[i][column]) > std::abs(matrix[pivot][column])) pivot = i;
    }
    if (std::abs(matrix[pivot][column]) < kLeastPivot) return false;
    std::swap(matrix[pivot], matrix[column]);
    std::swap(sides[pivot], sides[column]);
    for (std::size_t i = column + 1; i < kUnknowns; ++i) {
      const double times = matrix[i][column] / matrix[column][column];
      for (std::size_t k = column; k < kUnknowns; ++k) matrix[i][k] -= times * matrix[column][k];
      sides[i] -= times * sides[column];
    }
  }
  for (std::size_t column = kUnknowns; column-- > 0;) {
    double rest = sides[column];
    for (std::size_t k = column + 1; k < kUnknowns; ++k) rest -= matrix[column][k] * solution[k];
    solution[column] = rest / matrix[column][column];
  }
  for (std::size_t k = 0; k < kUnknowns; ++k) solution[k] *= scale[k];
  return true;
}

/// Samples in the common format.
class Compared {
 public:
  Compared(const ImageView& picture, const ImageView& other)
      : picture_(picture),
        grey_(picture.format().colourChannels() == 1),
        bytes_(picture.format().depth == Depth::u8),
        channels_(picture.format().channels),
        times_(bytes_ && other.format().depth == Depth::u16 ? 257 : 1) {
    for (std::size_t k = 0; k < ofByte_.size(); ++k) ofByte_[k] = times_ * static_cast<double>(k);
  }

  double at(std::int64_t x, std::int64_t y, int channel) const {
    const std::int64_t column = std::clamp<std::int64_t>(x, 0, picture_.width() - 1);
    const std::int64_t row = std::clamp<std::int64_t>(y, 0, picture_.height() - 1);
    return inside(column, row, channel);
  }
  /// The same within the picture.
  double inside(std::int64_t x, std::int64_t y, int channel) const {
    return rowOf(y).at(x, channel);
  }
  /// A row of the picture.
  class SampleRow {
   public:
    SampleRow(const Compared& of, std::int64_t y) : of_(of), bytes_(of.picture_.row(y)), y_(y) {}

    double at(std::int64_t x, int channel) const {
      const int own = of_.grey_ ? 0 : channel;
      if (of_.bytes_) return of_.ofByte_[bytes_[x * of_.channels_ + own]];
      return of_.times_ * picture::sampleOf(of_.picture_, x, y_, own);
    }

   private:
    const Compared& of_;
    const std::uint8_t* bytes_;
    std::int64_t y_;
  };
  SampleRow rowOf(std::int64_t y) const { return {*this, y}; }
  /// Loads a pixel, and that below, into the cache.
  void expect(std::int64_t x, std::int64_t y) const {
    __builtin_prefetch(picture_.pixel(x, y));
    if (y + 1 < picture_.height()) __builtin_prefetch(picture_.pixel(x, y + 1));
  }
  /// The picture for `valuesAt`; nothing if that does not apply.
  std::optional<ByteSamples> bytes() const {
    const std::int64_t stride = picture_.stride();
    if (!bytes_ || stride < 0 || stride * picture_.height() >= std::int64_t{1} << 31) return {};
    return ByteSamples{picture_.row(0), stride, picture_.format().channels, picture_.size(),
                       times_};
  }
  std::int32_t channelOf(int channel) const { return grey_ ? 0 : channel; }
  /// Bilinear; pixel centres are at whole numbers.
  double between(double x, double y, int channel) const {
    const std::int64_t left = floorOf(x);
    const std::int64_t top = floorOf(y);
    const double alongX = x - static_cast<double>(left);
    const double alongY = y - static_cast<double>(top);
    const auto mixed = [&](double a, double b, double c, double d) {
      const double above = a * (1 - alongX) + b * alongX;
      const double below = c * (1 - alongX) + d * alongX;
      return above * (1 - alongY) + below * alongY;
    };
    if (bytes_ && left >= 0 && top >= 0 && left + 1 < picture_.width() &&
        top + 1 < picture_.height()) {
      const int channels = picture_.format().channels;
      const std::uint8_t* first = picture_.row(top) + left * channels + (grey_ ? 0 : channel);
      const std::uint8_t* second = first + picture_.stride();
      return mixed(ofByte_[first[0]], ofByte_[first[channels]], ofByte_[second[0]],
                   ofByte_[second[channels]]);
    }
    return mixed(at(left, top, channel), at(left + 1, top, channel), at(left, top + 1, channel),
                 at(left + 1, top + 1, channel));
  }

 private:
  static std::int64_t floorOf(double value) {
    // A fit that diverges may lead anywhere.
    constexpr double kFar = std::int64_t{1} << 40;
    const auto whole = static_cast<std::int64_t>(value > -kFar ? std::min(value, kFar) : -kFar);
    return whole - (value < static_cast<double>(whole) ? 1 : 0);
  }

  ImageView picture_;
  bool grey_;
  bool bytes_;
  int channels_;
  double times_;
  std::array<double, 256> ofByte_;  ///< of an 8-bit sample
};

struct Motion {
  double right = 0;
  double down = 0;
  double turned = 0;  ///< radians, counter-clockwise as seen
  double enlarged = 0;
};

double degreesOf(const Motion& motion) {
  return motion.turned * 180 / std::numbers::pi;
}

class Fit {
 public:
  /// Stride of sampled columns and rows, from the second on: enough samples for four unknowns.
  static std::int64_t everyOf(Size size) {
    constexpr std::int64_t kMostPixels = 6144;
    return static_cast<std::int64_t>(std::ceil(
        std::sqrt(static_cast<double>(size.pixels()) / static_cast<double>(kMostPixels))));
  }

  /// The sampled pixels and their neighbours.
  static picture::SomePixels pixelsOf(Size size) { return {everyOf(size), 3}; }

  /// The needle's window of this size begins at (left, top) of the scene; pixels outside are
  /// ignored. The needle has `pixelsOf` the window.
  Fit(const ImageView& scene, const WarpedNeedle& needle, Size size, std::int64_t left,
      std::int64_t top, const std::array<bool, kUnknowns>& counts)
      : scene_(scene, needle.picture), counts_(counts) {
    const Compared wanted(needle.picture, scene);
    const int channels = picture::commonForm(needle.picture.format(), scene.format()).channels;
    const std::int64_t every = everyOf(size);
    const picture::SomePixels some = pixelsOf(size);
    const auto most =
        static_cast<std::size_t>((size.width / every + 1) * (size.height / every + 1) * channels);
    rows_.reserve(most);
    xs_.reserve(most);
    ys_.reserve(most);
    channels_.reserve(most);
    const Neighbours first{some.columnOf(0, size.width), some.columnOf(1, size.width),
                           some.columnOf(2, size.width)};
    for (std::int64_t y = 1; y + 1 < size.height; y += every) {
      const std::int64_t row = some.rowsAbove(y);
      const Around around{wanted.rowOf(row - 1), wanted.rowOf(row), wanted.rowOf(row + 1)};
      const std::uint8_t* mask = needle.mask.view().row(row);
      const std::uint8_t* above = needle.mask.view().row(row - 1);
      const std::uint8_t* below = needle.mask.view().row(row + 1);
      Neighbours at = first;
      for (std::int64_t x = 1; x + 1 < size.width; x += every, at.advance()) {
        const bool whole = mask[at.own] != 0 && mask[at.left] != 0 && mask[at.right] != 0 &&
                           above[at.own] != 0 && below[at.own] != 0;
        const bool inside =
            left + x >= 0 && top + y >= 0 && left + x < scene.width() && top + y < scene.height();
        if (!whole || !inside) continue;
        scene_.expect(left + x, top + y);
        const double dx = static_cast<double>(x) + 0.5 - static_cast<double>(size.width) / 2;
        const double dy = static_cast<double>(y) + 0.5 - static_cast<double>(size.height) / 2;
        for (int c = 0; c < channels; ++c) add(around, at, dx, dy, c);
      }
    }
    reach_ = std::sqrt(reach_);
    if (!rows_.empty()) {
      addProducts({rows_[0].data(), static_cast<std::int64_t>(rows_.size())}, matrix_[0].data());
    }
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      for (std::size_t k = 0; k < i; ++k) matrix_[i][k] = matrix_[k][i];
    }
  }

  /// Moves the window whose centre is (x, y); pixel centres are at whole numbers.
  bool run(double x, double y, Motion& motion) const {
    constexpr int kMostRounds = 12;
    for (int round = 0; round < kMostRounds; ++round) {
      Row sides{};
      eachBlockUnder(x, y, motion, [&](std::size_t first, std::span<const double> there) {
        addRows({rows_[first].data(), static_cast<std::int64_t>(there.size())}, there.data(),
                sides.data());
      });
      Row found{};
      if (!solve(matrix_, sides, counts_, found)) return false;
      const std::optional<double> change = follow(found, motion);
      if (!change) return false;
      if (*change < kNearEnough) return true;
    }
    return true;
  }

  /// Whether a part is hidden or missing: far more outliers than noise explains.
  bool isHidden(double x, double y, const Motion& motion) const {
    // Evenly spread pixels that are checked.
    constexpr std::size_t kChecked = 512;
    const std::size_t every = std::max<std::size_t>(1, rows_.size() / kChecked);
    std::vector<double> off;
    Light light;
    if (!lightOf(x, y, motion, every, light)) return false;
    for (std::size_t i = 0; i < rows_.size(); i += every) {
      off.push_back(std::abs(under(i, x, y, motion) - light.of(rows_[i])));
    }
    const double far = kFar * spreadOf(off);
    const auto count = std::count_if(off.begin(), off.end(), [&](double d) { return d > far; });
    // Normal noise leaves 0.3 % this far off.
    constexpr double kMany = 0.04;
    return static_cast<double>(count) > kMany * static_cast<double>(off.size());
  }

  /// Like `run`, with Tukey's biweight, so that outliers do not count.
  bool runWithoutHidden(double x, double y, Motion& motion) const {
    constexpr int kMostRounds = 30;
    constexpr double kWhole = 4.685;
    Light light;
    if (!lightOf(x, y, motion, 1, light)) return false;
    std::vector<double> there(rows_.size());
    std::vector<double> off(rows_.size());
    for (int round = 0; round < kMostRounds; ++round) {
      eachUnder(x, y, motion, [&](std::size_t i, double value) {
        there[i] = value;
        off[i] = std::abs(value - light.of(rows_[i]));
      });
      const double reach = kWhole * spreadOf(off);
      std::array<Row, kUnknowns> matrix{};
      Row sides{};
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const double part = off[i] / reach;
        if (part >= 1) continue;
        const double weight = (1 - part * part) * (1 - part * part);
        const Row& row = rows_[i];
        for (std::size_t j = 0; j < kUnknowns; ++j) {
          for (std::size_t k = j; k < kUnknowns; ++k) matrix[j][k] += weight * row[j] * row[k];
          sides[j] += weight * row[j] * there[i];
        }
      }
      for (std::size_t j = 0; j < kUnknowns; ++j) {
        for (std::size_t k = 0; k < j; ++k) matrix[j][k] = matrix[k][j];
      }
      Row found{};
      if (!solve(matrix, sides, counts_, found)) return false;
      light = {found[Unknown::offset], found[Unknown::gain]};
      const std::optional<double> change = follow(found, motion);
      if (!change) return false;
      if (*change < kNearEnough) return true;
    }
    return true;
  }

 private:
  static constexpr double kNearEnough = 1e-3;
  static constexpr double kFar = 3;

  /// Gain and offset of the needle's pixels.
  struct Light {
    double offset = 0;
    double gain = 1;
    double of(const Row& row) const { return offset + gain * row[Unknown::gain]; }
  };

  static WindowPlace placeOf(double x, double y, const Motion& motion) {
    return {x, y, motion.right, motion.down, motion.turned, motion.enlarged};
  }
  double under(std::size_t i, double x, double y, const Motion& motion) const {
    const WindowPlace place = placeOf(x, y, motion);
    return scene_.between(place.columnOf(xs_[i], ys_[i]), place.rowOf(xs_[i], ys_[i]),
                          channels_[i]);
  }
  /// Calls take(first, samples) with the samples of the scene under some probes after another.
  template <class Take>
  void eachBlockUnder(double x, double y, const Motion& motion, const Take& take) const {
    const WindowPlace place = placeOf(x, y, motion);
    const std::optional<ByteSamples> bytes = scene_.bytes();
    std::array<double, Points::kMost> values;
    for (std::size_t first = 0; first < rows_.size(); first += values.size()) {
      const std::size_t count = std::min(values.size(), rows_.size() - first);
      const Points points{xs_.data() + first, ys_.data() + first, channels_.data() + first,
                          static_cast<std::int64_t>(count)};
      if (!bytes || !valuesAt(*bytes, points, place, values.data())) {
        for (std::size_t i = 0; i < count; ++i) values[i] = under(first + i, x, y, motion);
      }
      take(first, std::span<const double>(values.data(), count));
    }
  }
  /// Calls take(i, sample) with the sample under each.
  template <class Take>
  void eachUnder(double x, double y, const Motion& motion, const Take& take) const {
    eachBlockUnder(x, y, motion, [&](std::size_t first, std::span<const double> there) {
      for (std::size_t i = 0; i < there.size(); ++i) take(first + i, there[i]);
    });
  }

  /// Gain and offset that fit most pixels at this motion: a line through all, refitted to those
  /// near it.
  bool lightOf(double x, double y, const Motion& motion, std::size_t every, Light& light) const {
    std::vector<double> wanted;
    std::vector<double> there;
    for (std::size_t i = 0; i < rows_.size(); i += every) {
      wanted.push_back(rows_[i][Unknown::gain]);
      there.push_back(under(i, x, y, motion));
    }
    if (wanted.size() < kUnknowns) return false;
    std::vector<bool> counts(wanted.size(), true);
    constexpr int kRounds = 4;
    for (int round = 0; round < kRounds; ++round) {
      double n = 0;
      double t = 0;
      double i = 0;
      double tt = 0;
      double it = 0;
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        if (!counts[k]) continue;
        n += 1;
        t += wanted[k];
        i += there[k];
        tt += wanted[k] * wanted[k];
        it += wanted[k] * there[k];
      }
      const double variance = n * tt - t * t;
      if (!(variance > 0)) return false;
      light.gain = (n * it - i * t) / variance;
      light.offset = (i - light.gain * t) / n;
      std::vector<double> off(wanted.size());
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        off[k] = std::abs(there[k] - light.offset - light.gain * wanted[k]);
      }
      const double far = kFar * spreadOf(off);
      for (std::size_t k = 0; k < wanted.size(); ++k) counts[k] = off[k] <= far;
    }
    return light.gain > 0;
  }

  /// Robust standard deviation from the median; never 0.
  static double spreadOf(std::vector<double> off) {
    constexpr double kNormal = 1.4826;
    constexpr double kLeast = 1e-3;
    const auto middle = off.begin() + static_cast<std::ptrdiff_t>(off.size() / 2);
    std::nth_element(off.begin(), middle, off.end());
    return std::max(kLeast, kNormal * *middle);
  }

  /// Applies a step; returns its length in pixels, or nothing if it is implausible.
  std::optional<double> follow(const Row& found, Motion& motion) const {
    const double gain = found[Unknown::gain];
    if (!(gain > 0)) return {};
    motion.right += found[Unknown::right] / gain;
    motion.down += found[Unknown::down] / gain;
    motion.turned += found[Unknown::turned] / gain;
    motion.enlarged += found[Unknown::enlarged] / gain;
    const double change =
        (std::abs(found[Unknown::right]) + std::abs(found[Unknown::down]) +
         reach_ * (std::abs(found[Unknown::turned]) + std::abs(found[Unknown::enlarged]))) /
        gain;
    if (!std::isfinite(change)) return {};
    return change;
  }

  /// Columns of the needle's pixels: a sampled one and its neighbours.
  struct Neighbours {
    std::int64_t left;
    std::int64_t own;
    std::int64_t right;

    /// To the next sampled one.
    void advance() {
      ++left;
      ++own;
      ++right;
    }
  };

  /// Three rows of the needle's pixels.
  struct Around {
    Compared::SampleRow above;
    Compared::SampleRow own;
    Compared::SampleRow below;
  };

  /// Adds the probe in the middle row, which is (dx, dy) from the window's centre.
  void add(const Around& wanted, const Neighbours& x, double dx, double dy, int channel) {
    const double alongX = (wanted.own.at(x.right, channel) - wanted.own.at(x.left, channel)) / 2;
    const double alongY = (wanted.below.at(x.own, channel) - wanted.above.at(x.own, channel)) / 2;
    xs_.push_back(dx);
    ys_.push_back(dy);
    channels_.push_back(scene_.channelOf(channel));
    Row& row = rows_.emplace_back();
    row[Unknown::offset] = 1;
    row[Unknown::gain] = wanted.own.at(x.own, channel);
    // Moving the window right shifts the needle left within it.
    row[Unknown::right] = -alongX;
    row[Unknown::down] = -alongY;
    row[Unknown::turned] = -(alongX * dy - alongY * dx);
    row[Unknown::enlarged] = -(alongX * dx + alongY * dy);
    reach_ = std::max(reach_, dx * dx + dy * dy);
  }

  Compared scene_;
  std::array<bool, kUnknowns> counts_;
  // Probes: samples of the needle.
  ScratchVector<Row> rows_;   ///< the sample and its gradient, by unknown
  ScratchVector<double> xs_;  ///< from the window's centre
  ScratchVector<double> ys_;
  ScratchVector<std::int32_t> channels_;  ///< in the scene
  std::array<Row, kUnknowns> matrix_{};
  double reach_ = 0;  ///< of the farthest probe from the window's centre; until all are added, its
                      ///< square
};

}  // namespace

void refinePose(const ImageView& scene, const NeedleWarper& warper, const PoseGrid& grid,
                const PosedPeak& place, Match& match) {
  const GridPose& pose = grid.poses[place.pose];
  const bool turns = grid.angleStep > 0;
  const bool scales = grid.scaleStep > 0;
  const Size window = warper.windowOf(pose);
  const WarpedNeedle needle = warper.warp(pose, Fit::pixelsOf(window));
  Motion motion;
  const Fit fit(scene, needle, window, columnOf(place), rowOf(place),
                {true, true, true, true, turns, scales});
  const double x = static_cast<double>(columnOf(place)) + static_cast<double>(window.width) / 2;
  const double y = static_cast<double>(rowOf(place)) + static_cast<double>(window.height) / 2;
  // In steps of the grid. With hidden parts the best grid pose may be two steps away.
  const auto isWithin = [&](double steps) {
    constexpr double kMostShift = 1.5;
    return std::max(std::abs(motion.right), std::abs(motion.down)) <= steps * kMostShift &&
           std::abs(degreesOf(motion)) <= steps * grid.angleStep &&
           std::abs(motion.enlarged) <= steps * grid.scaleStep;
  };
  const bool fits = fit.run(x - 0.5, y - 0.5, motion) && isWithin(1);
  if (!fits) motion = {};
  if (fit.isHidden(x - 0.5, y - 0.5, motion)) {
    const Motion plain = motion;
    if (!fit.runWithoutHidden(x - 0.5, y - 0.5, motion) || !isWithin(2)) motion = plain;
  } else if (!fits) {
    return;
  }
  const double degrees = degreesOf(motion);
  setShift(match, x + motion.right - match.x - match.width / 2.0,
           y + motion.down - match.y - match.height / 2.0);
  constexpr double kOne = picture::Turn::kOne;
  if (turns) {
    double angle = static_cast<double>(pose.angle) / kOne + degrees;
    if (angle < 0) angle += 360;
    if (angle >= 360) angle -= 360;
    match.angle = static_cast<float>(angle);
  }
  if (scales) {
    match.scale =
        static_cast<float>(static_cast<double>(pose.scale) / kOne * (1 + motion.enlarged));
  }
}

}  // namespace espy::pose
