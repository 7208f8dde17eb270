// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/complete.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace espy::contour {
namespace {

double lengthOf(double x, double y) {
  return std::sqrt(x * x + y * y);
}

SubPixel unit(double x, double y) {
  const double length = lengthOf(x, y);
  return length > 0 ? SubPixel{x / length, y / length} : SubPixel{1, 0};
}

/// Follows the needle's outline from matched points on, in one direction.
class Tracker {
 public:
  /// `sign`: 1 to follow the outline onwards, -1 backwards.
  Tracker(const ShapeTree& tree, const ContourMap& map, int sign, double scale)
      : tree_(tree), map_(map), sign_(sign), scale_(scale) {}

  struct Step {
    SubPixel at;
    bool seen;
  };

  /// `count` points after those that are known, of which point `last` is the last in this
  /// direction; `known` are the last ones in this order.
  std::vector<Step> follow(std::int64_t last, std::span<const SubPixel> known, int count) {
    std::vector<SubPixel> recent(known.begin(), known.end());
    std::vector<Step> steps;
    int hidden = 0;
    for (int k = 1; k <= count; ++k) {
      const std::int64_t p = last + sign_ * k;
      const Similarity local = localFrame(p, recent);
      const SubPixel at = local(point(p));
      const SubPixel before = local(point(p - 1));
      const SubPixel after = local(point(p + 1));
      const double segment = lengthOf(after.x - before.x, after.y - before.y) / 2;
      const double usual = std::max(segment, 1.0);
      const double reach = usual * std::min(kMostReach, kReach + kReachPerHidden * hidden);
      const auto found = map_.nearest(at, unit(after.x - before.x, after.y - before.y), reach);
      hidden = found ? 0 : hidden + 1;
      steps.push_back({found.value_or(at), found.has_value()});
      recent.push_back(steps.back().at);
    }
    return steps;
  }

 private:
  // In segments of the outline.
  static constexpr double kReach = 0.8;
  static constexpr double kReachPerHidden = 0.2;
  static constexpr double kMostReach = 2.5;
  static constexpr std::size_t kRecent = 6;  ///< points by which the next one is predicted
  static constexpr double kMostStretch = 1.25;

  SubPixel point(std::int64_t p) const {
    const std::vector<SubPixel>& points = tree_.points();
    if (tree_.closed())
      return points[static_cast<std::size_t>((p % kSegments + kSegments) % kSegments)];
    return points[static_cast<std::size_t>(std::clamp<std::int64_t>(p, 0, kSegments))];
  }

  /// The similarity of the last points, of about the whole's scale.
  Similarity localFrame(std::int64_t p, const std::vector<SubPixel>& recent) const {
    const std::size_t count = std::min(kRecent, recent.size());
    std::vector<SubPixel> from;
    for (std::size_t k = count; k > 0; --k) {
      from.push_back(point(p - sign_ * static_cast<std::int64_t>(k)));
    }
    const std::span<const SubPixel> to(recent.end() - static_cast<std::ptrdiff_t>(count),
                                       recent.end());
    Similarity local = fitted(from, to);
    const double own = lengthOf(local.a, local.b);
    const double held = std::clamp(own, scale_ / kMostStretch, scale_ * kMostStretch);
    if (own > 0) {
      local.a *= held / own;
      local.b *= held / own;
    } else {
      local.a = held;
    }
    // Through the middle of the last two points, so that it does not drift.
    const SubPixel end = from.back();
    const SubPixel moved = local(end);
    local.x += recent.back().x - moved.x;
    local.y += recent.back().y - moved.y;
    return local;
  }

  const ShapeTree& tree_;
  const ContourMap& map_;
  int sign_;
  double scale_;
};

/// After which of `count` unknown points to change from those found forwards to those found
/// backwards: the fewest hidden, and the least jump, in segments.
int bestChange(const std::vector<Tracker::Step>& forwards,
               const std::vector<Tracker::Step>& backwards, double segment) {
  const int count = static_cast<int>(forwards.size());
  int best = 0;
  double least = 1e300;
  int hidden = 0;
  for (const Tracker::Step& step : backwards) hidden += step.seen ? 0 : 1;
  for (int change = 0; change <= count; ++change) {
    if (change > 0) {
      hidden += forwards[static_cast<std::size_t>(change - 1)].seen ? 0 : 1;
      hidden -= backwards[static_cast<std::size_t>(change - 1)].seen ? 0 : 1;
    }
    double jump = 0;
    if (count > 0) {
      const auto at = static_cast<std::size_t>(std::min(change, count - 1));
      jump =
          lengthOf(forwards[at].at.x - backwards[at].at.x, forwards[at].at.y - backwards[at].at.y) /
          segment;
    }
    const double cost = hidden + jump;
    if (cost >= least) continue;
    least = cost;
    best = change;
  }
  return best;
}

}  // namespace

template <class Use>
void ContourMap::forEach(const Control& control, const Use& use) const {
  for (std::uint32_t c = 0; c < contours_.size(); ++c) {
    control.check();
    const std::size_t points = contours_[c].points.size();
    for (std::uint32_t i = 0; i + (contours_[c].closed ? 0 : 1) < points; ++i) use(Piece{c, i});
  }
}

ContourMap::ContourMap(std::span<const SteppedChain> contours, double step, const Control& control)
    : contours_(contours), cell_(std::max(1.0, 2 * step)) {
  std::size_t count = 0;
  std::int64_t right = 0;
  std::int64_t bottom = 0;
  forEach(control, [&](Piece piece) {
    const std::int64_t x = cellOf(from(piece).x);
    const std::int64_t y = cellOf(from(piece).y);
    const bool isFirst = count++ == 0;
    left_ = isFirst ? x : std::min(left_, x);
    right = isFirst ? x : std::max(right, x);
    top_ = isFirst ? y : std::min(top_, y);
    bottom = isFirst ? y : std::max(bottom, y);
  });
  if (count == 0) return;
  columns_ = right - left_ + 1;
  rows_ = bottom - top_ + 1;
  begins_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
  const auto cell = [&](Piece piece) {
    return static_cast<std::size_t>((cellOf(from(piece).y) - top_) * columns_ +
                                    cellOf(from(piece).x) - left_);
  };
  // Each cell's end, which becomes its begin as pieces are put in from the back.
  forEach(control, [&](Piece piece) { ++begins_[cell(piece)]; });
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  pieces_.resize(count);
  forEach(control, [&](Piece piece) { pieces_[--begins_[cell(piece)]] = piece; });
}

std::int64_t ContourMap::cellOf(double coordinate) const {
  return static_cast<std::int64_t>(std::floor(coordinate / cell_));
}

std::optional<SubPixel> ContourMap::nearest(SubPixel at, SubPixel direction, double reach) const {
  constexpr double kLeastCosine = 0.7071;
  std::optional<SubPixel> best;
  double least = reach;
  // A piece starts up to half a cell from its nearest point.
  const double far = reach + cell_ / 2;
  const std::int64_t x0 = std::max(left_, cellOf(at.x - far));
  const std::int64_t x1 = std::min(left_ + columns_ - 1, cellOf(at.x + far));
  const std::int64_t y0 = std::max(top_, cellOf(at.y - far));
  const std::int64_t y1 = std::min(top_ + rows_ - 1, cellOf(at.y + far));
  for (std::int64_t y = y0; y <= y1; ++y) {
    for (std::int64_t x = x0; x <= x1; ++x) {
      const auto cell = static_cast<std::size_t>((y - top_) * columns_ + x - left_);
      for (std::uint32_t k = begins_[cell]; k < begins_[cell + 1]; ++k) {
        const SubPixel start = from(pieces_[k]);
        const SubPixel end = to(pieces_[k]);
        const double dx = end.x - start.x;
        const double dy = end.y - start.y;
        const double square = dx * dx + dy * dy;
        if (square <= 0) continue;
        const double cosine = std::abs(dx * direction.x + dy * direction.y) / std::sqrt(square);
        if (cosine < kLeastCosine) continue;
        const double share =
            std::clamp(((at.x - start.x) * dx + (at.y - start.y) * dy) / square, 0.0, 1.0);
        const SubPixel place{start.x + share * dx, start.y + share * dy};
        // A turn by 45 degrees counts as much as 0.6 of the reach.
        const double distance = lengthOf(place.x - at.x, place.y - at.y) + 2 * (1 - cosine) * reach;
        if (distance >= least) continue;
        least = distance;
        best = place;
      }
    }
  }
  return best;
}

PointMoments momentsOf(std::span<const SubPixel> from, std::span<const SubPixel> to) {
  PointMoments sums;
  const auto count = static_cast<double>(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    sums.meanFrom = {sums.meanFrom.x + from[i].x / count, sums.meanFrom.y + from[i].y / count};
    sums.meanTo = {sums.meanTo.x + to[i].x / count, sums.meanTo.y + to[i].y / count};
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double px = from[i].x - sums.meanFrom.x;
    const double py = from[i].y - sums.meanFrom.y;
    const double qx = to[i].x - sums.meanTo.x;
    const double qy = to[i].y - sums.meanTo.y;
    sums.dot += px * qx + py * qy;
    sums.cross += px * qy - py * qx;
    sums.squareFrom += px * px + py * py;
    sums.squareTo += qx * qx + qy * qy;
  }
  return sums;
}

Similarity fitted(std::span<const SubPixel> from, std::span<const SubPixel> to) {
  const PointMoments sums = momentsOf(from, to);
  Similarity fit;
  if (sums.squareFrom > 0) {
    fit.a = sums.dot / sums.squareFrom;
    fit.b = sums.cross / sums.squareFrom;
  }
  const SubPixel moved = fit(sums.meanFrom);
  fit.x = sums.meanTo.x - moved.x;
  fit.y = sums.meanTo.y - moved.y;
  return fit;
}

FoundOutline completed(const ShapeTree& tree, const ContourMap& map, std::int64_t first,
                       std::span<const SubPixel> known) {
  const std::int64_t all = kSegments + (tree.closed() ? 0 : 1);
  known = known.first(std::min(known.size(), static_cast<std::size_t>(all)));
  const auto count = static_cast<std::int64_t>(known.size());
  const std::int64_t last = first + count - 1;
  std::vector<SubPixel> own;
  for (std::int64_t i = 0; i < count; ++i) {
    own.push_back(tree.points()[static_cast<std::size_t>(first + i)]);
  }
  const Similarity whole = fitted(own, known);
  const double scale = lengthOf(whole.a, whole.b);
  FoundOutline found;
  found.points.resize(static_cast<std::size_t>(all));
  found.seen.resize(static_cast<std::size_t>(all));
  const auto set = [&](std::int64_t p, SubPixel at, bool seen) {
    const auto index = static_cast<std::size_t>((p % all + all) % all);
    found.points[index] = at;
    found.seen[index] = seen;
  };
  for (std::int64_t i = 0; i < count; ++i) set(first + i, known[static_cast<std::size_t>(i)], true);
  std::vector<SubPixel> reversed(known.rbegin(), known.rend());
  Tracker onwards(tree, map, 1, scale);
  Tracker backwards(tree, map, -1, scale);
  if (!tree.closed()) {
    const auto after = onwards.follow(last, known, static_cast<int>(kSegments - last));
    for (std::size_t k = 0; k < after.size(); ++k) {
      set(last + 1 + static_cast<std::int64_t>(k), after[k].at, after[k].seen);
    }
    const auto before = backwards.follow(first, reversed, static_cast<int>(first));
    for (std::size_t k = 0; k < before.size(); ++k) {
      set(first - 1 - static_cast<std::int64_t>(k), before[k].at, before[k].seen);
    }
    return found;
  }
  const int rest = static_cast<int>(std::max<std::int64_t>(0, all - count));
  const auto forwards = onwards.follow(last, known, rest);
  auto back = backwards.follow(first, reversed, rest);
  std::ranges::reverse(back);
  double length = 0;
  for (std::int64_t i = 1; i < count; ++i) {
    const SubPixel a = known[static_cast<std::size_t>(i - 1)];
    const SubPixel b = known[static_cast<std::size_t>(i)];
    length += lengthOf(b.x - a.x, b.y - a.y);
  }
  const double segment =
      std::max(1.0, length / static_cast<double>(std::max<std::int64_t>(1, count - 1)));
  const int change = bestChange(forwards, back, segment);
  for (int k = 0; k < rest; ++k) {
    const Tracker::Step& step = (k < change ? forwards : back)[static_cast<std::size_t>(k)];
    set(last + 1 + k, step.at, step.seen);
  }
  return found;
}

FoundOutline refined(const ShapeTree& tree, const ContourMap& map, const FoundOutline& found) {
  constexpr std::int64_t kBeside = 5;    // points on each side
  constexpr std::size_t kLeastSeen = 5;  // of these
  constexpr double kReach = 1;           // segments
  constexpr double kMostStretch = 1.3;
  const auto all = static_cast<std::int64_t>(found.points.size());
  const auto own = [&](std::int64_t p) {
    return tree.points()[static_cast<std::size_t>(tree.closed() ? (p + all) % all : p)];
  };
  const double scale = [&] {
    std::vector<SubPixel> from;
    std::vector<SubPixel> to;
    for (std::int64_t p = 0; p < all; ++p) {
      if (!found.seen[static_cast<std::size_t>(p)]) continue;
      from.push_back(own(p));
      to.push_back(found.points[static_cast<std::size_t>(p)]);
    }
    const Similarity whole = fitted(from, to);
    return lengthOf(whole.a, whole.b);
  }();
  FoundOutline better = found;
  std::vector<SubPixel> from;
  std::vector<SubPixel> to;
  for (std::int64_t p = 0; p < all; ++p) {
    from.clear();
    to.clear();
    for (std::int64_t k = p - kBeside; k <= p + kBeside; ++k) {
      if (k == p || (!tree.closed() && (k < 0 || k >= all))) continue;
      const auto at = static_cast<std::size_t>((k + all) % all);
      if (!found.seen[at]) continue;
      from.push_back(own(k));
      to.push_back(found.points[at]);
    }
    if (from.size() < kLeastSeen) continue;
    Similarity local = fitted(from, to);
    const double size = lengthOf(local.a, local.b);
    if (!(scale / kMostStretch <= size && size <= scale * kMostStretch)) continue;
    const bool isOpenEnd = !tree.closed() && (p == 0 || p + 1 == all);
    const SubPixel at = local(own(p));
    const SubPixel before = local(own(isOpenEnd && p == 0 ? p : p - 1));
    const SubPixel after = local(own(isOpenEnd && p != 0 ? p : p + 1));
    const double segment = lengthOf(after.x - before.x, after.y - before.y) / (isOpenEnd ? 1 : 2);
    const auto nearest = map.nearest(at, unit(after.x - before.x, after.y - before.y),
                                     kReach * std::max(segment, 1.0));
    better.points[static_cast<std::size_t>(p)] = nearest.value_or(at);
    better.seen[static_cast<std::size_t>(p)] = nearest.has_value();
  }
  return better;
}

}  // namespace espy::contour
