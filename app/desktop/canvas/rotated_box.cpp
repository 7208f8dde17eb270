// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/rotated_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace espy::desktop {
namespace {

constexpr double kStem = 10;  // length in widget pixels
constexpr int kParts = 16;    // subdivisions of a pixel to which distances are rounded

double dot(QPointF a, QPointF b) {
  return QPointF::dotProduct(a, b);
}

QPointF onScreen(QPointF place, const DeviceMap& map) {
  return {map.left + place.x() * map.scale, map.top + place.y() * map.scale};
}

using Line = RotatedBoxPainter::Lines::Line;

/// Mean colour of the pixel centred at `middle`, for lines that begin at `from`.
QRgb blended(double middle, double from, const std::vector<Line>& lines) {
  std::array<double, 4> parts{};
  for (const Line& line : lines) {
    const double to = from + line.width;
    const double part = std::max(0.0, std::min(to, middle + 0.5) - std::max(from, middle - 0.5));
    const std::array<int, 4> samples{qAlpha(line.colour), qRed(line.colour), qGreen(line.colour),
                                     qBlue(line.colour)};
    for (std::size_t k = 0; k < parts.size(); ++k) parts[k] += part * samples[k];
    from = to;
  }
  const auto rounded = [&](std::size_t k) { return static_cast<int>(std::lround(parts[k])); };
  return qRgba(rounded(1), rounded(2), rounded(3), rounded(0));
}

/// An interval of a row.
struct Reach {
  double begin;
  double end;
};

/// The intersection of rows with a box of these half sides, relative to its centre. No division per
/// row: there are two rows of this kind for each painted row of thousands of boxes.
class Slices {
 public:
  Slices(const RotatedBox& box, double halfWidth, double halfHeight)
      : empty_(halfWidth <= 0 || halfHeight <= 0),
        across_(box.across, halfWidth),
        down_(box.down, halfHeight) {}

  Reach at(double below) const {
    if (empty_) return {0, 0};
    const double first = across_.middle * below;
    const double second = down_.middle * below;
    return {std::max(first - across_.half, second - down_.half),
            std::min(first + across_.half, second + down_.half)};
  }

 private:
  struct Strip {
    Strip(QPointF axis, double halfSide) {
      // (Almost) parallel to the row: a tiny slope keeps the interval finite.
      constexpr double kLevel = 1e-9;
      const double x = std::abs(axis.x()) < kLevel ? std::copysign(kLevel, axis.x()) : axis.x();
      middle = -axis.y() / x;
      half = std::abs(halfSide / x);
    }
    double middle;  ///< shift of the interval's middle per row
    double half;
  };
  bool empty_;
  Strip across_;
  Strip down_;
};

/// Calls paint(pixel, x, y, distance) for each pixel whose centre's distance from the box is
/// between `from` and `to`.
template <class Paint>
void visitFrame(QImage& image, const RotatedBox& box, double from, double to, Paint paint) {
  const double high = std::abs(box.across.y()) * (box.halfWidth + to) +
                      std::abs(box.down.y()) * (box.halfHeight + to);
  const double bottom = image.height();
  const auto first = static_cast<int>(std::clamp(box.middle.y() - high - 1, 0.0, bottom));
  const auto last = static_cast<int>(std::clamp(box.middle.y() + high + 1, 0.0, bottom));
  const auto stepU = static_cast<float>(box.across.x());
  const auto stepV = static_cast<float>(box.down.x());
  const auto halfWidth = static_cast<float>(box.halfWidth);
  const auto halfHeight = static_cast<float>(box.halfHeight);
  const auto least = static_cast<float>(from);
  const auto most = static_cast<float>(to);
  uchar* bits = image.bits();
  const qsizetype stride = image.bytesPerLine();
  const auto column = [&](double offset) {  // first pixel whose centre is not left of it
    return static_cast<int>(
        std::clamp(std::ceil(box.middle.x() + offset - 0.5), 0.0, 1.0 * image.width()));
  };
  const Slices outside(box, box.halfWidth + to, box.halfHeight + to);
  const Slices inside(box, box.halfWidth + from, box.halfHeight + from);
  for (int y = first; y < last; ++y) {
    const double below = y + 0.5 - box.middle.y();
    const Reach outer = outside.at(below);
    if (outer.begin >= outer.end) continue;
    const Reach inner = inside.at(below);
    const int begin = column(outer.begin);
    const int end = column(outer.end);
    const bool hollow = inner.begin < inner.end;
    const int hole = hollow ? std::clamp(column(inner.begin), begin, end) : end;
    const int rest = hollow ? std::clamp(column(inner.end), begin, end) : end;
    auto* row = reinterpret_cast<QRgb*>(bits + y * stride);
    const auto paintPart = [&](int x, int stop) {
      const QPointF place(x + 0.5 - box.middle.x(), below);
      auto u = static_cast<float>(dot(place, box.across));
      auto v = static_cast<float>(dot(place, box.down));
      for (; x < stop; ++x, u += stepU, v += stepV) {
        const float distance = std::max(std::abs(u) - halfWidth, std::abs(v) - halfHeight);
        if (distance > least && distance < most) paint(row[x], x, y, distance);
      }
    };
    paintPart(begin, hole);
    paintPart(rest, end);
  }
}

void paintLines(QImage& image, const RotatedBox& box, const RotatedBoxPainter::Lines& lines) {
  visitFrame(image, box, lines.begin(), lines.end(), [&](QRgb& pixel, int, int, float distance) {
    const QRgb colour = lines.at(distance);
    pixel = qAlpha(colour) == 255 ? colour : paintedOver(colour, pixel);
  });
}

/// A line of one pixel and a dark one next to it, or dots; `out` points outwards.
void paintThinLine(QImage& image, QPointF from, QPointF to, QPointF out, QRgb colour, bool whole) {
  const QPointF all = to - from;
  const bool flat = std::abs(all.x()) >= std::abs(all.y());
  if (flat ? from.x() > to.x() : from.y() > to.y()) std::swap(from, to);
  const double length = flat ? to.x() - from.x() : to.y() - from.y();
  if (length <= 0) return;
  const double slope = flat ? (to.y() - from.y()) / length : (to.x() - from.x()) / length;
  const double begin = flat ? from.x() : from.y();
  const double other = flat ? from.y() : from.x();
  // Clipped to the image in both directions.
  const int alongEnd = flat ? image.width() : image.height();
  const int acrossEnd = flat ? image.height() : image.width();
  const auto first = static_cast<int>(std::clamp(std::round(begin), 0.0, 1.0 * alongEnd));
  const auto last = static_cast<int>(std::clamp(std::round(begin + length), 0.0, 1.0 * alongEnd));
  const qsizetype stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
  auto* bits = reinterpret_cast<QRgb*>(image.bits());
  const qsizetype stepAlong = flat ? 1 : stride;
  const qsizetype stepAcross = flat ? stride : 1;
  const int outwards = (flat ? out.y() : out.x()) < 0 ? -1 : 1;
  double across = other + (first + 0.5 - begin) * slope;
  const int step = whole ? 1 : 3;
  for (int i = first; i < last; i += step, across += step * slope) {
    if (across < 1 || across >= acrossEnd - 1) continue;
    QRgb* pixel = bits + i * stepAlong + static_cast<int>(across) * stepAcross;
    *pixel = colour;
    if (whole) pixel[outwards * stepAcross] = kDarkBand;
  }
}

}  // namespace

RotatedBox::RotatedBox(const PosedOutline& outline, const DeviceMap& map) {
  const auto& corners = outline.corners;
  middle = onScreen((corners[0] + corners[2]) / 2, map);
  const auto unit = [](QPointF side, QPointF otherwise) {
    const double length = std::hypot(side.x(), side.y());
    return length > 0 ? side / length : otherwise;
  };
  const QPointF right = corners[1] - corners[0];
  const QPointF below = corners[3] - corners[0];
  across = unit(right, {1, 0});
  down = unit(below, {0, 1});
  halfWidth = std::hypot(right.x(), right.y()) / 2 * map.scale;
  halfHeight = std::hypot(below.x(), below.y()) / 2 * map.scale;
}

RotatedBox RotatedBox::grown(double by) const {
  RotatedBox box = *this;
  box.halfWidth += by;
  box.halfHeight += by;
  return box;
}

QTransform toScreen(const PosedOutline& outline, const DeviceMap& map) {
  const QPointF origin = onScreen(outline.corners[0], map);
  const QPointF x = (outline.corners[1] - outline.corners[0]) * map.scale / outline.needle.width();
  const QPointF y = (outline.corners[3] - outline.corners[0]) * map.scale / outline.needle.height();
  return {x.x(), x.y(), y.x(), y.y(), origin.x(), origin.y()};
}

double RotatedBox::edges(QSize screen) const {
  const double all = 4 * (halfWidth + halfHeight);
  return std::min(all, 2.0 * (screen.width() + screen.height()));
}

RotatedBoxPainter::Lines::Lines(double begin, const std::vector<Line>& lines)
    : begin_(begin - 0.5) {
  double end = begin;
  for (const Line& line : lines) end += line.width;
  end_ = end + 0.5;
  for (int i = 0; i <= static_cast<int>((end_ - begin_) * kParts); ++i) {
    colours_.push_back(blended(begin_ + (i + 0.5) / kParts, begin, lines));
  }
}

QRgb RotatedBoxPainter::Lines::at(double distance) const {
  const auto place = static_cast<std::size_t>((distance - begin_) * kParts);
  return colours_[std::min(place, colours_.size() - 1)];
}

const RotatedBoxPainter::Kept& RotatedBoxPainter::kept(QRgb colour) {
  const auto known = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const Kept& one) { return one.colour == colour; });
  if (known != kept_.end()) return *known;
  const double unit = bands_.light;
  kept_.push_back({colour,
                   Lines(0, {{kLightBand, 1.0 * bands_.light},
                             {colour, 1.0 * bands_.colour},
                             {kDarkBand, 1.0 * bands_.dark}}),
                   // Begins inside, so that the stem is filled.
                   Lines(-unit, {{kLightBand, unit}, {colour, 1.5 * unit}, {kDarkBand, unit}})});
  return kept_.back();
}

void RotatedBoxPainter::paint(QImage& image, const RotatedBox& box, QRgb colour) {
  paintStem(image, box, colour);
  paintLines(image, box, kept(colour).box);
}

void RotatedBoxPainter::paintStem(QImage& image, const RotatedBox& box, QRgb colour) {
  const double unit = bands_.light;
  RotatedBox stem = box;
  stem.halfHeight = kStem * unit / 2;
  stem.halfWidth = unit / 2;
  stem.middle = box.middle - box.down * (box.halfHeight + bands_.all() + stem.halfHeight - unit);
  paintLines(image, stem, kept(colour).stem);
}

void RotatedBoxPainter::paintThin(QImage& image, const RotatedBox& box, QRgb colour,
                                  bool whole) const {
  const QPointF right = box.across * box.halfWidth;
  const QPointF below = box.down * box.halfHeight;
  const std::array<QPointF, 4> corners{box.middle - right - below, box.middle + right - below,
                                       box.middle + right + below, box.middle - right + below};
  const std::array<QPointF, 4> out{-box.down, box.across, box.down, -box.across};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    paintThinLine(image, corners[k], corners[(k + 1) % 4], out[k], colour, whole);
  }
  paintThinStem(image, box, colour);
}

void RotatedBoxPainter::paintThinStem(QImage& image, const RotatedBox& box, QRgb colour) const {
  const QPointF top = box.middle - box.down * box.halfHeight;
  paintThinLine(image, top, top - box.down * (kStem * bands_.light), box.across, colour, true);
}

void RotatedBoxPainter::paintRing(QImage& image, const RotatedBox& box, int width, int dash) {
  const Lines white(0, {{0xffffffff, 1.0 * width}});
  const Lines black(0, {{0xff000000, 1.0 * width}});
  visitFrame(image, box, white.begin(), white.end(),
             [&](QRgb& pixel, int x, int y, float distance) {
               const Lines& line = (x + y) % (2 * dash) < dash ? white : black;
               pixel = paintedOver(line.at(distance), pixel);
             });
}

}  // namespace espy::desktop
