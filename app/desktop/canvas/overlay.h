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
#include "canvas/turned_box.h"
#include "model/settings.h"

namespace espy::desktop {

/// Colours of the flag planes, which the colour-blind can tell apart.
inline constexpr QRgb kBaseColour = 0xffd55e00;    ///< a match starts here
inline constexpr QRgb kInsideColour = 0xff56b4e9;  ///< inside a match; painted half transparent

/// The marks in sight as one image of the widget's size, kept until the view or the marks change.
/// Each outlined mark has a box, or a ring where it would be too small to be seen, or the outline
/// of its shape; only in crowds, and where boxes are not wanted, marks are painted together. Then,
/// at the picture's own size, it shows the same pixels that the core's marking paints.
class Overlay {
 public:
  /// So few selected marks keep their boxes also in crowds.
  static constexpr std::size_t kFewSelected = 64;
  /// More marks in sight than this get no numbers: nobody could read them.
  static constexpr std::size_t kMostNumbers = 500;

  void setMarks(std::shared_ptr<const Marks> marks, QSize picture);
  void setSettings(const MarkSettings& settings);
  void setSelected(const std::vector<std::uint32_t>& selected);

  bool isSelected(std::uint32_t index) const {
    return index < selected_.size() && selected_[index];
  }
  /// Is there anything to be drawn at all?
  bool empty() const;
  const QImage& image(const DeviceMap& map, const QFont& font);

 private:
  using Seen = SeenMark;
  Box boxOf(const QRect& window) const;
  /// The window grown by the outline, and on by so many pixels of the screen.
  Box outer(const Seen& seen, int further) const;
  /// Leaves in seen_ what is painted together, and moves the others to boxes_.
  void takeBoxes();
  void takeSeen(const std::vector<std::uint32_t>& seen);
  void paintBoxes();
  bool isRing(const Seen& seen) const;
  void paintBoxOf(const Seen& seen, TurnedPainter& painter);
  /// False where the mark has no shape of its own. `size`: of its window on the screen.
  bool paintShape(const Seen& seen, QSize size, QRgb colour);
  void paintTurned(const Seen& seen, const TurnedOutline& outline, QRgb colour,
                   TurnedPainter& painter);
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
  /// In a crowd without room for outlines what was found is covered by its colour.
  bool isDot(const Seen& seen) const { return seen.room == 0 && boxed(); }
  bool selected(const Seen& seen) const { return !selected_.empty() && selected_[seen.index]; }
  /// The outline of what does not look as its window does, else null.
  const TurnedOutline* turned(const Seen& seen) const {
    if (!marks_->anyTurned()) return nullptr;
    const TurnedOutline* outline = marks_->turned(mark(seen.index));
    return outline == nullptr || outline->upright ? nullptr : outline;
  }
  const Mark& mark(std::uint32_t index) const { return marks_->all()[index]; }

  std::shared_ptr<const Marks> marks_;
  QSize picture_;
  MarkSettings settings_;
  std::vector<bool> selected_;  ///< by index; empty: none is
  bool fewSelected_ = true;
  DeviceMap map_;
  QFont font_;
  bool fresh_ = false;
  int turnedShapes_ = 0;    ///< painted in this frame
  double turnedEdges_ = 0;  ///< of all in sight, in pixels of the screen
  int leastOutline_ = 0;    ///< in pixels of the screen
  std::vector<Seen> seen_;
  std::vector<Seen> boxes_;
  Crowds crowds_;
  MarkShapes shapes_;
  RectanglePainter rectangles_;
  QImage image_;
};

}  // namespace espy::desktop
