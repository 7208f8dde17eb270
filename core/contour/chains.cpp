// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/chains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace espy::contour {

PointBox boxOf(std::span<const SubPixel> points) {
  PointBox box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const SubPixel& point : points) {
    box.left = std::min(box.left, point.x);
    box.right = std::max(box.right, point.x);
    box.top = std::min(box.top, point.y);
    box.bottom = std::max(box.bottom, point.y);
  }
  return box;
}

double apart(SubPixel a, SubPixel b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

namespace {

/// Weights of a needle's pixels, 0..1, with a border of 0.
class Weights {
 public:
  explicit Weights(const Needle& needle) : needle_(needle) {}

  std::int64_t width() const { return needle_.picture.width(); }
  std::int64_t height() const { return needle_.picture.height(); }
  double at(std::int64_t x, std::int64_t y) const {
    const ImageView& picture = needle_.picture;
    if (x < 0 || y < 0 || x >= width() || y >= height()) return 0;
    const PixelFormat format = picture.format();
    double weight = 1;
    if (format.hasAlpha()) {
      weight =
          static_cast<double>(sampleAt(picture, x, y, format.channels - 1)) / format.maxValue();
    }
    if (needle_.mask) {
      weight *=
          static_cast<double>(sampleAt(*needle_.mask, x, y, 0)) / needle_.mask->format().maxValue();
    }
    return weight;
  }

 private:
  const Needle& needle_;
};

/// An edge of the grid of pixel centres: from (x, y) to the right, or down.
struct GridEdge {
  std::int64_t y;
  std::int64_t x;
  bool down;
};

/// Boundaries by marching squares: each cell between four pixel centres joins those of its edges
/// that the boundary crosses, with the inside to the left.
class Marcher {
 public:
  Marcher(const Weights& weights, const Control& control)
      : weights_(weights),
        control_(control),
        width_(weights.width() + 2),
        pixels_(static_cast<std::size_t>(width_ * (weights.height() + 2))) {
    for (std::int64_t y = 0; y < weights.height(); ++y) {
      control.check();
      for (std::int64_t x = 0; x < weights.width(); ++x) {
        const bool inside = weights.at(x, y) >= 0.5;
        pixel(x, y) = inside ? kInside : 0;
        allInside_ = allInside_ && inside;
      }
    }
  }

  bool allInside() const { return allInside_; }

  std::vector<Chain> chains() {
    std::vector<Chain> all;
    for (std::int64_t y = -1; y < weights_.height(); ++y) {
      for (std::int64_t x = -1; x < weights_.width(); ++x) {
        for (const bool down : {false, true}) {
          Chain chain{{}, true};
          for (GridEdge at{y, x, down}; isCrossed(at) && take(at); at = next(at)) {
            chain.points.push_back(crossing(at));
            if (++taken_ % (1 << 16) == 0) control_.check();
          }
          if (!chain.points.empty()) all.push_back(std::move(chain));
        }
      }
    }
    return all;
  }

 private:
  static constexpr std::uint8_t kInside = 1;
  static constexpr std::uint8_t kRightTaken = 2;  ///< its edge to the right
  static constexpr std::uint8_t kDownTaken = 4;

  std::uint8_t& pixel(std::int64_t x, std::int64_t y) {
    return pixels_[static_cast<std::size_t>((y + 1) * width_ + x + 1)];
  }
  bool isInside(std::int64_t x, std::int64_t y) const {
    return (pixels_[static_cast<std::size_t>((y + 1) * width_ + x + 1)] & kInside) != 0;
  }
  bool isCrossed(const GridEdge& edge) const {
    return isInside(edge.x, edge.y) !=
           (edge.down ? isInside(edge.x, edge.y + 1) : isInside(edge.x + 1, edge.y));
  }
  /// Whether the edge was not taken before.
  bool take(const GridEdge& edge) {
    std::uint8_t& own = pixel(edge.x, edge.y);
    const std::uint8_t before = own;
    own |= edge.down ? kDownTaken : kRightTaken;
    return own != before;
  }

  /// From an edge where its cell's border leaves the inside, clockwise, the next where it enters
  /// it: the boundary of what is outside.
  GridEdge next(const GridEdge& edge) const {
    const bool first = isInside(edge.x, edge.y);
    const std::int64_t x = edge.x - (edge.down && first ? 1 : 0);  // of the cell
    const std::int64_t y = edge.y - (!edge.down && !first ? 1 : 0);
    // Corners and edges clockwise from the upper left: edge k joins corners k and k + 1.
    const std::array<bool, 4> in{isInside(x, y), isInside(x + 1, y), isInside(x + 1, y + 1),
                                 isInside(x, y + 1)};
    const std::array<GridEdge, 4> edges{GridEdge{y, x, false}, GridEdge{y, x + 1, true},
                                        GridEdge{y + 1, x, false}, GridEdge{y, x, true}};
    std::size_t to = ((edge.down ? 1 : 0) + (first ? 1 : 3)) % 4;
    while (in[to] || !in[(to + 1) % 4]) to = (to + 1) % 4;
    return edges[to];
  }

  SubPixel crossing(const GridEdge& edge) const {
    const double a = weights_.at(edge.x, edge.y);
    const double b = edge.down ? weights_.at(edge.x, edge.y + 1) : weights_.at(edge.x + 1, edge.y);
    const double share = (0.5 - a) / (b - a);
    const double x = static_cast<double>(edge.x) + 0.5;
    const double y = static_cast<double>(edge.y) + 0.5;
    return edge.down ? SubPixel{x, y + share} : SubPixel{x + share, y};
  }

  const Weights& weights_;
  const Control& control_;
  std::int64_t width_;                ///< with a border of a pixel
  std::vector<std::uint8_t> pixels_;  ///< flags
  bool allInside_ = true;
  std::uint32_t taken_ = 0;  ///< edges
};

}  // namespace

std::vector<Chain> needleChains(const Needle& needle, const Control& control) {
  constexpr std::size_t kLeast = 8;
  std::optional<std::vector<Chain>> boundaries;
  if (needle.mask || needle.picture.format().hasAlpha()) {
    const Weights weights(needle);
    Marcher marcher(weights, control);
    if (!marcher.allInside()) boundaries = marcher.chains();
  }
  std::vector<Chain> chains =
      boundaries ? *std::move(boundaries) : edgeChains(needle.picture, kLeast, control);
  std::erase_if(chains, [](const Chain& chain) { return chain.points.size() < 3; });
  // A closed edge bounds something, so it goes before open ones up to twice as long.
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    order.emplace_back(-lengthOf(chains[i]) * (chains[i].closed ? 2 : 1), i);
  }
  std::uint32_t compared = 0;
  std::ranges::sort(order, [&](const auto& a, const auto& b) {
    if (++compared % (1 << 16) == 0) control.check();
    return a < b;
  });
  std::vector<Chain> sorted;
  sorted.reserve(chains.size());
  for (const auto& [length, index] : order) sorted.push_back(std::move(chains[index]));
  return sorted;
}

double lengthOf(const Chain& chain) {
  double length = 0;
  const std::size_t count = chain.points.size();
  for (std::size_t i = 1; i < count; ++i) length += apart(chain.points[i - 1], chain.points[i]);
  if (chain.closed && count > 0) length += apart(chain.points.back(), chain.points.front());
  return length;
}

void smoothen(Chain& chain, int passes) {
  const std::size_t count = chain.points.size();
  if (count < 3) return;
  for (int pass = 0; pass < passes; ++pass) {
    const std::vector<SubPixel> old = chain.points;
    for (std::size_t i = 0; i < count; ++i) {
      if (!chain.closed && (i == 0 || i + 1 == count)) continue;
      const SubPixel a = old[(i + count - 1) % count];
      const SubPixel b = old[(i + 1) % count];
      chain.points[i] = {0.25 * (a.x + b.x) + 0.5 * old[i].x, 0.25 * (a.y + b.y) + 0.5 * old[i].y};
    }
  }
}

std::vector<SubPixel> resampled(const Chain& chain, std::int64_t count) {
  const std::vector<SubPixel>& from = chain.points;
  const std::size_t pieces = chain.closed ? from.size() : from.size() - 1;
  const double step = lengthOf(chain) / static_cast<double>(count);
  std::vector<SubPixel> to;
  to.reserve(static_cast<std::size_t>(count) + 1);
  std::size_t piece = 0;
  double before = 0;  // length of the pieces before
  double own = apart(from[0], from[1 % from.size()]);
  for (std::int64_t k = 0; k < count + (chain.closed ? 0 : 1); ++k) {
    const double at = step * static_cast<double>(k);
    while (piece + 1 < pieces && before + own < at) {
      before += own;
      ++piece;
      own = apart(from[piece], from[(piece + 1) % from.size()]);
    }
    const double share = own > 0 ? std::clamp((at - before) / own, 0.0, 1.0) : 0;
    const SubPixel a = from[piece];
    const SubPixel b = from[(piece + 1) % from.size()];
    to.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
  }
  return to;
}

Image halved(const ImageView& picture, const Control& control) {
  const Size half{picture.width() / 2, picture.height() / 2};
  Image image = Image::forOverwrite(half, picture.format());
  const MutableImageView pixels = image.pixels();
  for (std::int64_t y = 0; y < half.height; ++y) {
    control.check();
    for (std::int64_t x = 0; x < half.width; ++x) {
      for (int channel = 0; channel < picture.format().channels; ++channel) {
        const std::uint32_t sum = sampleAt(picture, 2 * x, 2 * y, channel) +
                                  sampleAt(picture, 2 * x + 1, 2 * y, channel) +
                                  sampleAt(picture, 2 * x, 2 * y + 1, channel) +
                                  sampleAt(picture, 2 * x + 1, 2 * y + 1, channel);
        setSample(pixels, x, y, channel, (sum + 2) / 4);
      }
    }
  }
  return image;
}

}  // namespace espy::contour
