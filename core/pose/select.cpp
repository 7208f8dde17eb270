// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/select.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "base/drain.h"
#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "find/turned.h"

namespace espy::pose {
namespace {

/// A window without its position. Few: one per kept pose.
struct Frame {
  explicit Frame(const Match& match)
      : shape(match),
        halfWidth(std::abs(shape.right)),
        area(4 * halfWidth * shape.down),
        radius(std::hypot(halfWidth, shape.down)) {}

  /// Half of the window's extent in the direction of (x, y), times the length of (x, y).
  double extentTowards(double x, double y) const {
    return halfWidth * std::abs(x * shape.cosine - y * shape.sine) +
           shape.down * std::abs(x * shape.sine + y * shape.cosine);
  }
  bool isUpright() const { return halfWidth < shape.down; }
  double shorterSide() const { return 2 * std::min(halfWidth, shape.down); }

  finders::OutlineShape shape;
  double halfWidth;
  double area;
  double radius;  ///< of the circumscribed circle
};

/// Kept windows in chains, hashed by the grid cells of their centres. Sizes differ, so there is a
/// grid per power of two of the radius. Upper bounds of the overlap reject most windows;
/// `finders::overlapOf` decides on the others.
class KeptWindows {
 public:
  explicit KeptWindows(const SelectOptions& options)
      : options_(options),
        nearness_((1 - options.overlap) / (1 + options.overlap)),
        share_(options.overlap / (1 + options.overlap)),
        heads_(kFirstHeads, kNone) {}

  std::size_t size() const { return kept_.size(); }

  /// Does a window overlap the match too much? Only of those added after the first `before`.
  /// Thread-safe.
  bool covers(const Match& match, std::size_t before) const {
    const std::uint32_t group = groupOf(match);
    if (group >= levels_.size() || before == kept_.size()) return false;
    const Query query(match);
    for (std::uint64_t levels = levels_[group]; levels != 0; levels &= levels - 1) {
      if (anyCovers(query, group, std::countr_zero(levels), before)) return true;
    }
    return false;
  }

  void add(const Match& match) {
    if (kept_.size() >= kNone) {
      throw Error(ErrorCode::tooLarge,
                  phrase("more than 2^32 - 2 matches cannot be compared for overlap"));
    }
    const std::uint32_t shape = shapeOf(match);
    const std::uint32_t group = groupOf(match);
    pushBack(kept_, Kept{finders::centreOf(match), shape, kNone});
    if (group >= levels_.size()) levels_.resize(group + std::size_t{1});
    levels_[group] |= std::uint64_t{1} << shapes_[shape].level;
    if (kept_.size() <= heads_.size()) {
      link(kept_.size() - 1);
      return;
    }
    heads_.assign(2 * heads_.size(), kNone);
    for (std::size_t i = 0; i < kept_.size(); ++i) link(i);
  }

 private:
  static constexpr std::size_t kFirstHeads = 64;
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Shape {
    Frame frame;
    std::uint32_t group;
    int level;  ///< the radius is at most 2^level pixels
  };
  /// Compact: there may be millions.
  struct Kept {
    SubPixel centre;
    std::uint32_t shape;
    std::uint32_t before;  ///< the previous one in its chain
  };
  struct Query {
    explicit Query(const Match& match)
        : frame(match), centre(finders::centreOf(match)), outline(frame.shape.at(centre)) {
      constexpr double kLeast = 1e-6;
      constexpr double kRounding = 1.0 / (std::int64_t{1} << 46);
      const double x = std::abs(centre.x) + frame.radius;
      const double y = std::abs(centre.y) + frame.radius;
      slack = kLeast + kRounding * x * y / frame.area;
    }

    Frame frame;
    SubPixel centre;
    MatchOutline outline;
    double slack;  ///< more than the rounding error of an overlap
  };
  /// Needle, angle, scale, mirrored, and the size that these apply to.
  using Key = std::tuple<std::uint32_t, float, float, bool, std::uint32_t, std::uint32_t>;

  /// Windows of different groups are not compared.
  std::uint32_t groupOf(const Match& match) const { return options_.across ? 0 : match.needle; }

  std::uint32_t shapeOf(const Match& match) {
    const bool posed = match.isPosed();
    const Key key{match.needle,
                  match.angle,
                  match.scale,
                  match.mirrored,
                  posed ? match.needleWidth : match.width,
                  posed ? match.needleHeight : match.height};
    const auto [entry, isNew] =
        shapeNumbers_.try_emplace(key, static_cast<std::uint32_t>(shapes_.size()));
    if (isNew) {
      const Frame frame(match);
      const int level = std::max(0, static_cast<int>(std::ceil(std::log2(frame.radius))));
      shapes_.push_back({frame, groupOf(match), level});
    }
    return entry->second;
  }

  double cellOf(int level) const { return std::max(1.0, 2 * nearness_ * std::exp2(level)); }
  static std::int64_t cellAt(double at, double cell) {
    return static_cast<std::int64_t>(std::floor(at / cell));
  }
  std::size_t slotOf(std::uint32_t group, int level, std::int64_t column, std::int64_t row) const {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    std::uint64_t bits = (std::uint64_t{group} << 6U | static_cast<std::uint64_t>(level)) * kOdd;
    bits = (bits ^ static_cast<std::uint64_t>(row)) * kOdd;
    bits = (bits ^ bits >> 32U ^ static_cast<std::uint64_t>(column)) * kOdd;
    return (bits >> 32U) & (heads_.size() - 1);
  }

  void link(std::size_t i) {
    Kept& kept = kept_[i];
    const Shape& shape = shapes_[kept.shape];
    const double cell = cellOf(shape.level);
    const std::size_t slot =
        slotOf(shape.group, shape.level, cellAt(kept.centre.x, cell), cellAt(kept.centre.y, cell));
    kept.before = std::exchange(heads_[slot], static_cast<std::uint32_t>(i));
  }

  bool anyCovers(const Query& query, std::uint32_t group, int level, std::size_t before) const {
    // Farther apart than this both terms of the second bound of `mayCover` are too small.
    const double reach =
        2 * std::max(query.frame.radius, std::exp2(level)) * (nearness_ + 2 * query.slack);
    const double cell = cellOf(level);
    const std::int64_t left = cellAt(query.centre.x - reach, cell);
    const std::int64_t right = cellAt(query.centre.x + reach, cell);
    const std::int64_t top = cellAt(query.centre.y - reach, cell);
    const std::int64_t bottom = cellAt(query.centre.y + reach, cell);
    const auto covers = [&](std::size_t i) {
      const Shape& shape = shapes_[kept_[i].shape];
      return shape.group == group && mayCover(query, shape.frame, kept_[i].centre) &&
             finders::overlapOf(query.outline, shape.frame.shape.at(kept_[i].centre)) >
                 options_.overlap;
    };
    const auto cells =
        static_cast<double>(right - left + 1) * static_cast<double>(bottom - top + 1);
    if (cells > static_cast<double>(kept_.size())) {
      for (std::size_t i = kept_.size(); i-- > before;) {
        if (covers(i)) return true;
      }
      return false;
    }
    for (std::int64_t row = top; row <= bottom; ++row) {
      for (std::int64_t column = left; column <= right; ++column) {
        // From the last one added. There may be some of other cells, too.
        const std::uint32_t head = heads_[slotOf(group, level, column, row)];
        for (std::uint32_t i = head; i != kNone && i >= before; i = kept_[i].before) {
          if (covers(i)) return true;
        }
      }
    }
    return false;
  }

  /// False if bounds of what two windows A and B have in common show that it is too little. The
  /// limit is `share_` of the sum of their areas.
  bool mayCover(const Query& query, const Frame& b, SubPixel centre) const {
    const Frame& a = query.frame;
    const double x = centre.x - query.centre.x;
    const double y = centre.y - query.centre.y;
    const double squared = x * x + y * y;
    const double touching = (a.radius + b.radius) * (1 + query.slack);
    if (squared > touching * touching) return false;
    const double limit = (share_ - query.slack) * (a.area + b.area);
    if (limit <= 0) return true;
    if (std::min(a.area, b.area) < limit) return false;
    // The line half way between the centres cuts the common area into an outer part of A and one of
    // B. Cross-sections of a convex, symmetric window decrease outwards, so the outer part of its
    // half is at most as large as in proportion to its width.
    const auto outer = [&](const Frame& frame) {
      if (squared == 0) return frame.area / 2;
      const double width = 1 - squared / (2 * frame.extentTowards(x, y));
      return frame.area / 2 * std::max(0.0, width);
    };
    if (outer(a) + outer(b) < limit) return false;
    // The strips along their longer sides cross in a parallelogram.
    const double sine =
        std::abs(a.shape.sine * b.shape.cosine - a.shape.cosine * b.shape.sine) - query.slack;
    return a.isUpright() != b.isUpright() || a.shorterSide() * b.shorterSide() >= limit * sine;
  }

  const SelectOptions& options_;
  double nearness_;  ///< windows of radius r cannot cover each other beyond 2 r times this
  double share_;
  std::vector<Kept> kept_;
  std::vector<Shape> shapes_;
  std::map<Key, std::uint32_t> shapeNumbers_;
  std::vector<std::uint64_t> levels_;  ///< by group: a bit for each that has windows
  std::vector<std::uint32_t> heads_;   ///< the last of each chain; a power of two
};

/// Calls `keep(i)` for those of `count` matches that are kept, in order.
template <class MatchAt, class Keep>
void forEachKept(std::size_t count, const MatchAt& matchAt, const SelectOptions& options,
                 int threads, const Control& control, const Keep& keep) {
  constexpr std::size_t kLeast = 512;
  constexpr std::size_t kMost = std::size_t{1} << 16;
  constexpr std::size_t kAtOnce = 64;
  const std::size_t top = options.top.value_or(count);
  const bool compares = options.overlap < 1;
  const Control quiet{control.threads, control.stop, {}};
  KeptWindows windows(options);
  std::vector<std::uint8_t> covered;
  std::size_t kept = 0;
  for (std::size_t begin = 0, part = kLeast; begin < count && kept < top;
       part = std::min(2 * part, kMost)) {
    const std::size_t first = begin;
    const std::size_t end = std::min(count, first + part);
    // Threads compare a part with what was kept before it. What remains is compared in order.
    const std::size_t before = compares && threads > 1 ? windows.size() : 0;
    covered.assign(end - first, 0);
    if (before > 0) {
      parallelFor(static_cast<std::int64_t>((end - first + kAtOnce - 1) / kAtOnce), threads, quiet,
                  [&](std::int64_t task, int) {
                    const std::size_t from = first + static_cast<std::size_t>(task) * kAtOnce;
                    for (std::size_t i = from; i < std::min(end, from + kAtOnce); ++i) {
                      covered[i - first] = windows.covers(matchAt(i), 0) ? 1 : 0;
                    }
                  });
    }
    for (; begin < end && kept < top; ++begin) {
      if (begin % kAtOnce == 0) control.check();
      if (covered[begin - first] != 0) continue;
      if (compares) {
        const Match match = matchAt(begin);
        if (windows.covers(match, before)) continue;
        windows.add(match);
      }
      ++kept;
      keep(begin);
    }
  }
}

}  // namespace

std::vector<std::size_t> keptOf(std::span<const Match> matches, const SelectOptions& options,
                                const Control& control) {
  std::vector<std::size_t> kept;
  const auto matchAt = [&](std::size_t i) { return matches[i]; };
  forEachKept(matches.size(), matchAt, options, 1, control,
              [&](std::size_t i) { kept.push_back(i); });
  return kept;
}

void keepUncovered(std::vector<PosedPeak>& places,
                   const std::function<Match(const PosedPeak&)>& matchOf,
                   const SelectOptions& options, int threads, const Control& control) {
  std::size_t kept = 0;
  const auto matchAt = [&](std::size_t i) { return matchOf(places[i]); };
  forEachKept(places.size(), matchAt, options, threads, control,
              [&](std::size_t i) { places[kept++] = places[i]; });
  cutOff(places, kept);
}

}  // namespace espy::pose
