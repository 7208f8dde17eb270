// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "find/needle.h"
#include "pose/loops.h"

namespace espy::pose {
namespace {

/// Sums over the pixels that take part and have a neighbour to each side that does.
struct Changes {
  double count = 0;
  double sum = 0;
  double squares = 0;
  double turned = 0;  ///< squares of the change by a radian
  double grown = 0;   ///< squares of the change by a scale of e
  double both = 0;    ///< products of the two
  double moved = 0;   ///< squares of the change by a pixel to the side, and by one down
};

class ChangeCounter {
 public:
  explicit ChangeCounter(const Needle& needle)
      : needle_(finders::prepareNeedle(needle, 0, needle.picture.format(), false)) {}

  Changes count() {
    // So many pixels of a large needle, spread over it, tell of all.
    constexpr std::int64_t kPixels = 1 << 16;
    const std::int64_t every = std::max<std::int64_t>(1, needle_.size.pixels() / kPixels);
    for (int c = 0; c < needle_.form.channels; ++c) {
      for (std::int64_t y = 0; y < needle_.size.height; ++y) addRow(c, y, 2 * y % every, every);
    }
    return all_;
  }

 private:
  /// The pixel's value, or that of (x, y) where it takes no part.
  double valueAt(int channel, std::int64_t x, std::int64_t y, double otherwise) const {
    const Size size = needle_.size;
    const bool inside = x >= 0 && y >= 0 && x < size.width && y < size.height;
    return inside && needle_.weight(x, y) != 0 ? needle_.row(channel, y)[x] : otherwise;
  }

  void addRow(int channel, std::int64_t y, std::int64_t first, std::int64_t every) {
    const std::int64_t width = needle_.size.width;
    constexpr std::int64_t kWidest = 32768;  // for sums of 64 bits
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

  /// A sample, and how it changes to each side.
  void add(std::int64_t x, std::int64_t y, double own, double right, double left, double down,
           double up) {
    all_.count += 1;
    all_.sum += own;
    all_.squares += own * own;
    // One-sided differences, because those over two pixels do not see the finest detail.
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
  // Beyond this far a needle has other sides than its neighbours see.
  constexpr double kMostRadians = std::numbers::pi / 16;
  constexpr double kLeastRadians = 1e-4;
  // What turning and growing have in common is lost besides.
  const double alike =
      std::abs(changes.both) / std::sqrt(std::max(changes.turned * changes.grown, 1e-9));
  // And what squares do not tell is left room for.
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

}  // namespace espy::pose
