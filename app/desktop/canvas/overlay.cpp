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
  font_ = font;
  fresh_ = true;
  if (image_.size() != QSize(map.width, map.height)) {
    image_ = QImage(map.width, map.height, QImage::Format_ARGB32_Premultiplied);
  }
  if (image_.isNull() || !marks_) return image_;
  const std::vector<std::uint32_t> seen = marks_->touching(inSight());
  addMarks(seen);
  sweep_.paint(image_);
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

Box Overlay::inner(const QRect& window) const {
  const int x = map_.edgeX(window.x());
  const int y = map_.edgeY(window.y());
  return {x, y, std::max(x + 1, map_.edgeX(static_cast<double>(window.x()) + window.width())),
          std::max(y + 1, map_.edgeY(static_cast<double>(window.y()) + window.height()))};
}

/// The window grown by the outline, and on by so many pixels of the screen.
Box Overlay::outer(const QRect& window, int further) const {
  const Box in = inner(window);
  const int thickness = outlined() ? settings_.thickness : 0;
  const int least = (outlined() ? atLeast(kLeastOutline * map_.ratio, 1) : 0) + further;
  const double right = static_cast<double>(window.x()) + window.width() + thickness;
  const double bottom = static_cast<double>(window.y()) + window.height() + thickness;
  return {
      std::min(map_.edgeX(static_cast<double>(window.x()) - thickness) - further, in.x0 - least),
      std::min(map_.edgeY(static_cast<double>(window.y()) - thickness) - further, in.y0 - least),
      std::max(map_.edgeX(right) + further, in.x1 + least),
      std::max(map_.edgeY(bottom) + further, in.y1 + least)};
}

void Overlay::addMarks(const std::vector<std::uint32_t>& seen) {
  sweep_.reset(image_.size());
  const bool plane = settings_.pass == 1 || settings_.pass == 2;
  const bool white = !plane && settings_.style == MarkStyle::whiteout;
  if (plane || white || settings_.style == MarkStyle::dim) {
    sweep_.addLayer(white ? kWhite : kToAThird);
    sweep_.add({map_.edgeX(0), map_.edgeY(0), map_.edgeX(picture_.width()),
                map_.edgeY(picture_.height())});
  }
  if (outlined()) addOutlines(seen, false);
  if (settings_.pass != 1) {
    sweep_.addLayer(settings_.pass == 2 ? kHalfInside : kClear);
    for (const std::uint32_t index : seen) sweep_.add(inner(mark(index).window));
  }
  if (!selected_.empty()) addSelected(seen);
  if (plane) addBases(seen);
}

/// One layer for each colour that is in sight.
void Overlay::addOutlines(const std::vector<std::uint32_t>& seen, bool selected) {
  std::array<bool, 256> used{};
  for (const std::uint32_t index : seen) used[mark(index).colour] = true;
  for (int colour = 255; colour >= 0; --colour) {  // the first colour comes to the top
    if (!used[static_cast<std::size_t>(colour)]) continue;
    sweep_.addLayer(qPremultiply(marks_->colours()[static_cast<std::size_t>(colour)].rgba()));
    for (const std::uint32_t index : seen) {
      if (mark(index).colour != colour || (selected && !selected_[index])) continue;
      sweep_.add(outer(mark(index).window, 0));
    }
  }
}

/// Above all others, so that they are seen also in a crowd: only their own windows stay free. The
/// ring is black and white by turns: it can be told from any picture and any colour.
void Overlay::addSelected(const std::vector<std::uint32_t>& seen) {
  sweep_.addLayer(kWhite, kBlack, atLeast(kDash * map_.ratio, 1));
  const int ring = atLeast(kRingWidth * map_.ratio, 1);
  for (const std::uint32_t index : seen) {
    if (selected_[index]) sweep_.add(outer(mark(index).window, ring));
  }
  if (outlined()) addOutlines(seen, true);
  sweep_.addLayer(settings_.pass == 1 ? kToAThird : settings_.pass == 2 ? kHalfInside : kClear);
  for (const std::uint32_t index : seen) {
    if (selected_[index]) sweep_.add(inner(mark(index).window));
  }
}

void Overlay::addBases(const std::vector<std::uint32_t>& seen) {
  sweep_.addLayer(kBaseColour);
  const int least = atLeast(kLeastBase * map_.ratio, 1);
  for (const std::uint32_t index : seen) {
    Box box = inner(QRect(mark(index).window.topLeft(), QSize(1, 1)));
    const int wider = std::max(0, least - (box.x1 - box.x0));
    const int higher = std::max(0, least - (box.y1 - box.y0));
    box.x0 -= wider / 2;
    box.y0 -= higher / 2;
    box.x1 += wider - wider / 2;
    box.y1 += higher - higher / 2;
    sweep_.add(box);
  }
}

}  // namespace espy::desktop
