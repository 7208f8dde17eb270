// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "contour/chains.h"

namespace espy::contour {
namespace {

// Gradients are differences of samples, 0..255, blurred with weights 1, 4, 6, 4, 1 in x and y
// (deviation 1 pixel), over two pixels: an edge of contrast h has a gradient of about 0.7 * h *
// 256.
constexpr float kPerContrast = 0.7F * 256;
constexpr float kLeastContrast = 14;  ///< of an edge's strongest pixel
constexpr float kLowShare = 0.4F;     ///< of that, for the others of an edge
/// The least contrast is this often the median gradient, which noise and texture raise, but no more
/// than kMostRaise times `kLeastContrast`.
constexpr float kOverMedian = 4;
constexpr float kMostRaise = 3;

/// A plane of numbers with a border that repeats the outermost.
struct Plane {
  Plane(std::int64_t w, std::int64_t h) : width(w), height(h) {
    values.resize(static_cast<std::size_t>(w * h));
  }
  float& at(std::int64_t x, std::int64_t y) {
    return values[static_cast<std::size_t>(y * width + x)];
  }
  float at(std::int64_t x, std::int64_t y) const {
    return values[static_cast<std::size_t>(y * width + x)];
  }
  float near(std::int64_t x, std::int64_t y) const {
    return at(std::clamp<std::int64_t>(x, 0, width - 1),
              std::clamp<std::int64_t>(y, 0, height - 1));
  }

  std::int64_t width;
  std::int64_t height;
  std::vector<float> values;
};

/// One channel, blurred.
Plane blurred(const ImageView& picture, int channel, const Control& control) {
  const std::int64_t width = picture.width();
  const std::int64_t height = picture.height();
  const bool deep = picture.format().depth == Depth::u16;
  Plane plain(width, height);
  for (std::int64_t y = 0; y < height; ++y) {
    control.check();
    for (std::int64_t x = 0; x < width; ++x) {
      const std::uint32_t sample = sampleAt(picture, x, y, channel);
      plain.at(x, y) = deep ? static_cast<float>(sample) / 257 : static_cast<float>(sample);
    }
  }
  Plane across(width, height);
  for (std::int64_t y = 0; y < height; ++y) {
    control.check();
    for (std::int64_t x = 0; x < width; ++x) {
      across.at(x, y) = plain.near(x - 2, y) + plain.near(x + 2, y) +
                        4 * (plain.near(x - 1, y) + plain.near(x + 1, y)) + 6 * plain.at(x, y);
    }
  }
  for (std::int64_t y = 0; y < height; ++y) {
    control.check();
    for (std::int64_t x = 0; x < width; ++x) {
      plain.at(x, y) = across.near(x, y - 2) + across.near(x, y + 2) +
                       4 * (across.near(x, y - 1) + across.near(x, y + 1)) + 6 * across.at(x, y);
    }
  }
  return plain;
}

/// The gradient of the channel where it is strongest.
struct Gradients {
  explicit Gradients(Size of)
      : x(of.width, of.height), y(of.width, of.height), size(of.width, of.height) {}

  void add(const Plane& channel, const Control& control) {
    for (std::int64_t row = 0; row < channel.height; ++row) {
      control.check();
      for (std::int64_t column = 0; column < channel.width; ++column) {
        const float gx = channel.near(column + 1, row) - channel.near(column - 1, row);
        const float gy = channel.near(column, row + 1) - channel.near(column, row - 1);
        const float magnitude = std::sqrt(gx * gx + gy * gy);
        if (magnitude <= size.at(column, row)) continue;
        size.at(column, row) = magnitude;
        x.at(column, row) = gx;
        y.at(column, row) = gy;
      }
    }
  }

  Plane x;
  Plane y;
  Plane size;
};

/// Pixels of edges, and where in them the edge is.
class EdgeMap {
 public:
  EdgeMap(const Gradients& gradients, const Control& control)
      : width_(gradients.size.width),
        height_(gradients.size.height),
        places_(gradients.size.values.size()),
        kind_(gradients.size.values.size()) {
    std::vector<float> sorted = gradients.size.values;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    constexpr float kLeast = kLeastContrast * kPerContrast;
    const float high = std::clamp(kOverMedian * *middle, kLeast, kMostRaise * kLeast);
    for (std::int64_t y = 1; y + 1 < height_; ++y) {
      control.check();
      for (std::int64_t x = 1; x + 1 < width_; ++x) {
        const float size = gradients.size.at(x, y);
        if (size >= kLowShare * high) findPeak(gradients, x, y, size >= high);
      }
    }
    spread();
  }

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }
  bool isEdge(std::int64_t x, std::int64_t y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ && kind_[indexOf(x, y)] == kStrong;
  }
  void take(std::int64_t x, std::int64_t y) { kind_[indexOf(x, y)] = kNone; }
  SubPixel place(std::int64_t x, std::int64_t y) const { return places_[indexOf(x, y)]; }

 private:
  static constexpr std::uint8_t kNone = 0;
  static constexpr std::uint8_t kWeak = 1;
  static constexpr std::uint8_t kStrong = 2;

  std::size_t indexOf(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>(y * width_ + x);
  }

  /// Marks a pixel whose gradient is largest along its direction. The maximum between pixels is
  /// that of a parabola.
  void findPeak(const Gradients& gradients, std::int64_t x, std::int64_t y, bool strong) {
    const float gx = gradients.x.at(x, y);
    const float gy = gradients.y.at(x, y);
    const bool flat = std::abs(gx) >= std::abs(gy);
    const float share = flat ? std::abs(gy / gx) : std::abs(gx / gy);
    const std::int64_t sx = gx < 0 ? -1 : 1;
    const std::int64_t sy = gy < 0 ? -1 : 1;
    const auto beyond = [&](std::int64_t sign) {
      const float straight =
          flat ? gradients.size.at(x + sign * sx, y) : gradients.size.at(x, y + sign * sy);
      return (1 - share) * straight + share * gradients.size.at(x + sign * sx, y + sign * sy);
    };
    const float here = gradients.size.at(x, y);
    const float after = beyond(1);
    const float before = beyond(-1);
    if (here < after || here <= before) return;
    const float curve = after - 2 * here + before;
    const float step = curve < 0 ? std::clamp(0.5F * (before - after) / curve, -0.5F, 0.5F) : 0;
    const double along = step;
    const double stepX = along * static_cast<double>(sx) * (flat ? 1 : share);
    const double stepY = along * static_cast<double>(sy) * (flat ? share : 1);
    places_[indexOf(x, y)] = {static_cast<double>(x) + 0.5 + stepX,
                              static_cast<double>(y) + 0.5 + stepY};
    kind_[indexOf(x, y)] = strong ? kStrong : kWeak;
  }

  /// Weak pixels next to strong ones become strong; the others vanish.
  void spread() {
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < kind_.size(); ++at) {
      if (kind_[at] == kStrong) open.push_back(at);
    }
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          // Edges are never in the outermost pixels.
          const std::size_t next = at + static_cast<std::size_t>(dy * width_ + dx);
          if (kind_[next] != kWeak) continue;
          kind_[next] = kStrong;
          open.push_back(next);
        }
      }
    }
  }

  std::int64_t width_;
  std::int64_t height_;
  std::vector<SubPixel> places_;
  std::vector<std::uint8_t> kind_;
};

/// Follows edges from pixel to pixel and takes them off the map.
class Linker {
 public:
  explicit Linker(EdgeMap& map) : map_(map) {}

  Chain chainAt(std::int64_t x, std::int64_t y) {
    std::vector<SubPixel> ahead = follow(x, y, {0, 0}, true);
    const SubPixel back = ahead.size() > 1
                              ? SubPixel{ahead[0].x - ahead[1].x, ahead[0].y - ahead[1].y}
                              : SubPixel{-1, 0};
    std::vector<SubPixel> all = follow(x, y, back, false);
    std::reverse(all.begin(), all.end());
    all.insert(all.end(), ahead.begin(), ahead.end());
    return {std::move(all), false};
  }

 private:
  static constexpr double kLeastTurn = 0;  ///< cosine: a contour does not turn back in one step

  /// The points from (x, y) on, with that pixel's own if `with`. Direction (0, 0): any.
  std::vector<SubPixel> follow(std::int64_t x, std::int64_t y, SubPixel direction, bool with) {
    std::vector<SubPixel> points;
    SubPixel at = map_.place(x, y);
    if (with) {
      points.push_back(at);
      map_.take(x, y);
    }
    for (;;) {
      const double own = std::sqrt(direction.x * direction.x + direction.y * direction.y);
      double best = 0;
      std::array<std::int64_t, 2> next{-1, -1};
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          if (!map_.isEdge(x + dx, y + dy)) continue;
          const SubPixel place = map_.place(x + dx, y + dy);
          const SubPixel step{place.x - at.x, place.y - at.y};
          const double length = std::sqrt(step.x * step.x + step.y * step.y);
          const double turn = own > 0 && length > 0
                                  ? (step.x * direction.x + step.y * direction.y) / (length * own)
                                  : 1;
          // Of steps that are equally straight the shorter, so that no pixel is left out.
          const double value = turn - 0.2 * length;
          if (turn < kLeastTurn || (next[0] >= 0 && value <= best)) continue;
          best = value;
          next = {x + dx, y + dy};
        }
      }
      if (next[0] < 0) return points;
      x = next[0];
      y = next[1];
      const SubPixel place = map_.place(x, y);
      direction = {0.6 * direction.x + place.x - at.x, 0.6 * direction.y + place.y - at.y};
      at = place;
      points.push_back(at);
      map_.take(x, y);
    }
  }

  EdgeMap& map_;
};

/// Direction of a chain's end, outwards, as a unit vector.
SubPixel outwards(const Chain& chain, bool atEnd) {
  const std::size_t count = chain.points.size();
  const std::size_t back = std::min<std::size_t>(5, count - 1);
  const SubPixel tip = atEnd ? chain.points.back() : chain.points.front();
  const SubPixel from = atEnd ? chain.points[count - 1 - back] : chain.points[back];
  const double length = std::max(1e-9, apart(tip, from));
  return {(tip.x - from.x) / length, (tip.y - from.y) / length};
}

/// Joins ends that are close: next to each other, or farther and in line.
class Joiner {
 public:
  explicit Joiner(std::vector<Chain>& chains) : chains_(chains) {}

  void join() {
    std::vector<Gap> gaps = gapsOf();
    std::ranges::sort(gaps, [](const Gap& a, const Gap& b) {
      return std::tie(a.cost, a.one, a.other) < std::tie(b.cost, b.one, b.other);
    });
    // Each end is joined at most once: links between ends, then walks along them.
    partner_.assign(2 * chains_.size(), kNoEnd);
    for (const Gap& gap : gaps) {
      if (partner_[gap.one] != kNoEnd || partner_[gap.other] != kNoEnd) continue;
      partner_[gap.one] = gap.other;
      partner_[gap.other] = gap.one;
    }
    walk();
  }

 private:
  static constexpr std::size_t kNoEnd = static_cast<std::size_t>(-1);
  static constexpr double kNear = 3;
  static constexpr double kFar = 8;
  static constexpr std::size_t kShort = 32;  ///< points

  /// End 2 c is the first point of chain c, 2 c + 1 its last.
  struct Gap {
    double cost;
    std::size_t one;
    std::size_t other;
  };

  SubPixel tip(std::size_t end) const {
    const Chain& chain = chains_[end / 2];
    return end % 2 == 1 ? chain.points.back() : chain.points.front();
  }

  std::vector<Gap> gapsOf() const {
    std::vector<std::pair<double, std::size_t>> byRow;
    for (std::size_t end = 0; end < 2 * chains_.size(); ++end) {
      if (chains_[end / 2].points.size() > 1) byRow.emplace_back(tip(end).y, end);
    }
    std::ranges::sort(byRow);
    std::vector<Gap> gaps;
    for (std::size_t i = 0; i < byRow.size(); ++i) {
      for (std::size_t j = i + 1; j < byRow.size() && byRow[j].first - byRow[i].first <= kFar;
           ++j) {
        addGap(byRow[i].second, byRow[j].second, gaps);
      }
    }
    return gaps;
  }

  void addGap(std::size_t one, std::size_t other, std::vector<Gap>& gaps) const {
    const SubPixel a = tip(one);
    const SubPixel b = tip(other);
    const double gap = apart(a, b);
    if (gap > kFar) return;
    // Both ends of a short chain are no gap.
    if (one / 2 == other / 2 && chains_[one / 2].points.size() < kShort) return;
    const SubPixel u = outwards(chains_[one / 2], one % 2 == 1);
    const SubPixel v = outwards(chains_[other / 2], other % 2 == 1);
    const double straight = -(u.x * v.x + u.y * v.y);  // 1: they go on in each other
    const double length = std::max(gap, 1e-9);
    const double ahead = ((b.x - a.x) * u.x + (b.y - a.y) * u.y) / length;
    if (gap > kNear && (straight < 0.7 || ahead < 0.7)) return;
    gaps.push_back({gap * (2 - straight), std::min(one, other), std::max(one, other)});
  }

  void walk() {
    std::vector<Chain> joined;
    std::vector<bool> done(chains_.size());
    const auto from = [&](std::size_t start) {
      Chain whole;
      std::size_t end = start;  // the end by which a chain is entered
      do {
        Chain& chain = chains_[end / 2];
        done[end / 2] = true;
        if (end % 2 == 1) std::ranges::reverse(chain.points);
        whole.points.insert(whole.points.end(), chain.points.begin(), chain.points.end());
        end = partner_[end ^ 1U];
      } while (end != kNoEnd && !done[end / 2]);
      whole.closed = end == start;
      joined.push_back(std::move(whole));
    };
    for (std::size_t end = 0; end < partner_.size(); ++end) {
      if (!done[end / 2] && partner_[end] == kNoEnd) from(end);
    }
    for (std::size_t end = 0; end < partner_.size(); ++end) {
      if (!done[end / 2]) from(end);
    }
    chains_ = std::move(joined);
  }

  std::vector<Chain>& chains_;
  std::vector<std::size_t> partner_;
};

}  // namespace

std::vector<Chain> edgeChains(const ImageView& picture, std::size_t least, const Control& control) {
  std::vector<Chain> chains;
  if (picture.width() < 3 || picture.height() < 3) return chains;
  Gradients gradients(picture.size());
  for (int channel = 0; channel < picture.format().colourChannels(); ++channel) {
    gradients.add(blurred(picture, channel, control), control);
  }
  EdgeMap map(gradients, control);
  Linker linker(map);
  constexpr std::size_t kShortest = 3;
  for (std::int64_t y = 0; y < map.height(); ++y) {
    control.check();
    for (std::int64_t x = 0; x < map.width(); ++x) {
      if (!map.isEdge(x, y)) continue;
      Chain chain = linker.chainAt(x, y);
      if (chain.points.size() >= kShortest) chains.push_back(std::move(chain));
    }
  }
  Joiner(chains).join();
  std::erase_if(chains, [&](const Chain& chain) { return chain.points.size() < least; });
  return chains;
}

}  // namespace espy::contour
