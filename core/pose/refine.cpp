// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/refine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "picture/form.h"
#include "picture/sample.h"

namespace espy::pose {
namespace {

/// What is looked for: how much brighter, how many times the contrast, and by how much the window
/// is to be moved to the right and down, turned, and enlarged.
struct Unknown {
  enum : std::uint8_t { offset, gain, right, down, turned, enlarged };
};
constexpr std::size_t kUnknowns = 6;
using Row = std::array<double, kUnknowns>;

/// Solves the normal equations of those unknowns that count; false where they do not say.
bool solve(std::array<Row, kUnknowns> matrix, Row sides, const std::array<bool, kUnknowns>& counts,
           Row& solution) {
  for (std::size_t k = 0; k < kUnknowns; ++k) {
    if (counts[k]) continue;
    for (std::size_t i = 0; i < kUnknowns; ++i) matrix[k][i] = matrix[i][k] = 0;
    matrix[k][k] = 1;
    sides[k] = 0;
  }
  // Gauss with the largest pivots, on a matrix whose diagonal is made 1: its unknowns have units of
  // their own.
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

/// Samples of two pictures as they are compared.
class Compared {
 public:
  Compared(const ImageView& picture, const ImageView& other)
      : picture_(picture),
        grey_(picture.format().colourChannels() == 1),
        times_(picture.format().depth == Depth::u8 && other.format().depth == Depth::u16 ? 257
                                                                                         : 1) {}

  double at(std::int64_t x, std::int64_t y, int channel) const {
    const std::int64_t column = std::clamp<std::int64_t>(x, 0, picture_.width() - 1);
    const std::int64_t row = std::clamp<std::int64_t>(y, 0, picture_.height() - 1);
    return times_ * picture::sampleOf(picture_, column, row, grey_ ? 0 : channel);
  }
  /// Between pixels, whose centres have whole numbers.
  double between(double x, double y, int channel) const {
    const double column = std::floor(x);
    const double row = std::floor(y);
    const auto left = static_cast<std::int64_t>(column);
    const auto top = static_cast<std::int64_t>(row);
    const double alongX = x - column;
    const double alongY = y - row;
    const double above =
        at(left, top, channel) * (1 - alongX) + at(left + 1, top, channel) * alongX;
    const double below =
        at(left, top + 1, channel) * (1 - alongX) + at(left + 1, top + 1, channel) * alongX;
    return above * (1 - alongY) + below * alongY;
  }

 private:
  ImageView picture_;
  bool grey_;
  double times_;
};

/// A sample of the needle, and how it changes.
struct Probe {
  double x;  ///< from the window's middle
  double y;
  int channel;
  Row row;
};

/// How a window is moved.
struct Motion {
  double right = 0;
  double down = 0;
  double turned = 0;  ///< radians, counter-clockwise as seen
  double enlarged = 0;
};

class Fit {
 public:
  /// Of a window of this size, every so manyth column and row has a sample that is looked at, from
  /// the second on: so many say enough of four numbers.
  static std::int64_t everyOf(Size size) {
    constexpr std::int64_t kMostPixels = 6144;
    return static_cast<std::int64_t>(std::ceil(
        std::sqrt(static_cast<double>(size.pixels()) / static_cast<double>(kMostPixels))));
  }

  /// Of the needle no rows are read but those with such a sample and those beside them.
  Fit(const ImageView& scene, const WarpedNeedle& needle, const std::array<bool, kUnknowns>& counts)
      : scene_(scene, needle.picture), counts_(counts) {
    const Compared wanted(needle.picture, scene);
    const int channels = picture::commonForm(needle.picture.format(), scene.format()).channels;
    const Size size = needle.picture.size();
    const ImageView& mask = needle.mask.view();
    const std::int64_t every = everyOf(size);
    for (std::int64_t y = 1; y + 1 < size.height; y += every) {
      for (std::int64_t x = 1; x + 1 < size.width; x += every) {
        const bool whole = *mask.pixel(x, y) != 0 && *mask.pixel(x - 1, y) != 0 &&
                           *mask.pixel(x + 1, y) != 0 && *mask.pixel(x, y - 1) != 0 &&
                           *mask.pixel(x, y + 1) != 0;
        if (!whole) continue;
        for (int c = 0; c < channels; ++c) add(wanted, size, x, y, c);
      }
    }
  }

  /// Moves the window whose middle is at (x, y), where pixels' centres have whole numbers.
  bool run(double x, double y, Motion& motion) const {
    constexpr int kMostRounds = 12;
    constexpr double kNearEnough = 1e-3;
    for (int round = 0; round < kMostRounds; ++round) {
      Row sides{};
      for (const Probe& probe : probes_) {
        const double px =
            probe.x + motion.right + motion.turned * probe.y + motion.enlarged * probe.x;
        const double py =
            probe.y + motion.down - motion.turned * probe.x + motion.enlarged * probe.y;
        const double there = scene_.between(x + px, y + py, probe.channel);
        for (std::size_t k = 0; k < kUnknowns; ++k) sides[k] += probe.row[k] * there;
      }
      Row found{};
      if (!solve(matrix_, sides, counts_, found) || !(found[Unknown::gain] > 0)) return false;
      motion.right += found[Unknown::right] / found[Unknown::gain];
      motion.down += found[Unknown::down] / found[Unknown::gain];
      motion.turned += found[Unknown::turned] / found[Unknown::gain];
      motion.enlarged += found[Unknown::enlarged] / found[Unknown::gain];
      const double change =
          std::abs(found[Unknown::right]) + std::abs(found[Unknown::down]) +
          reach_ * (std::abs(found[Unknown::turned]) + std::abs(found[Unknown::enlarged]));
      if (!std::isfinite(change)) return false;
      if (change < kNearEnough * found[Unknown::gain]) return true;
    }
    return true;
  }

 private:
  void add(const Compared& wanted, Size size, std::int64_t x, std::int64_t y, int channel) {
    const double alongX = (wanted.at(x + 1, y, channel) - wanted.at(x - 1, y, channel)) / 2;
    const double alongY = (wanted.at(x, y + 1, channel) - wanted.at(x, y - 1, channel)) / 2;
    const double dx = static_cast<double>(x) + 0.5 - static_cast<double>(size.width) / 2;
    const double dy = static_cast<double>(y) + 0.5 - static_cast<double>(size.height) / 2;
    Probe probe{dx, dy, channel, {}};
    probe.row[Unknown::offset] = 1;
    probe.row[Unknown::gain] = wanted.at(x, y, channel);
    // Where the window lies too far to the left by one, it sees the needle's next pixel too late.
    probe.row[Unknown::right] = -alongX;
    probe.row[Unknown::down] = -alongY;
    probe.row[Unknown::turned] = -(alongX * dy - alongY * dx);
    probe.row[Unknown::enlarged] = -(alongX * dx + alongY * dy);
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      for (std::size_t k = 0; k < kUnknowns; ++k) matrix_[i][k] += probe.row[i] * probe.row[k];
    }
    reach_ = std::max(reach_, std::hypot(dx, dy));
    probes_.push_back(probe);
  }

  Compared scene_;
  std::array<bool, kUnknowns> counts_;
  std::vector<Probe> probes_;
  std::array<Row, kUnknowns> matrix_{};
  double reach_ = 0;
};

}  // namespace

void refinePose(const ImageView& scene, const NeedleWarper& warper, const PoseGrid& grid,
                const GridPose& pose, Match& match) {
  const bool turns = grid.angleStep > 0;
  const bool scales = grid.scaleStep > 0;
  constexpr std::int64_t kWithNeighbours = 3;
  const picture::SomeRows rows{Fit::everyOf(warper.windowOf(pose)), kWithNeighbours};
  const WarpedNeedle needle = warper.warp(pose, rows);
  Motion motion;
  const Fit fit(scene, needle, {true, true, true, true, turns, scales});
  if (!fit.run(match.x + match.width / 2.0 - 0.5, match.y + match.height / 2.0 - 0.5, motion)) {
    return;
  }
  constexpr double kMostShift = 1.5;
  const double degrees = motion.turned * 180 / std::numbers::pi;
  if (std::abs(motion.right) > kMostShift || std::abs(motion.down) > kMostShift ||
      std::abs(degrees) > grid.angleStep || std::abs(motion.enlarged) > grid.scaleStep) {
    return;
  }
  constexpr double kShift = 4096;
  match.shiftX = static_cast<std::int16_t>(std::lround(motion.right * kShift));
  match.shiftY = static_cast<std::int16_t>(std::lround(motion.down * kShift));
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
