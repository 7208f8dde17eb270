// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "find/needle.h"
#include "picture/turn.h"
#include "pose/loops.h"

namespace espy::pose {
namespace {

/// Sums over counted pixels with counted neighbours on all sides.
struct Changes {
  double count = 0;
  double sum = 0;
  double squares = 0;
  double turned = 0;  ///< squared change per radian
  double grown = 0;   ///< squared change per factor e
  double both = 0;    ///< their product
  double moved = 0;   ///< squared change per pixel, right and down
};

class ChangeCounter {
 public:
  explicit ChangeCounter(const Needle& needle)
      : needle_(finders::prepareNeedle(needle, 0, needle.picture.format(), false)) {}

  Changes count() {
    // Pixels sampled of a large needle.
    constexpr std::int64_t kPixels = 1 << 16;
    const std::int64_t every = std::max<std::int64_t>(1, needle_.size.pixels() / kPixels);
    for (int c = 0; c < needle_.form.channels; ++c) {
      for (std::int64_t y = 0; y < needle_.size.height; ++y) addRow(c, y, 2 * y % every, every);
    }
    return all_;
  }

 private:
  /// The value of pixel (x, y), or `otherwise` if it is outside or ignored.
  double valueAt(int channel, std::int64_t x, std::int64_t y, double otherwise) const {
    const Size size = needle_.size;
    const bool inside = x >= 0 && y >= 0 && x < size.width && y < size.height;
    return inside && needle_.weight(x, y) != 0 ? needle_.row(channel, y)[x] : otherwise;
  }

  void addRow(int channel, std::int64_t y, std::int64_t first, std::int64_t every) {
    const std::int64_t width = needle_.size.width;
    constexpr std::int64_t kWidest = 32768;  // for 64-bit sums
    const bool inner = needle_.solid && needle_.form.depth == Depth::u8 && width <= kWidest &&
                       y > 0 && y + 1 < needle_.size.height;
    std::int64_t x = first;
    if (inner) {
      for (; x < 1 && x < width; x += every) add(channel, x, y);
      const std::int64_t count = (width - 1 - x + every - 1) / every;
      if (count > 0) {
        addInner(sumChanges({needle_.row(channel, y - 1), needle_.row(channel, y),
                             needle_.row(channel, y + 1)},
                            {x, every, count, width}),
                 y);
        x += count * every;
      }
    }
    for (; x < width; x += every) add(channel, x, y);
  }

  void addInner(const RowChanges& row, std::int64_t y) {
    const auto of = [](std::int64_t sum) { return static_cast<double>(sum); };
    const double dy = static_cast<double>(y) + 0.5 - static_cast<double>(needle_.size.height) / 2;
    all_.count += of(row.count);
    all_.sum += of(row.sum);
    all_.squares += of(row.squares);
    all_.moved += of(row.alongX + row.alongY) / 2;
    all_.turned += dy * dy * of(row.alongX) / 2 + of(row.farY) / 8 - dy * of(row.nearBoth) / 4;
    all_.both +=
        dy * of(row.nearX - row.nearY) / 4 + dy * dy * of(row.both) / 4 - of(row.farBoth) / 16;
    all_.grown += of(row.farX) / 8 + dy * dy * of(row.alongY) / 2 + dy * of(row.nearBoth) / 4;
  }

  void add(int channel, std::int64_t x, std::int64_t y) {
    if (needle_.weight(x, y) == 0) return;
    const double own = needle_.row(channel, y)[x];
    add(x, y, own, valueAt(channel, x + 1, y, own) - own, own - valueAt(channel, x - 1, y, own),
        valueAt(channel, x, y + 1, own) - own, own - valueAt(channel, x, y - 1, own));
  }

  /// A sample and its differences to its neighbours.
  void add(std::int64_t x, std::int64_t y, double own, double right, double left, double down,
           double up) {
    all_.count += 1;
    all_.sum += own;
    all_.squares += own * own;
    // One-sided differences: central ones miss the finest detail.
    const double alongX = (right * right + left * left) / 2;
    const double alongY = (down * down + up * up) / 2;
    const double both = (right + left) * (down + up) / 4;
    const double dx = static_cast<double>(x) + 0.5 - static_cast<double>(needle_.size.width) / 2;
    const double dy = static_cast<double>(y) + 0.5 - static_cast<double>(needle_.size.height) / 2;
    all_.moved += alongX + alongY;
    all_.turned += dy * dy * alongX + dx * dx * alongY - 2 * dx * dy * both;
    all_.both += dx * dy * (alongX - alongY) + (dy * dy - dx * dx) * both;
    all_.grown += dx * dx * alongX + dy * dy * alongY + 2 * dx * dy * both;
  }

  finders::PreparedNeedle needle_;
  Changes all_;
};

}  // namespace

PoseSteps stepsFor(const Needle& needle) {
  const Changes changes = ChangeCounter(needle).count();
  const double variance =
      changes.squares - changes.sum * changes.sum / std::max(1.0, changes.count);
  // Beyond this angle the linear model fails.
  constexpr double kMostRadians = std::numbers::pi / 16;
  constexpr double kLeastRadians = 1e-4;
  // Turning and growing are correlated.
  const double alike =
      std::abs(changes.both) / std::sqrt(std::max(changes.turned * changes.grown, 1e-9));
  // Safety margin of the quadratic model.
  constexpr double kSquaresTell = 0.95;
  const double share = kSquaresTell * kLostBetweenPoses / (1 + std::min(alike, 1.0));
  const auto stepFor = [&](double change) {
    if (change <= 0) return kMostRadians;
    const double step = 2 * std::sqrt(share * std::max(0.0, variance) / change);
    return std::clamp(step, kLeastRadians, kMostRadians);
  };
  PoseSteps steps;
  steps.angle = stepFor(changes.turned) * 180 / std::numbers::pi;
  steps.scale = stepFor(changes.grown);
  constexpr double kHalf = 0.5;
  steps.betweenPixels = variance > 0 ? kHalf * kHalf * changes.moved / (2 * variance) : 0;
  steps.variance = std::max(0.0, variance) / std::max(1.0, changes.count);
  return steps;
}

namespace {

/// Sums over pixels with neighbours on all sides: products of the gradient's components, and of
/// these with the derivatives by turning and growing.
struct Products {
  double xx = 0;
  double xy = 0;
  double yy = 0;
  double turnedX = 0;
  double turnedY = 0;
  double grownX = 0;
  double grownY = 0;
};

Products productsOf(const finders::PreparedNeedle& needle) {
  const Size size = needle.size;
  Products sums;
  for (int c = 0; c < needle.form.channels; ++c) {
    for (std::int64_t y = 1; y + 1 < size.height; ++y) {
      const std::uint16_t* above = needle.row(c, y - 1);
      const std::uint16_t* row = needle.row(c, y);
      const std::uint16_t* below = needle.row(c, y + 1);
      const double down = static_cast<double>(y) + 0.5 - static_cast<double>(size.height) / 2;
      for (std::int64_t x = 1; x + 1 < size.width; ++x) {
        const bool counts =
            needle.solid || (needle.weight(x, y) != 0 && needle.weight(x - 1, y) != 0 &&
                             needle.weight(x + 1, y) != 0 && needle.weight(x, y - 1) != 0 &&
                             needle.weight(x, y + 1) != 0);
        if (!counts) continue;
        const double right = static_cast<double>(x) + 0.5 - static_cast<double>(size.width) / 2;
        const double alongX = (row[x + 1] - row[x - 1]) / 2.0;
        const double alongY = (below[x] - above[x]) / 2.0;
        const double turned = alongX * down - alongY * right;
        const double grown = alongX * right + alongY * down;
        sums.xx += alongX * alongX;
        sums.xy += alongX * alongY;
        sums.yy += alongY * alongY;
        sums.turnedX += alongX * turned;
        sums.turnedY += alongY * turned;
        sums.grownX += alongX * grown;
        sums.grownY += alongY * grown;
      }
    }
  }
  return sums;
}

}  // namespace

Drift driftOf(const Needle& needle) {
  Products sums =
      productsOf(finders::prepareNeedle(needle, 0, needle.picture.format(), /*weighted=*/false));
  // Along an edge the position is undetermined.
  constexpr double kLeast = 1e-3;
  const double both = sums.xx + sums.yy;
  if (both <= 0) return {};
  sums.xx += kLeast * both;
  sums.yy += kLeast * both;
  const double determinant = sums.xx * sums.yy - sums.xy * sums.xy;
  const auto shiftOf = [&](double x, double y) {
    return Drift::Shift{(sums.xy * y - sums.yy * x) / determinant,
                        (sums.xy * x - sums.xx * y) / determinant};
  };
  return {shiftOf(sums.turnedX, sums.turnedY), shiftOf(sums.grownX, sums.grownY)};
}

Drift::Shift Drift::by(double radians, double growth, bool mirrored) const {
  // Mirrored: left and right, and the sense of rotation, are exchanged.
  if (mirrored) {
    return {turned.x * radians - grown.x * growth, grown.y * growth - turned.y * radians};
  }
  return {turned.x * radians + grown.x * growth, turned.y * radians + grown.y * growth};
}

Drift::Shift turnedDrift(const Drift::Shift& drift, const GridPose& pose, int level) {
  constexpr double kOne = picture::Turn::kOne;
  const double angle = static_cast<double>(pose.angle) / kOne * std::numbers::pi / 180;
  const double scale = static_cast<double>(pose.scale) / kOne / std::exp2(level);
  return {scale * (std::cos(angle) * drift.x + std::sin(angle) * drift.y),
          scale * (std::cos(angle) * drift.y - std::sin(angle) * drift.x)};
}

}  // namespace espy::pose
