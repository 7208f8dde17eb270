// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/overlay.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "canvas/mark_numbers.h"

namespace espy::desktop {
namespace {

// In pixels of the widget.
constexpr double kLeastOutline = 2;
constexpr double kRingWidth = 3;
constexpr double kDash = 4;
constexpr double kLeastBase = 3;

constexpr QRgb kClear = 0;
constexpr QRgb kWhite = 0xffffffff;
constexpr QRgb kBlack = 0xff000000;
constexpr QRgb kToAThird = 0xaa000000;    // black, so opaque that a third of what is below remains
constexpr QRgb kHalfInside = 0x802b5a75;  // kInsideColour, half transparent, premultiplied

int atLeast(double place, double least) {
  return static_cast<int>(std::ceil(std::max(place, least)));
}

}  // namespace

void Overlay::setMarks(std::shared_ptr<const Marks> marks, QSize picture) {
  marks_ = std::move(marks);
  picture_ = picture;
  selected_.clear();
  fresh_ = false;
}

void Overlay::setSettings(const MarkSettings& settings) {
  settings_ = settings;
  fresh_ = false;
}

void Overlay::setSelected(const std::vector<std::uint32_t>& selected) {
  selected_.clear();
  fresh_ = false;
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
  seen_.clear();
  for (const std::uint32_t index : seen) seen_.push_back({index, boxOf(mark(index).window)});
  addMarks();
  rectangles_.paint(image_);
  image_.setDevicePixelRatio(map.ratio);
  if (settings_.numbers && seen.size() <= kMostNumbers) {
    QPainter painter(&image_);
    painter.setFont(font);
    paintNumbers(painter, *marks_, seen, map_);
  }
  return image_;
}

/// The part of the picture whose marks can be seen, lines around them included.
QRect Overlay::inSight() const {
  const double lines = (kLeastOutline + kRingWidth) * map_.ratio / map_.scale;
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
  const int thickness = settings_.thickness;
  const int least = outlined() ? leastOutline_ : 0;
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

void Overlay::addMarks() {
  rectangles_.reset(image_.size());
  const bool plane = settings_.pass == 1 || settings_.pass == 2;
  const bool white = !plane && settings_.style == MarkStyle::whiteout;
  if (plane || white || settings_.style == MarkStyle::dim) {
    rectangles_.addLayer(white ? kWhite : kToAThird);
    rectangles_.add({map_.edgeX(0), map_.edgeY(0), map_.edgeX(picture_.width()),
                     map_.edgeY(picture_.height())});
  }
  if (outlined()) addOutlines(false);
  if (settings_.pass != 1) {
    rectangles_.addLayer(settings_.pass == 2 ? kHalfInside : kClear);
    for (const Seen& seen : seen_) {
      if (!selected(seen)) rectangles_.add(seen.window);
    }
  }
  if (!selected_.empty()) addSelected();
  if (plane) addBases();
}

/// Of the selected marks or of the others: one layer for each colour that is in sight.
void Overlay::addOutlines(bool ofSelected) {
  std::array<bool, 256> used{};
  for (const Seen& seen : seen_) used[mark(seen.index).colour] = true;
  for (int colour = 255; colour >= 0; --colour) {  // the first colour comes to the top
    if (!used[static_cast<std::size_t>(colour)]) continue;
    rectangles_.addLayer(qPremultiply(marks_->colours()[static_cast<std::size_t>(colour)].rgba()));
    for (const Seen& seen : seen_) {
      const bool wanted = mark(seen.index).colour == colour && selected(seen) == ofSelected;
      if (wanted) rectangles_.add(outer(seen, 0));
    }
  }
}

/// Above all others, so that they are seen also in a crowd: only their own windows stay free, and
/// what would be painted of them among the others is all covered here. The ring is black and white
/// by turns: it can be told from any picture and any colour.
void Overlay::addSelected() {
  rectangles_.addLayer(kWhite, kBlack, atLeast(kDash * map_.ratio, 1));
  const int ring = atLeast(kRingWidth * map_.ratio, 1);
  for (const Seen& seen : seen_) {
    if (selected(seen)) rectangles_.add(outer(seen, ring));
  }
  if (outlined()) addOutlines(true);
  rectangles_.addLayer(settings_.pass == 1   ? kToAThird
                       : settings_.pass == 2 ? kHalfInside
                                             : kClear);
  for (const Seen& seen : seen_) {
    if (selected(seen)) rectangles_.add(seen.window);
  }
}

void Overlay::addBases() {
  rectangles_.addLayer(kBaseColour);
  const int least = atLeast(kLeastBase * map_.ratio, 1);
  for (const Seen& seen : seen_) {
    Box box = boxOf(QRect(mark(seen.index).window.topLeft(), QSize(1, 1)));
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
