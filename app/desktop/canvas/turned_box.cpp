// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/turned_box.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace espy::desktop {
namespace {

constexpr double kStem = 10;  // its length, in pixels of the widget
constexpr int kParts = 16;    // of a pixel, into which distances are rounded

double dot(QPointF a, QPointF b) {
  return QPointF::dotProduct(a, b);
}

QPointF onScreen(QPointF place, const DeviceMap& map) {
  return {map.left + place.x() * map.scale, map.top + place.y() * map.scale};
}

/// Lines side by side, each so many pixels wide, from a distance outwards; what a pixel shows whose
/// middle lies so far from the box, lines that share it blended.
class Lines {
 public:
  struct Line {
    QRgb colour;
    double width;
  };
  Lines(double begin, const std::vector<Line>& lines) : begin_(begin - 0.5) {
    double end = begin;
    for (const Line& line : lines) end += line.width;
    end_ = end + 0.5;
    for (int i = 0; i <= static_cast<int>((end_ - begin_) * kParts); ++i) {
      const double middle = begin_ + (i + 0.5) / kParts;
      colours_.push_back(blended(middle, begin, lines));
    }
  }
  double begin() const { return begin_; }
  double end() const { return end_; }
  QRgb at(double distance) const {
    const auto place = static_cast<std::size_t>((distance - begin_) * kParts);
    return colours_[std::min(place, colours_.size() - 1)];
  }

 private:
  static QRgb blended(double middle, double from, const std::vector<Line>& lines) {
    double parts[4] = {};
    for (const Line& line : lines) {
      const double to = from + line.width;
      const double part = std::max(0.0, std::min(to, middle + 0.5) - std::max(from, middle - 0.5));
      const int samples[4] = {qAlpha(line.colour), qRed(line.colour), qGreen(line.colour),
                              qBlue(line.colour)};
      for (int k = 0; k < 4; ++k) parts[k] += part * samples[k];
      from = to;
    }
    const auto rounded = [&](int k) { return static_cast<int>(std::lround(parts[k])); };
    return qRgba(rounded(1), rounded(2), rounded(3), rounded(0));
  }

  double begin_;
  double end_;
  std::vector<QRgb> colours_;  ///< premultiplied
};

/// Places along a row.
struct Reach {
  double begin;
  double end;
};

/// Where in the row so far below its middle a box of these half sides lies, from its middle.
Reach reachOf(const TurnedBox& box, double below, double halfWidth, double halfHeight) {
  Reach reach{-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  const auto hold = [&](QPointF axis, double half) {
    const double rest = axis.y() * below;
    if (std::abs(axis.x()) < 1e-9) {
      if (std::abs(rest) >= half) reach.end = reach.begin;
      return;
    }
    const double a = (-half - rest) / axis.x();
    const double b = (half - rest) / axis.x();
    reach.begin = std::max(reach.begin, std::min(a, b));
    reach.end = std::min(reach.end, std::max(a, b));
  };
  if (halfWidth <= 0 || halfHeight <= 0) return {0, 0};
  hold(box.across, halfWidth);
  hold(box.down, halfHeight);
  return reach;
}

/// Calls paint(pixel, x, y, distance) for each pixel whose middle lies so far from the box.
template <class Paint>
void visitFrame(QImage& image, const TurnedBox& box, double from, double to, Paint paint) {
  const double high = std::abs(box.across.y()) * (box.halfWidth + to) +
                      std::abs(box.down.y()) * (box.halfHeight + to);
  const double bottom = image.height();
  const auto first = static_cast<int>(std::clamp(box.middle.y() - high - 1, 0.0, bottom));
  const auto last = static_cast<int>(std::clamp(box.middle.y() + high + 1, 0.0, bottom));
  uchar* bits = image.bits();
  const qsizetype stride = image.bytesPerLine();
  const auto column = [&](double offset) {  // the first pixel whose middle is not left of it
    return static_cast<int>(
        std::clamp(std::ceil(box.middle.x() + offset - 0.5), 0.0, 1.0 * image.width()));
  };
  for (int y = first; y < last; ++y) {
    const double below = y + 0.5 - box.middle.y();
    const Reach outer = reachOf(box, below, box.halfWidth + to, box.halfHeight + to);
    if (outer.begin >= outer.end) continue;
    const Reach inner = reachOf(box, below, box.halfWidth + from, box.halfHeight + from);
    const int begin = column(outer.begin);
    const int end = column(outer.end);
    const bool hollow = inner.begin < inner.end;
    const int hole = hollow ? std::clamp(column(inner.begin), begin, end) : end;
    const int rest = hollow ? std::clamp(column(inner.end), begin, end) : end;
    auto* row = reinterpret_cast<QRgb*>(bits + y * stride);
    const auto paintPart = [&](int x, int stop) {
      for (; x < stop; ++x) {
        const QPointF place(x + 0.5 - box.middle.x(), below);
        const double distance = std::max(std::abs(dot(place, box.across)) - box.halfWidth,
                                         std::abs(dot(place, box.down)) - box.halfHeight);
        if (distance > from && distance < to) paint(row[x], x, y, distance);
      }
    };
    paintPart(begin, hole);
    paintPart(rest, end);
  }
}

void paintLines(QImage& image, const TurnedBox& box, const Lines& lines) {
  visitFrame(image, box, lines.begin(), lines.end(), [&](QRgb& pixel, int, int, double distance) {
    pixel = paintedOver(lines.at(distance), pixel);
  });
}

}  // namespace

TurnedBox::TurnedBox(const TurnedOutline& outline, const DeviceMap& map) {
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

TurnedBox TurnedBox::grown(double by) const {
  TurnedBox box = *this;
  box.halfWidth += by;
  box.halfHeight += by;
  return box;
}

QTransform toScreen(const TurnedOutline& outline, const DeviceMap& map) {
  const QPointF origin = onScreen(outline.corners[0], map);
  const QPointF x = (outline.corners[1] - outline.corners[0]) * map.scale / outline.needle.width();
  const QPointF y = (outline.corners[3] - outline.corners[0]) * map.scale / outline.needle.height();
  return {x.x(), x.y(), y.x(), y.y(), origin.x(), origin.y()};
}

void paintTurnedBox(QImage& image, const TurnedBox& box, QRgb colour, const Bands& bands) {
  paintStem(image, box, colour, bands);
  paintLines(image, box,
             Lines(0, {{kLightBand, 1.0 * bands.light},
                       {colour, 1.0 * bands.colour},
                       {kDarkBand, 1.0 * bands.dark}}));
}

void paintStem(QImage& image, const TurnedBox& box, QRgb colour, const Bands& bands) {
  const double unit = bands.light;
  TurnedBox stem = box;
  stem.halfHeight = kStem * unit / 2;
  stem.halfWidth = unit / 2;
  stem.middle = box.middle - box.down * (box.halfHeight + bands.all() + stem.halfHeight - unit);
  // From within, so that its middle is filled.
  paintLines(image, stem,
             Lines(-unit / 2, {{kLightBand, unit / 2}, {colour, 1.5 * unit}, {kDarkBand, unit}}));
}

void paintTurnedRing(QImage& image, const TurnedBox& box, int width, int dash) {
  const Lines white(0, {{0xffffffff, 1.0 * width}});
  const Lines black(0, {{0xff000000, 1.0 * width}});
  visitFrame(image, box, white.begin(), white.end(),
             [&](QRgb& pixel, int x, int y, double distance) {
               const Lines& line = (x + y) % (2 * dash) < dash ? white : black;
               pixel = paintedOver(line.at(distance), pixel);
             });
}

}  // namespace espy::desktop
