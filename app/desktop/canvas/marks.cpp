// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/marks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "espy/engine/contour.h"
#include "find/turned.h"

namespace espy::desktop {
namespace {

constexpr std::int64_t kMostCells = 1 << 18;

int cellsAlong(int side, int cell) {
  return std::max(1, (side - 1) / cell + 1);
}

/// QRect::intersects() inlined: called for every mark that may be visible.
bool touch(const QRect& a, const QRect& b) {
  return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() &&
         b.top() <= a.bottom();
}

/// The grid cell of a coordinate, clamped to the grid.
int cellOf(int place, int cell, int cells) {
  return std::clamp(place / cell, 0, cells - 1);
}

}  // namespace

PosedOutline::PosedOutline(const Match& of)
    : match(of),
      needle(static_cast<int>(match.needleWidth), static_cast<int>(match.needleHeight)),
      fills(finders::coversItsWindow(match)) {
  const MatchOutline outline = outlineOf(match);
  std::transform(outline.corners.begin(), outline.corners.end(), corners.begin(),
                 [](const SubPixel& at) { return QPointF(at.x, at.y); });
  constexpr double kUnseen = 1;  // pixels
  const QPointF from(match.x, match.y);
  const QPointF to = from + QPointF(match.width, match.height);
  const auto near = [&](std::size_t corner, QPointF place) {
    const QPointF off = corners[corner] - place;
    return std::max(std::abs(off.x()), std::abs(off.y())) < kUnseen;
  };
  upright =
      near(0, from) && near(1, {to.x(), from.y()}) && near(2, to) && near(3, {from.x(), to.y()});
}

PosedOutline::PosedOutline(const Match& of, const std::vector<SubPixel>& points)
    : PosedOutline(of) {
  fills = upright = false;
  std::vector<SubPixel> inBox;
  for (const SubPixel& point : points) {
    line << QPointF(point.x, point.y);
    inBox.push_back({point.x - of.x, point.y - of.y});
  }
  const Image flags = outlineFlags({of.width, of.height}, {&inBox, 1});
  const ImageView plane = flags.view();
  for (std::int64_t y = 0; y < plane.height(); ++y) {
    const std::uint8_t* const begin = plane.row(y);
    const std::uint8_t* const end = begin + plane.width();
    const auto isSet = [](std::uint8_t flag) { return flag != kFlagNothing; };
    for (const auto* at = std::find_if(begin, end, isSet); at != end;) {
      const auto* const stop = std::find(at, end, kFlagNothing);
      rows.emplace_back(static_cast<int>(of.x + (at - begin)), static_cast<int>(of.y + y),
                        static_cast<int>(stop - at), 1);
      at = std::find_if(stop, end, isSet);
    }
  }
}

bool PosedOutline::contains(QPointF place) const {
  if (!rows.empty()) {
    constexpr int kNear = 2;  // pixels: an open outline is thin
    const QPoint pixel(static_cast<int>(place.x()), static_cast<int>(place.y()));
    return std::ranges::any_of(rows, [&](const QRect& row) {
      return row.adjusted(-kNear, -kNear, kNear, kNear).contains(pixel);
    });
  }
  // The projections on the two sides at corner 0 must lie within the sides.
  const auto along = [&](QPointF side) {
    const double part = QPointF::dotProduct(place - corners[0], side);
    return part >= 0 && part <= QPointF::dotProduct(side, side);
  };
  return along(corners[1] - corners[0]) && along(corners[3] - corners[0]);
}

double PosedOutline::area() const {
  const QPointF across = corners[1] - corners[0];
  const QPointF down = corners[3] - corners[0];
  return std::abs(across.x() * down.y() - across.y() * down.x());
}

void MarkList::add(const Match& match, std::uint8_t colour, std::uint32_t index,
                   const Finding* finding) {
  marks.push_back({QRect(static_cast<int>(match.x), static_cast<int>(match.y),
                         static_cast<int>(match.width), static_cast<int>(match.height)),
                   colour, index, index + 1});
  if (finding != nullptr && index < finding->outlines.size()) {
    marks.back().turned = static_cast<std::int32_t>(turned.size());
    turned.emplace_back(match, finding->outlines[index]);
    return;
  }
  if (finders::coversItsWindow(match) && match.angle == 0 && !match.mirrored) return;
  marks.back().turned = static_cast<std::int32_t>(turned.size());
  turned.emplace_back(match);
}

Marks Marks::of(MarkList list, std::vector<QColor> colours, QSize picture,
                std::vector<PixelMask> shapes) {
  return {std::move(list.marks), std::move(colours), picture, std::move(shapes),
          std::move(list.turned)};
}

Marks::Marks(std::vector<Mark> marks, std::vector<QColor> colours, QSize picture,
             std::vector<PixelMask> shapes, std::vector<PosedOutline> turned)
    : marks_(std::move(marks)),
      colours_(std::move(colours)),
      shapes_(std::move(shapes)),
      turned_(std::move(turned)),
      picture_(picture) {
  while (std::int64_t{cellsAlong(picture.width(), cell_)} * cellsAlong(picture.height(), cell_) >
         kMostCells) {
    cell_ *= 2;
  }
  columns_ = cellsAlong(picture.width(), cell_);
  lines_ = cellsAlong(picture.height(), cell_);

  // Counting sort by the cell of the upper-left corner.
  const auto cell = [&](const Mark& mark) {
    return static_cast<std::size_t>(cellOf(mark.window.y(), cell_, lines_)) * columns_ +
           cellOf(mark.window.x(), cell_, columns_);
  };
  first_.assign(static_cast<std::size_t>(columns_) * lines_ + 1, 0);
  for (const Mark& mark : marks_) {
    ++first_[cell(mark) + 1];
    most_ = std::max({most_, mark.window.width(), mark.window.height()});
  }
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  sorted_.resize(marks_.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < marks_.size(); ++i) {
    if (marks_[i].said != 0) said_.push_back(i);
    sorted_[next[cell(marks_[i])]++] = {marks_[i].window, i};
  }
}

const PixelMask& Marks::shape(const Mark& mark) const {
  static const PixelMask kNone;
  if (mark.colour >= shapes_.size()) return kNone;
  const PixelMask& shape = shapes_[mark.colour];
  const QSize size = mark.turned < 0 ? mark.window.size() : turned(mark)->needle;
  const bool fits = shape && shape->size() == Size{size.width(), size.height()};
  return fits ? shape : kNone;
}

template <class Visit>
void Marks::visit(const QRect& rectangle, Visit visit) const {
  if (rectangle.isEmpty() || marks_.empty()) return;
  const auto reach = [this](int begin) {  // the first start whose mark may extend to `begin`
    return static_cast<int>(std::max<std::int64_t>(std::int64_t{begin} - most_ + 1, 0));
  };
  const int column0 = cellOf(reach(rectangle.left()), cell_, columns_);
  const int column1 = cellOf(rectangle.right(), cell_, columns_);
  const int line0 = cellOf(reach(rectangle.top()), cell_, lines_);
  const int line1 = cellOf(rectangle.bottom(), cell_, lines_);
  for (int line = line0; line <= line1; ++line) {
    // The cells of a line are contiguous.
    const std::size_t row = static_cast<std::size_t>(line) * columns_;
    for (std::uint32_t i = first_[row + column0]; i < first_[row + column1 + 1]; ++i) {
      if (touch(sorted_[i].window, rectangle)) visit(sorted_[i].index);
    }
  }
}

std::vector<std::uint32_t> Marks::touching(const QRect& rectangle) const {
  // A bitmap sorts the indices faster than std::sort.
  std::vector<std::uint64_t> touched((marks_.size() + 63) / 64);
  std::size_t count = 0;
  visit(rectangle, [&](std::uint32_t index) {
    touched[index / 64] |= std::uint64_t{1} << index % 64;
    ++count;
  });
  std::vector<std::uint32_t> found;
  found.reserve(count);
  for (std::size_t word = 0; word < touched.size(); ++word) {
    for (std::uint64_t bits = touched[word]; bits != 0; bits &= bits - 1) {
      found.push_back(static_cast<std::uint32_t>(word * 64 + std::countr_zero(bits)));
    }
  }
  return found;
}

int Marks::at(const QPoint& pixel) const {
  int best = -1;
  double bestArea = 0;
  visit(QRect(pixel, QSize(1, 1)), [&](std::uint32_t index) {
    const QRect& window = marks_[index].window;
    const PosedOutline* outline = turned(marks_[index]);
    if (outline != nullptr && !outline->contains(QPointF(pixel) + QPointF(0.5, 0.5))) return;
    const double area =
        outline == nullptr ? 1.0 * window.width() * window.height() : outline->area();
    const bool better =
        best < 0 || area < bestArea || (area == bestArea && static_cast<int>(index) < best);
    if (!better) return;
    best = static_cast<int>(index);
    bestArea = area;
  });
  return best;
}

int Marks::near(const QPoint& pixel, int reach) const {
  int best = -1;
  std::int64_t bestDistance = 0;
  const QRect around(pixel - QPoint(reach, reach), pixel + QPoint(reach, reach));
  visit(around, [&](std::uint32_t index) {
    const QRect& window = marks_[index].window;
    const QPoint off = window.center() - pixel;
    const bool small = std::max(window.width(), window.height()) <= std::int64_t{2} * reach;
    if (!small || std::abs(off.x()) > reach || std::abs(off.y()) > reach) return;
    const std::int64_t distance = std::int64_t{off.x()} * off.x() + std::int64_t{off.y()} * off.y();
    const bool better = best < 0 || distance < bestDistance ||
                        (distance == bestDistance && static_cast<int>(index) < best);
    if (!better) return;
    best = static_cast<int>(index);
    bestDistance = distance;
  });
  return best;
}

}  // namespace espy::desktop
