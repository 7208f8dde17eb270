// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/mark_shapes.h"

#include <array>
#include <cmath>

namespace espy::desktop {
namespace {

/// Above this number of corners an outline is too ragged to be seen.
constexpr std::size_t kMostCorners = 20000;
constexpr double kLeastSide = 24;  // of a mark, in widget pixels

/// Unit steps along pixel edges, clockwise.
constexpr std::array<QPoint, 4> kSteps = {QPoint(1, 0), QPoint(0, 1), QPoint(-1, 0), QPoint(0, -1)};

/// The boundary of a mask as unit steps from each corner, with the inside on the right.
class Edges {
 public:
  explicit Edges(const ImageView& mask)
      : width_(static_cast<int>(mask.width())),
        height_(static_cast<int>(mask.height())),
        steps_(static_cast<std::size_t>(width_ + 1) * (height_ + 1)) {
    const auto inside = [&](int x, int y) {
      return x >= 0 && y >= 0 && x < width_ && y < height_ && *mask.pixel(x, y) != 0;
    };
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        if (!inside(x, y)) {
          full_ = false;
          continue;
        }
        if (!inside(x, y - 1)) add({x, y}, 0);
        if (!inside(x + 1, y)) add({x + 1, y}, 1);
        if (!inside(x, y + 1)) add({x + 1, y + 1}, 2);
        if (!inside(x - 1, y)) add({x, y + 1}, 3);
      }
    }
  }

  bool isFull() const { return full_; }

  /// Extracts all closed lines; returns false if they have too many corners.
  bool trace(QPainterPath& path) {
    std::size_t corners = 0;
    for (int y = 0; y <= height_; ++y) {
      for (int x = 0; x <= width_; ++x) {
        while (at({x, y}) != 0) {
          const QPolygonF line = lineFrom({x, y});
          corners += static_cast<std::size_t>(line.size());
          if (corners > kMostCorners) return false;
          path.addPolygon(line);
          path.closeSubpath();
        }
      }
    }
    return true;
  }

 private:
  std::uint8_t& at(QPoint corner) {
    return steps_[static_cast<std::size_t>(corner.y()) * (width_ + 1) + corner.x()];
  }
  void add(QPoint from, int step) { at(from) |= static_cast<std::uint8_t>(1 << step); }
  QPolygonF lineFrom(QPoint start) {
    QPolygonF line;
    QPoint corner = start;
    int before = -1;
    do {
      // Right turn first: keeps pixels that touch only at a corner separate.
      int step = 0;
      for (const int turn : {1, 0, 3, 2}) {
        step = before < 0 ? turn : (before + turn) % 4;
        if ((at(corner) & 1 << step) != 0) break;
      }
      at(corner) &= static_cast<std::uint8_t>(~(1 << step));
      if (step != before) line << QPointF(corner);
      before = step;
      corner += kSteps[static_cast<std::size_t>(step)];
    } while (corner != start);
    return line;
  }

  int width_;
  int height_;
  bool full_ = true;
  std::vector<std::uint8_t> steps_;  ///< bits of kSteps, by corner
};

}  // namespace

QPainterPath outlineOf(const ImageView& mask) {
  Edges edges(mask);
  QPainterPath path;
  if (edges.isFull() || !edges.trace(path)) return {};
  return path;
}

void MarkShapes::setMarks(const Marks* marks) {
  marks_ = marks;
  rings_.clear();
  stamps_.clear();
}

void MarkShapes::setScale(double scale, double ratio, int thickness) {
  if (scale == scale_ && ratio == ratio_ && thickness == thickness_) return;
  if (ratio != ratio_) rings_.clear();
  stamps_.clear();
  scale_ = scale;
  ratio_ = ratio;
  thickness_ = thickness;
  bands_ = Bands(ratio, thickness * scale);
  side_ = 2 * static_cast<int>(std::ceil(kLeastSide * ratio / 2));
}

const Stamp& MarkShapes::ring(std::uint8_t colour, QRgb rgb) {
  if (colour >= rings_.size()) rings_.resize(colour + std::size_t{1});
  Stamp& ring = rings_[colour];
  if (ring.isNull()) ring = ringStamp(side_, rgb, Bands(ratio_));
  return ring;
}

const QPainterPath* MarkShapes::outline(const Mark& mark) {
  const PixelMask& mask = marks_->shape(mark);
  if (!mask) return nullptr;
  if (mark.colour >= outlines_.size()) outlines_.resize(mark.colour + std::size_t{1});
  Outline& kept = outlines_[mark.colour];
  if (kept.mask != mask) kept = {mask, outlineOf(*mask)};
  return kept.path.isEmpty() ? nullptr : &kept.path;
}

const Stamp& MarkShapes::stamp(std::uint8_t colour, QRgb rgb, const QPainterPath& outline,
                               const QSize& mask, const QSize& size) {
  if (colour >= stamps_.size()) stamps_.resize(colour + std::size_t{1});
  std::vector<Kept>& kept = stamps_[colour];
  for (const Kept& one : kept) {
    if (one.size == size) return one.stamp;
  }
  kept.push_back({size, shapeStamp(outline, size.width() / (1.0 * mask.width()),
                                   size.height() / (1.0 * mask.height()), rgb, bands_, {})});
  return kept.back().stamp;
}

}  // namespace espy::desktop
