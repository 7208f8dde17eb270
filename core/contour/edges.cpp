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
// (deviation 1 pixel), over two pixels, halved so that 16 bits hold them: an edge of contrast h has
// a gradient of about 0.35 * h * 256.
constexpr float kPerContrast = 0.35F * 256;
constexpr float kLeastContrast = 14;  ///< of an edge's strongest pixel
constexpr float kLowShare = 0.4F;     ///< of that, for the others of an edge
/// The least contrast is this often the median gradient, which noise and texture raise, but no more
/// than kMostRaise times `kLeastContrast`.
constexpr float kOverMedian = 4;
constexpr float kMostRaise = 3;

/// The rows of one channel, blurred, as they are needed: five rows are kept.
class BlurredRows {
 public:
  BlurredRows(const ImageView& picture, int channel) : picture_(picture), channel_(channel) {
    for (auto* rows : {&across_, &blurred_}) {
      for (std::vector<float>& row : *rows) row.resize(static_cast<std::size_t>(picture.width()));
    }
    plain_.resize(static_cast<std::size_t>(picture.width()) + 4);
  }

  /// A row between the first and the last, or the nearest of these. Rows are requested in order, up
  /// to two back.
  const std::vector<float>& row(std::int64_t y) {
    y = std::clamp<std::int64_t>(y, 0, picture_.height() - 1);
    for (; done_ <= y; ++done_) blurDown(done_);
    return blurred_[static_cast<std::size_t>(y % kKept)];
  }

 private:
  static constexpr std::int64_t kKept = 5;

  const float* across(std::int64_t y) {
    y = std::clamp<std::int64_t>(y, 0, picture_.height() - 1);
    for (; read_ <= y; ++read_) blurAcross(read_);
    return across_[static_cast<std::size_t>(y % kKept)].data();
  }

  void blurAcross(std::int64_t y) {
    const std::int64_t width = picture_.width();
    const bool deep = picture_.format().depth == Depth::u16;
    for (std::int64_t x = -2; x < width + 2; ++x) {
      const auto sample = static_cast<float>(
          sampleAt(picture_, std::clamp<std::int64_t>(x, 0, width - 1), y, channel_));
      plain_[static_cast<std::size_t>(x + 2)] = deep ? sample / 257 : sample;
    }
    const float* const from = plain_.data();
    float* const to = across_[static_cast<std::size_t>(y % kKept)].data();
    for (std::int64_t x = 0; x < width; ++x) {
      to[x] = from[x] + from[x + 4] + 4 * (from[x + 1] + from[x + 3]) + 6 * from[x + 2];
    }
  }

  void blurDown(std::int64_t y) {
    across(y + 2);
    const float* const far = across(y - 2);
    const float* const near = across(y - 1);
    const float* const own = across(y);
    const float* const after = across(y + 1);
    const float* const last = across(y + 2);
    float* const to = blurred_[static_cast<std::size_t>(y % kKept)].data();
    for (std::int64_t x = 0; x < picture_.width(); ++x) {
      to[x] = far[x] + last[x] + 4 * (near[x] + after[x]) + 6 * own[x];
    }
  }

  const ImageView& picture_;
  int channel_;
  std::int64_t read_ = 0;  ///< rows blurred across
  std::int64_t done_ = 0;  ///< rows blurred down, too
  std::vector<float> plain_;
  std::array<std::vector<float>, kKept> across_;
  std::array<std::vector<float>, kKept> blurred_;
};

/// The gradient of the channel where it is strongest.
class Gradients {
 public:
  Gradients(const ImageView& picture, const Control& control)
      : width_(picture.width()),
        height_(picture.height()),
        steps_(static_cast<std::size_t>(width_ * height_)) {
    for (int channel = 0; channel < picture.format().colourChannels(); ++channel) {
      BlurredRows rows(picture, channel);
      for (std::int64_t y = 0; y < height_; ++y) {
        control.check();
        rows.row(y + 1);
        addRow(rows.row(y - 1), rows.row(y), rows.row(y + 1), y);
      }
    }
  }

  struct Step {
    std::int16_t x = 0;
    std::int16_t y = 0;

    std::int32_t square() const { return x * x + y * y; }
    float size() const { return std::sqrt(static_cast<float>(square())); }
  };

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }
  const Step* row(std::int64_t y) const { return steps_.data() + y * width_; }

  /// The median of all, rounded down.
  float median(const Control& control) const {
    std::vector<std::int64_t> counts(1 << 16);
    for (std::int64_t y = 0; y < height_; ++y) {
      control.check();
      const Step* const steps = row(y);
      for (std::int64_t x = 0; x < width_; ++x) {
        ++counts[static_cast<std::size_t>(steps[x].size())];
      }
    }
    std::int64_t below = 0;
    std::size_t size = 0;
    while (2 * (below + counts[size]) <= width_ * height_) below += counts[size++];
    return static_cast<float>(size);
  }

 private:
  void addRow(const std::vector<float>& above, const std::vector<float>& own,
              const std::vector<float>& below, std::int64_t y) {
    Step* const to = steps_.data() + y * width_;
    const auto half = [](float twice) { return static_cast<std::int16_t>(twice / 2); };
    for (std::int64_t x = 0; x < width_; ++x) {
      const auto at = static_cast<std::size_t>(x);
      const std::size_t left = at - (x > 0 ? 1 : 0);
      const std::size_t right = at + (x + 1 < width_ ? 1 : 0);
      const Step step{half(own[right] - own[left]), half(below[at] - above[at])};
      if (step.square() > to[x].square()) to[x] = step;
    }
  }

  std::int64_t width_;
  std::int64_t height_;
  std::vector<Step> steps_;
};

/// Pixels of edges, and where in them the edge is.
class EdgeMap {
 public:
  EdgeMap(const Gradients& gradients, const Control& control)
      : width_(gradients.width()),
        height_(gradients.height()),
        offsets_(static_cast<std::size_t>(width_ * height_)),
        kind_(offsets_.size()) {
    constexpr float kLeast = kLeastContrast * kPerContrast;
    const float high =
        std::clamp(kOverMedian * gradients.median(control), kLeast, kMostRaise * kLeast);
    std::array<std::vector<float>, 3> sizes;
    for (std::vector<float>& row : sizes) row.resize(static_cast<std::size_t>(width_));
    const auto sizeRow = [&](std::int64_t y) {
      return sizes[static_cast<std::size_t>(y % 3)].data();
    };
    const auto read = [&](std::int64_t y) {
      const Gradients::Step* const steps = gradients.row(y);
      float* const to = sizeRow(y);
      for (std::int64_t x = 0; x < width_; ++x) to[x] = steps[x].size();
    };
    read(0);
    read(1);
    for (std::int64_t y = 1; y + 1 < height_; ++y) {
      control.check();
      read(y + 1);
      const std::array<const float*, 3> near{sizeRow(y - 1), sizeRow(y), sizeRow(y + 1)};
      for (std::int64_t x = 1; x + 1 < width_; ++x) {
        const float size = near[1][x];
        if (size >= kLowShare * high) findPeak(near, gradients.row(y)[x], x, y, size >= high);
      }
    }
    spread(control);
  }

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }
  bool isEdge(std::int64_t x, std::int64_t y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ && kind_[indexOf(x, y)] == kStrong;
  }
  void take(std::int64_t x, std::int64_t y) { kind_[indexOf(x, y)] = kNone; }
  SubPixel place(std::int64_t x, std::int64_t y) const {
    const Offset offset = offsets_[indexOf(x, y)];
    return {static_cast<double>(x) + 0.5 + offset.x / kPerOffset,
            static_cast<double>(y) + 0.5 + offset.y / kPerOffset};
  }

 private:
  static constexpr std::uint8_t kNone = 0;
  static constexpr std::uint8_t kWeak = 1;
  static constexpr std::uint8_t kStrong = 2;
  static constexpr double kPerOffset = 240;  ///< parts of a pixel

  /// Of the edge against the pixel's centre.
  struct Offset {
    std::int8_t x = 0;
    std::int8_t y = 0;
  };

  std::size_t indexOf(std::int64_t x, std::int64_t y) const {
    return static_cast<std::size_t>(y * width_ + x);
  }

  /// Marks a pixel whose gradient is largest along its direction. The maximum between pixels is
  /// that of a parabola. `near`: the gradients' sizes in the row above, its own, and the one below.
  void findPeak(const std::array<const float*, 3>& near, Gradients::Step gradient, std::int64_t x,
                std::int64_t y, bool strong) {
    const float gx = gradient.x;
    const float gy = gradient.y;
    const bool flat = std::abs(gx) >= std::abs(gy);
    const float share = flat ? std::abs(gy / gx) : std::abs(gx / gy);
    const int sx = gx < 0 ? -1 : 1;
    const int sy = gy < 0 ? -1 : 1;
    const auto beyond = [&](int sign) {
      const float* const aside = near[static_cast<std::size_t>(1 + sign * sy)];
      const float straight = flat ? near[1][x + sign * sx] : aside[x];
      return (1 - share) * straight + share * aside[x + sign * sx];
    };
    const float here = near[1][x];
    const float after = beyond(1);
    const float before = beyond(-1);
    if (here < after || here <= before) return;
    const float curve = after - 2 * here + before;
    const double along =
        curve < 0 ? std::clamp(0.5F * (before - after) / curve, -0.5F, 0.5F) : 0.0F;
    const auto part = [&](int sign, double of) {
      return static_cast<std::int8_t>(std::lround(kPerOffset * along * sign * of));
    };
    offsets_[indexOf(x, y)] = {part(sx, flat ? 1 : share), part(sy, flat ? share : 1)};
    kind_[indexOf(x, y)] = strong ? kStrong : kWeak;
  }

  /// Weak pixels next to strong ones become strong; the others vanish.
  void spread(const Control& control) {
    std::vector<std::size_t> open;
    for (std::int64_t y = 0; y < height_; ++y) {
      control.check();
      for (std::int64_t x = 0; x < width_; ++x) {
        const std::size_t start = indexOf(x, y);
        if (kind_[start] == kStrong) open.push_back(start);
        for (std::uint32_t taken = 1; !open.empty(); ++taken) {
          if (taken % (1 << 16) == 0) control.check();
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
    }
  }

  std::int64_t width_;
  std::int64_t height_;
  std::vector<Offset> offsets_;
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

  void join(const Control& control) {
    std::vector<Gap> gaps = gapsOf(control);
    std::uint32_t compared = 0;
    std::ranges::sort(gaps, [&](const Gap& a, const Gap& b) {
      if (++compared % (1 << 16) == 0) control.check();
      return std::tie(a.cost, a.one, a.other) < std::tie(b.cost, b.one, b.other);
    });
    // Each end is joined at most once: links between ends, then walks along them.
    partner_.assign(2 * chains_.size(), kNoEnd);
    for (const Gap& gap : gaps) {
      if (partner_[gap.one] != kNoEnd || partner_[gap.other] != kNoEnd) continue;
      partner_[gap.one] = gap.other;
      partner_[gap.other] = gap.one;
    }
    walk(control);
  }

 private:
  static constexpr std::uint32_t kNoEnd = static_cast<std::uint32_t>(-1);
  static constexpr double kNear = 3;
  static constexpr double kFar = 8;
  static constexpr std::size_t kShort = 32;  ///< points

  /// End 2 c is the first point of chain c, 2 c + 1 its last.
  struct Gap {
    float cost;
    std::uint32_t one;
    std::uint32_t other;
  };

  SubPixel tip(std::uint32_t end) const {
    const Chain& chain = chains_[end / 2];
    return end % 2 == 1 ? chain.points.back() : chain.points.front();
  }

  std::vector<Gap> gapsOf(const Control& control) const {
    // Ends by cells of the longest gap's size: two ends of a gap are in neighbouring cells.
    struct Placed {
      std::int32_t row;
      std::int32_t column;
      std::uint32_t end;
      auto operator<=>(const Placed&) const = default;
    };
    std::vector<Placed> placed;
    for (std::uint32_t end = 0; end < 2 * chains_.size(); ++end) {
      if (chains_[end / 2].points.size() < 2) continue;
      const SubPixel at = tip(end);
      placed.push_back(
          {static_cast<std::int32_t>(at.y / kFar), static_cast<std::int32_t>(at.x / kFar), end});
    }
    std::ranges::sort(placed);
    std::vector<Gap> gaps;
    std::size_t below = 0;  // the first in the next row of cells, from one column before
    for (std::size_t i = 0; i < placed.size(); ++i) {
      if (i % 4096 == 0) control.check();
      const Placed& own = placed[i];
      const auto among = [&](std::size_t from, std::int32_t row) {
        for (; from < placed.size() && placed[from].row == row &&
               placed[from].column <= own.column + 1;
             ++from) {
          addGap(own.end, placed[from].end, gaps);
        }
      };
      among(i + 1, own.row);
      while (below < placed.size() && std::tie(placed[below].row, placed[below].column) <
                                          std::tuple(own.row + 1, own.column - 1)) {
        ++below;
      }
      among(below, own.row + 1);
    }
    return gaps;
  }

  void addGap(std::uint32_t one, std::uint32_t other, std::vector<Gap>& gaps) const {
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
    const double ahead =
        std::min((b.x - a.x) * u.x + (b.y - a.y) * u.y, (a.x - b.x) * v.x + (a.y - b.y) * v.y) /
        length;
    if (gap > kNear && (straight < 0.7 || ahead < 0.7)) return;
    gaps.push_back(
        {static_cast<float>(gap * (2 - straight)), std::min(one, other), std::max(one, other)});
  }

  void walk(const Control& control) {
    std::vector<Chain> joined;
    std::vector<bool> done(chains_.size());
    const auto from = [&](std::uint32_t start) {
      control.check();
      Chain whole;
      std::uint32_t end = start;  // the end by which a chain is entered
      do {
        Chain& chain = chains_[end / 2];
        done[end / 2] = true;
        if (end % 2 == 1) std::ranges::reverse(chain.points);
        if (whole.points.empty()) {
          whole.points = std::move(chain.points);
        } else {
          whole.points.insert(whole.points.end(), chain.points.begin(), chain.points.end());
          chain.points = {};
        }
        end = partner_[end ^ 1U];
      } while (end != kNoEnd && !done[end / 2]);
      whole.closed = end == start;
      joined.push_back(std::move(whole));
    };
    for (std::uint32_t end = 0; end < partner_.size(); ++end) {
      if (!done[end / 2] && partner_[end] == kNoEnd) from(end);
    }
    for (std::uint32_t end = 0; end < partner_.size(); ++end) {
      if (!done[end / 2]) from(end);
    }
    chains_ = std::move(joined);
  }

  std::vector<Chain>& chains_;
  std::vector<std::uint32_t> partner_;
};

/// The picture's edges, not joined.
std::vector<Chain> linkedEdges(const ImageView& picture, const Control& control) {
  constexpr std::size_t kShortest = 3;
  EdgeMap map(Gradients(picture, control), control);
  Linker linker(map);
  std::vector<Chain> chains;
  for (std::int64_t y = 0; y < map.height(); ++y) {
    control.check();
    for (std::int64_t x = 0; x < map.width(); ++x) {
      if (!map.isEdge(x, y)) continue;
      Chain chain = linker.chainAt(x, y);
      if (chain.points.size() >= kShortest) chains.push_back(std::move(chain));
    }
  }
  return chains;
}

}  // namespace

std::vector<Chain> edgeChains(const ImageView& picture, std::size_t least, const Control& control) {
  if (picture.width() < 3 || picture.height() < 3) return {};
  std::vector<Chain> chains = linkedEdges(picture, control);
  Joiner(chains).join(control);
  std::erase_if(chains, [&](const Chain& chain) { return chain.points.size() < least; });
  return chains;
}

}  // namespace espy::contour
