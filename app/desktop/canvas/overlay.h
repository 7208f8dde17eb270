// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QImage>
#include <memory>
#include <vector>

#include "canvas/device_map.h"
#include "canvas/marks.h"
#include "canvas/rectangle_painter.h"
#include "model/settings.h"

namespace espy::desktop {

/// Colours of the flag planes, which the colour-blind can tell apart.
inline constexpr QRgb kBaseColour = 0xffd55e00;    ///< a match starts here
inline constexpr QRgb kInsideColour = 0xff56b4e9;  ///< inside a match; painted half transparent

/// The marks in sight as one image of the widget's size, kept until the view or the marks change.
/// At the picture's own size it shows the same pixels that the core's marking paints.
class Overlay {
 public:
  /// More marks in sight than this get no numbers: nobody could read them.
  static constexpr std::size_t kMostNumbers = 500;

  void setMarks(std::shared_ptr<const Marks> marks, QSize picture);
  void setSettings(const MarkSettings& settings);
  void setSelected(const std::vector<std::uint32_t>& selected);

  /// Is there anything to be drawn at all?
  bool empty() const;
  const QImage& image(const DeviceMap& map, const QFont& font);

 private:
  /// A mark in sight and its window on the screen.
  struct Seen {
    std::uint32_t index;
    Box window;
  };
  Box boxOf(const QRect& window) const;
  /// The window grown by the outline, and on by so many pixels of the screen.
  Box outer(const Seen& seen, int further) const;
  void addMarks();
  void addOutlines(bool ofSelected);
  void addSelected();
  void addBases();
  QRect inSight() const;
  bool outlined() const;
  bool selected(const Seen& seen) const { return !selected_.empty() && selected_[seen.index]; }
  const Mark& mark(std::uint32_t index) const { return marks_->all()[index]; }

  std::shared_ptr<const Marks> marks_;
  QSize picture_;
  MarkSettings settings_;
  std::vector<bool> selected_;  ///< by index; empty: none is
  DeviceMap map_;
  QFont font_;
  bool fresh_ = false;
  int leastOutline_ = 0;  ///< in pixels of the screen
  std::vector<Seen> seen_;
  RectanglePainter rectangles_;
  QImage image_;
};

}  // namespace espy::desktop
