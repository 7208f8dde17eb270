// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QImage>
#include <memory>
#include <vector>

#include "canvas/crowds.h"
#include "canvas/device_map.h"
#include "canvas/mark_shapes.h"
#include "canvas/marks.h"
#include "canvas/rectangle_painter.h"
#include "canvas/rotated_box.h"
#include "model/settings.h"

namespace espy::desktop {

/// Colours of the flag planes, distinguishable with colour blindness.
inline constexpr QRgb kBaseColour = 0xffd55e00;    ///< a match starts here
inline constexpr QRgb kInsideColour = 0xff56b4e9;  ///< inside a match; half transparent

/// Renders the visible marks into one image of the widget's size, cached until the view or the
/// marks change. Outlined marks get a box, a ring if they are too small, or the outline of their
/// shape. In crowds, and where boxes are off, rectangles are painted together; then, at 1:1, the
/// pixels are those that the core's marking paints.
class Overlay {
 public:
  /// Up to this number, selected marks keep their boxes in crowds.
  static constexpr std::size_t kFewSelected = 64;
  /// With more visible marks than this no numbers are drawn.
  static constexpr std::size_t kMostNumbers = 500;

  void setMarks(std::shared_ptr<const Marks> marks, QSize picture);
  void setSettings(const MarkSettings& settings);
  void setSelected(const std::vector<std::uint32_t>& selected);

  bool isSelected(std::uint32_t index) const {
    return index < selected_.size() && selected_[index];
  }
  /// Whether there is nothing to draw.
  bool empty() const;
  const QImage& image(const DeviceMap& map, const QFont& font);

 private:
  using Seen = SeenMark;
  Box boxOf(const QRect& window) const;
  /// The window grown by the outline and by `further` device pixels.
  Box outer(const Seen& seen, int further) const;
  /// Moves marks with a box of their own from seen_ to boxes_; crowds stay in seen_.
  void takeBoxes();
  void takeSeen(const std::vector<std::uint32_t>& seen);
  void paintBoxes();
  bool isRing(const Seen& seen) const;
  /// Whether the mark is larger than a ring.
  bool isLarge(const Seen& seen) const;
  void paintRingStem(const Seen& seen, QRgb colour, RotatedBoxPainter& painter);
  void paintCrowdStems();
  void paintBoxOf(const Seen& seen, RotatedBoxPainter& painter);
  /// Returns false if the mark has no shape of its own. `size`: of its window, in device pixels.
  bool paintShape(const Seen& seen, QSize size, QRgb colour);
  void paintTurned(const Seen& seen, const PosedOutline& outline, QRgb colour,
                   RotatedBoxPainter& painter);
  /// Paints the line of a match by outline.
  void paintLine(const Seen& seen, const PosedOutline& outline, QRgb colour);
  void addWindow(const Seen& seen, const Box& box);
  void addMarks();
  void addHalos();
  int haloWidth(const Seen& seen) const;
  void addOutlines(bool ofSelected);
  void addSelected();
  void addBases();
  QRect inSight() const;
  bool outlined() const;
  bool boxed() const;
  /// In a crowd too dense for outlines the match is covered by its colour.
  bool isDot(const Seen& seen) const { return seen.room == 0 && boxed(); }
  bool selected(const Seen& seen) const { return !selected_.empty() && selected_[seen.index]; }
  /// Outline of a mark that differs visibly from its window, else null.
  const PosedOutline* turned(const Seen& seen) const {
    if (!marks_->anyTurned()) return nullptr;
    const PosedOutline* outline = marks_->turned(mark(seen.index));
    return outline == nullptr || outline->upright ? nullptr : outline;
  }
  const Mark& mark(std::uint32_t index) const { return marks_->all()[index]; }

  std::shared_ptr<const Marks> marks_;
  QSize picture_;
  MarkSettings settings_;
  std::vector<bool> selected_;  ///< by index; empty: none
  bool fewSelected_ = true;
  DeviceMap map_;
  QFont font_;
  bool fresh_ = false;
  int turnedShapes_ = 0;    ///< painted in this frame
  double turnedEdges_ = 0;  ///< total length of all visible ones, in device pixels
  int leastOutline_ = 0;    ///< in device pixels
  std::vector<Seen> seen_;
  std::vector<Seen> boxes_;
  Crowds crowds_;
  MarkShapes shapes_;
  RectanglePainter rectangles_;
  QImage image_;
};

}  // namespace espy::desktop
