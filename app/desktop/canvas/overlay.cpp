// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/overlay.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "canvas/mark_numbers.h"
#include "canvas/rotated_box.h"
#include "find/turned.h"

namespace espy::desktop {
namespace {

// In widget pixels.
constexpr double kLeastOutline = 2;
constexpr double kRingWidth = 3;
constexpr double kDash = 4;
constexpr double kLeastBase = 3;
// Visible shapes drawn as stamps; further ones are boxes, since each shape needs its own stamp.
constexpr int kMostTurnedShapes = 200;
// Limit on the edge length of all visible rotated boxes, in device pixels. Beyond it lines are
// thin: a fifth of the time, and the picture stays visible.
constexpr double kMostTurnedEdges = 100'000;
constexpr double kMostWholeEdges = 900'000;  // beyond this, lines are dotted
// Rotated marks in crowds; beyond this, their windows are painted.
constexpr std::size_t kMostTurnedCrowd = 2000;
// Margin in widget pixels around the view, within which marks count as visible: a ring is wider
// than its match, and whether marks are a crowd depends on the adjacent grid cells.
constexpr double kBeyond = 64;

/// Halo colour that contrasts with this colour.
QRgb haloOf(const QColor& colour) {
  constexpr int kMiddle = 128;
  return qGray(colour.rgb()) < kMiddle ? kLightBand : kDarkBand;
}

constexpr std::size_t kMostSeenApart = 100'000;

constexpr QRgb kClear = 0;
constexpr QRgb kWhite = 0xffffffff;
constexpr QRgb kBlack = 0xff000000;
constexpr QRgb kToAThird = 0xaa000000;    // black at 2/3 opacity
constexpr QRgb kFromAThird = 0xaaaaaaaa;  // white at 2/3 opacity, premultiplied
constexpr QRgb kHalfInside = 0x802b5a75;  // kInsideColour, half transparent, premultiplied

Box grown(const Box& box, int by) {
  return {box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by};
}

int atLeast(double place, double least) {
  return static_cast<int>(std::ceil(std::max(place, least)));
}

}  // namespace

void Overlay::setMarks(std::shared_ptr<const Marks> marks, QSize picture) {
  marks_ = std::move(marks);
  picture_ = picture;
  selected_.clear();
  shapes_.setMarks(marks_.get());
  fresh_ = false;
}

void Overlay::setSettings(const MarkSettings& settings) {
  settings_ = settings;
  fresh_ = false;
}

void Overlay::setSelected(const std::vector<std::uint32_t>& selected) {
  selected_.clear();
  fresh_ = false;
  fewSelected_ = selected.size() <= kFewSelected;
  if (!marks_ || selected.empty()) return;
  selected_.resize(marks_->all().size());
  for (const std::uint32_t index : selected) {
    if (index < selected_.size()) selected_[index] = true;
  }
}

bool Overlay::empty() const {
  if (!marks_ || marks_->all().empty()) return true;
  const bool plain = settings_.style == MarkStyle::none && settings_.pass % 3 == 0;
  return plain && selected_.empty() && !settings_.numbers;
}

bool Overlay::outlined() const {
  return settings_.style == MarkStyle::outline && settings_.pass % 3 == 0;
}

bool Overlay::boxed() const {
  return settings_.style == MarkStyle::outline && settings_.boxes && settings_.pass == 0;
}

const QImage& Overlay::image(const DeviceMap& map, const QFont& font) {
  if (fresh_ && map == map_ && font == font_) return image_;
  map_ = map;
  leastOutline_ = atLeast(kLeastOutline * map.ratio, 1);
  font_ = font;
  fresh_ = true;
  if (image_.size() != QSize(map.width, map.height)) {
    image_ = QImage(map.width, map.height, QImage::Format_ARGB32_Premultiplied);
  }
  if (image_.isNull() || !marks_) return image_;
  const std::vector<std::uint32_t> seen = marks_->touching(inSight());
  takeSeen(seen);
  boxes_.clear();
  if (boxed()) takeBoxes();
  addMarks();
  rectangles_.paint(image_);
  paintCrowdStems();
  paintBoxes();
  image_.setDevicePixelRatio(map.ratio);
  if (settings_.numbers && seen.size() <= kMostNumbers) {
    QPainter painter(&image_);
    painter.setFont(font);
    paintNumbers(painter, *marks_, seen, map_, boxed() ? shapes_.ringSide() / map_.ratio : 0);
  }
  return image_;
}

/// If more marks are visible than the screen can show, skips those whose window and colour equal
/// those of the last mark that began at the same pixel. Bounds the cost by the screen size.
void Overlay::takeSeen(const std::vector<std::uint32_t>& seen) {
  seen_.clear();
  seen_.reserve(std::min(seen.size(), kMostSeenApart));
  const bool many = seen.size() > kMostSeenApart && !marks_->anyTurned();
  // By first pixel of the window: colour and size of the last mark.
  std::vector<std::uint32_t> known;
  if (many) known.resize(static_cast<std::size_t>(map_.width) * map_.height);
  for (const std::uint32_t index : seen) {
    const Box box = boxOf(mark(index).window);
    const int width = box.x1 - box.x0;
    const int height = box.y1 - box.y0;
    const bool within = box.x0 >= 0 && box.y0 >= 0 && box.x0 < map_.width && box.y0 < map_.height;
    if (many && within && width < 256 && height < 256) {
      const std::uint32_t chosen = !selected_.empty() && selected_[index] ? 3U : 1U;
      const std::uint32_t look = chosen << 24U | static_cast<std::uint32_t>(width) << 16U |
                                 static_cast<std::uint32_t>(height) << 8U | mark(index).colour;
      std::uint32_t& last =
          known[static_cast<std::size_t>(box.y0) * map_.width + static_cast<std::size_t>(box.x0)];
      if (std::exchange(last, look) == look) continue;
    }
    seen_.push_back({index, box, mark(index).colour});
  }
}

/// The part of the picture whose marks are visible, including their lines.
QRect Overlay::inSight() const {
  const double beyond = kLeastOutline + kRingWidth + (boxed() ? kBeyond : 0);
  const double lines = beyond * map_.ratio / map_.scale;
  const auto around = settings_.thickness + lines + 1;
  const auto least = [](double place) { return static_cast<int>(std::max(place, -1e9)); };
  const auto most = [](double place) { return static_cast<int>(std::min(place, 2e9)); };
  return QRect(QPoint(least(static_cast<double>(map_.pictureX(0)) - around),
                      least(static_cast<double>(map_.pictureY(0)) - around)),
               QPoint(most(static_cast<double>(map_.pictureX(map_.width)) + around),
                      most(static_cast<double>(map_.pictureY(map_.height)) + around)));
}

Box Overlay::boxOf(const QRect& window) const {
  const int x = map_.edgeX(window.x());
  const int y = map_.edgeY(window.y());
  return {x, y, std::max(x + 1, map_.edgeX(static_cast<double>(window.x()) + window.width())),
          std::max(y + 1, map_.edgeY(static_cast<double>(window.y()) + window.height()))};
}

Box Overlay::outer(const Seen& seen, int further) const {
  // In crowds of small marks there is no room for it.
  const int thickness = boxed() && !isLarge(seen) ? 0 : settings_.thickness;
  const int least = boxed() ? seen.room - haloWidth(seen) : outlined() ? leastOutline_ : 0;
  if (!outlined() || thickness * map_.scale <= least - 1) {
    const int wider = least + further;
    return {seen.window.x0 - wider, seen.window.y0 - wider, seen.window.x1 + wider,
            seen.window.y1 + wider};
  }
  const QRect& window = mark(seen.index).window;
  const Box grown = boxOf(window.adjusted(-thickness, -thickness, thickness, thickness));
  return {std::min(grown.x0, seen.window.x0 - least) - further,
          std::min(grown.y0, seen.window.y0 - least) - further,
          std::max(grown.x1, seen.window.x1 + least) + further,
          std::max(grown.y1, seen.window.y1 + least) + further};
}

void Overlay::takeBoxes() {
  shapes_.setScale(map_.scale, map_.ratio, settings_.thickness);
  crowds_.sort(seen_, map_, shapes_.ringSide(), leastOutline_);
  boxes_ = crowds_.single();
  boxes_.insert(boxes_.end(), crowds_.spots().begin(), crowds_.spots().end());
  if (!selected_.empty() && fewSelected_) {
    // On top of all others; includes selected marks in crowds or with an exact duplicate.
    const auto boxed = std::stable_partition(boxes_.begin(), boxes_.end(),
                                             [this](const Seen& seen) { return !selected(seen); });
    const std::vector<Seen> known(boxed, boxes_.end());
    std::copy_if(seen_.begin(), seen_.end(), std::back_inserter(boxes_), [&](const Seen& seen) {
      return selected(seen) && std::none_of(known.begin(), known.end(), [&](const Seen& one) {
               return one.index == seen.index;
             });
    });
  }
  seen_ = crowds_.crowded();
  if (fewSelected_) std::erase_if(seen_, [this](const Seen& seen) { return selected(seen); });
}

/// Whether the mark is too small for a box.
bool Overlay::isRing(const Seen& seen) const {
  const Box& window = seen.window;
  const int larger = std::max(window.x1 - window.x0, window.y1 - window.y0);
  return larger + 2 * shapes_.bands().all() < shapes_.ringSide();
}

/// Marks in a crowd have no boxes of their own, but their tops are visible.
void Overlay::paintCrowdStems() {
  if (!boxed() || !marks_->anyTurned() || seen_.size() > kMostTurnedCrowd) return;
  const RotatedBoxPainter painter(shapes_.bands());
  for (const Seen& seen : seen_) {
    const PosedOutline* outline = isDot(seen) ? nullptr : turned(seen);
    if (outline == nullptr) continue;
    painter.paintThinStem(image_, RotatedBox(*outline, map_).grown(leastOutline_),
                          marks_->colour(mark(seen.index)).rgba());
  }
}

void Overlay::paintBoxes() {
  turnedShapes_ = 0;
  RotatedBoxPainter painter(shapes_.bands());
  turnedEdges_ = 0;
  for (const Seen& seen : boxes_) {
    const PosedOutline* outline = isRing(seen) ? nullptr : turned(seen);
    if (outline == nullptr) continue;
    turnedEdges_ += RotatedBox(*outline, map_).edges(image_.size());
  }
  for (const Seen& seen : boxes_) paintBoxOf(seen, painter);
}

void Overlay::paintBoxOf(const Seen& seen, RotatedBoxPainter& painter) {
  const Box& window = seen.window;
  const QRgb colour = marks_->colour(mark(seen.index)).rgba();
  const QSize size(window.x1 - window.x0, window.y1 - window.y0);
  const int lines = shapes_.bands().all();
  const bool ring = isRing(seen);
  const QPoint middle((window.x0 + window.x1) / 2, (window.y0 + window.y1) / 2);
  const int radius = shapes_.ringSide() / 2;
  Box around = grown(window, lines);
  if (ring) {
    around = grown({middle.x(), middle.y(), middle.x(), middle.y()}, radius);
  }
  if (const PosedOutline* outline = ring ? nullptr : turned(seen); outline != nullptr) {
    return paintTurned(seen, *outline, colour, painter);
  }
  if (seen.inside > 0) {
    const Box within = grown(around, (seen.inside - 1) * lines);
    paintBox(image_, within, colour, shapes_.bands());
    around = grown(within, lines);
  } else if (ring) {
    shapes_.ring(seen.colour, colour).paint(image_, middle);
    paintRingStem(seen, colour, painter);
  } else if (!paintShape(seen, size, colour)) {
    paintBox(image_, window, colour, shapes_.bands());
  }
  if (selected(seen)) {
    paintDashedRing(image_, grown(around, seen.outside * lines),
                    atLeast(kRingWidth * map_.ratio, 1), atLeast(kDash * map_.ratio, 1));
  }
}

void Overlay::paintRingStem(const Seen& seen, QRgb colour, RotatedBoxPainter& painter) {
  const PosedOutline* outline = turned(seen);
  if (outline == nullptr) return;
  RotatedBox box(*outline, map_);
  box.halfWidth = box.halfHeight = shapes_.ringSide() / 2.0 - shapes_.bands().all();
  painter.paintStem(image_, box, colour);
}

void Overlay::paintTurned(const Seen& seen, const PosedOutline& outline, QRgb colour,
                          RotatedBoxPainter& painter) {
  if (!outline.line.isEmpty()) return paintLine(seen, outline, colour);
  const int lines = shapes_.bands().all();
  RotatedBox box = RotatedBox(outline, map_).grown(seen.inside * lines);
  const QPainterPath* path =
      turnedEdges_ <= kMostTurnedEdges && turnedShapes_ < kMostTurnedShapes && seen.inside == 0
          ? shapes_.outline(mark(seen.index))
          : nullptr;
  if (path != nullptr) {
    ++turnedShapes_;
    const QRect all = image_.rect();
    shapeStamp(toScreen(outline, map_).map(*path), 1, 1, colour, shapes_.bands(), all)
        .paint(image_, QPoint(0, 0));
    painter.paintStem(image_, box, colour);
  } else if (turnedEdges_ > kMostTurnedEdges && !selected(seen)) {
    painter.paintThin(image_, box, colour, turnedEdges_ <= kMostWholeEdges);
  } else {
    painter.paint(image_, box, colour);
  }
  if (selected(seen)) {
    RotatedBoxPainter::paintRing(image_, box.grown((1 + seen.outside) * lines),
                                 atLeast(kRingWidth * map_.ratio, 1),
                                 atLeast(kDash * map_.ratio, 1));
  }
}

void Overlay::paintLine(const Seen& seen, const PosedOutline& outline, QRgb colour) {
  QPolygonF line;
  for (const QPointF& point : outline.line) {
    line << QPointF(map_.left + point.x() * map_.scale, map_.top + point.y() * map_.scale);
  }
  const Bands& bands = shapes_.bands();
  QPainter painter(&image_);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto stroke = [&](QRgb rgb, int width) {
    painter.setPen(QPen(QColor::fromRgba(rgb), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
  };
  const int light = bands.colour + 2 * bands.light;
  stroke(kDarkBand, light + 2 * bands.dark);
  stroke(kLightBand, light);
  stroke(colour, bands.colour);
  painter.end();
  if (selected(seen)) {
    paintDashedRing(image_, grown(seen.window, (1 + seen.outside) * bands.all()),
                    atLeast(kRingWidth * map_.ratio, 1), atLeast(kDash * map_.ratio, 1));
  }
}

bool Overlay::paintShape(const Seen& seen, QSize size, QRgb colour) {
  const Mark& mark = this->mark(seen.index);
  const QPainterPath* outline = shapes_.outline(mark);
  if (outline == nullptr) return false;
  const QPoint corner(seen.window.x0, seen.window.y0);
  const PosedOutline* turned = marks_->turned(mark);
  const QSize mask = turned == nullptr ? mark.window.size() : turned->needle;
  const int lines = 2 * shapes_.bands().all();
  if (size.width() + lines <= image_.width() && size.height() + lines <= image_.height()) {
    shapes_.stamp(seen.colour, colour, *outline, mask, size).paint(image_, corner);
  } else {  // huge shapes: render only the visible part
    shapeStamp(*outline, size.width() / (1.0 * mask.width()), size.height() / (1.0 * mask.height()),
               colour, shapes_.bands(), image_.rect().translated(-corner))
        .paint(image_, corner);
  }
  return true;
}

/// Adds a window, perhaps grown to `box`; of a mark that does not fill its window, the rows it
/// covers.
void Overlay::addWindow(const Seen& seen, const Box& box) {
  const bool crowd = boxed() && seen_.size() > kMostTurnedCrowd;
  if (crowd || !marks_->anyTurned()) return rectangles_.add(box);
  const Mark& mark = this->mark(seen.index);
  const PosedOutline* outline = marks_->turned(mark);
  if (outline == nullptr || outline->fills) return rectangles_.add(box);
  const Box by{seen.window.x0 - box.x0, seen.window.y0 - box.y0, box.x1 - seen.window.x1,
               box.y1 - seen.window.y1};
  const auto addPixels = [&](std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
    const auto at = [](std::int64_t place) { return static_cast<double>(place); };
    rectangles_.add({map_.edgeX(at(x0)) - by.x0, map_.edgeY(at(y0)) - by.y0,
                     map_.edgeX(at(x1)) + by.x1, map_.edgeY(at(y1)) + by.y1});
  };
  if (!outline->rows.empty()) {
    for (const QRect& row : outline->rows) {
      addPixels(row.left(), row.top(), row.right() + 1, row.bottom() + 1);
    }
    return;
  }
  // The base pixel is flagged even where the posed needle does not cover it.
  const QPoint start = mark.window.topLeft();
  if (!boxed()) addPixels(start.x(), start.y(), start.x() + 1, start.y() + 1);
  // When zoomed out, several rows are one device row.
  const std::int64_t step = std::max<std::int64_t>(1, static_cast<std::int64_t>(1 / map_.scale));
  const auto beyond = [this](int lines) {
    return static_cast<std::int64_t>(std::ceil(lines / map_.scale)) + 1;
  };
  const std::int64_t last =
      std::min<std::int64_t>(mark.window.bottom(), map_.pictureY(map_.height) + beyond(by.y0));
  std::int64_t y = mark.window.top();
  const std::int64_t above = map_.pictureY(0) - beyond(by.y1);
  if (above > y) y += (above - y) / step * step;
  const finders::TurnedWindow rows(outline->match);
  for (; y <= last; y += step) {
    const finders::TurnedWindow::Span span = rows.row(y);
    if (span.begin < span.end) addPixels(span.begin, y, span.end, y + step);
  }
}

void Overlay::addMarks() {
  rectangles_.reset(image_.size());
  const bool plane = settings_.pass == 1 || settings_.pass == 2;
  const bool white = !plane && settings_.style == MarkStyle::whiteout;
  const bool light = !plane && settings_.style == MarkStyle::lighten;
  if (plane || white || light || settings_.style == MarkStyle::dim) {
    rectangles_.addLayer(white ? kWhite : light ? kFromAThird : kToAThird);
    rectangles_.add({map_.edgeX(0), map_.edgeY(0), map_.edgeX(picture_.width()),
                     map_.edgeY(picture_.height())});
  }
  if (boxed()) addHalos();
  if (outlined()) addOutlines(false);
  if (settings_.pass != 1) {
    rectangles_.addLayer(settings_.pass == 2 ? kHalfInside : kClear);
    for (const Seen& seen : seen_) {
      if (!selected(seen) && !isDot(seen)) addWindow(seen, seen.window);
    }
  }
  if (!selected_.empty()) addSelected();
  if (plane) addBases();
}

/// Adds a halo around small marks in crowds, light around dark colours and dark around light ones,
/// so that they are visible on a background of their colour. Dots get only a shadow below, so that
/// some of the background stays visible.
void Overlay::addHalos() {
  const int width = atLeast(map_.ratio, 1);
  std::array<QRgb, 256> halos{};
  for (std::size_t i = 0; i < marks_->colours().size(); ++i)
    halos[i] = haloOf(marks_->colours()[i]);
  for (const QRgb halo : {kLightBand, kDarkBand}) {
    if (std::ranges::find(halos, halo) == halos.end()) continue;
    rectangles_.addLayer(halo);
    for (const Seen& seen : seen_) {
      if (halos[seen.colour] != halo || selected(seen)) continue;
      if (isDot(seen)) {
        Box shadow = seen.window;
        shadow.y1 += width;
        rectangles_.add(shadow);
      } else if (const int around = haloWidth(seen); around > 0) {
        addWindow(seen, outer(seen, around));
      }
    }
  }
}

bool Overlay::isLarge(const Seen& seen) const {
  const Box& window = seen.window;
  return std::max(window.x1 - window.x0, window.y1 - window.y0) > shapes_.ringSide();
}

/// The part of `room` used by the halo.
int Overlay::haloWidth(const Seen& seen) const {
  const int width = atLeast(map_.ratio, 1);
  return boxed() && seen.room >= 2 * width && !isLarge(seen) ? width : 0;
}

/// One layer for each visible colour, of the selected marks or of the others.
void Overlay::addOutlines(bool ofSelected) {
  std::array<bool, 256> used{};
  for (const Seen& seen : seen_) used[seen.colour] = true;
  for (int colour = 255; colour >= 0; --colour) {  // the first colour ends up on top
    if (!used[static_cast<std::size_t>(colour)]) continue;
    rectangles_.addLayer(qPremultiply(marks_->colours()[static_cast<std::size_t>(colour)].rgba()));
    for (const Seen& seen : seen_) {
      const bool wanted = seen.colour == colour && selected(seen) == ofSelected;
      if (wanted) addWindow(seen, outer(seen, 0));
    }
  }
}

/// On top of all others, so that selected marks are visible in crowds; only their windows stay
/// clear. The ring alternates black and white to contrast with any picture and colour.
void Overlay::addSelected() {
  rectangles_.addLayer(kWhite, kBlack, atLeast(kDash * map_.ratio, 1));
  const int ring = atLeast(kRingWidth * map_.ratio, 1);
  for (const Seen& seen : seen_) {
    if (selected(seen)) addWindow(seen, outer(seen, ring));
  }
  if (outlined()) addOutlines(true);
  rectangles_.addLayer(settings_.pass == 1   ? kToAThird
                       : settings_.pass == 2 ? kHalfInside
                                             : kClear);
  for (const Seen& seen : seen_) {
    if (selected(seen) && !isDot(seen)) addWindow(seen, seen.window);
  }
}

void Overlay::addBases() {
  rectangles_.addLayer(kBaseColour);
  const int least = atLeast(kLeastBase * map_.ratio, 1);
  for (const Seen& seen : seen_) {
    const PosedOutline* outline = marks_->turned(mark(seen.index));
    const bool line = outline != nullptr && !outline->line.isEmpty();
    const QPoint base = line ? QPoint(static_cast<int>(std::floor(outline->line.front().x())),
                                      static_cast<int>(std::floor(outline->line.front().y())))
                             : mark(seen.index).window.topLeft();
    Box box = boxOf(QRect(base, QSize(1, 1)));
    const int wider = std::max(0, least - (box.x1 - box.x0));
    const int higher = std::max(0, least - (box.y1 - box.y0));
    box.x0 -= wider / 2;
    box.y0 -= higher / 2;
    box.x1 += wider - wider / 2;
    box.y1 += higher - higher / 2;
    rectangles_.add(box);
  }
}

}  // namespace espy::desktop
