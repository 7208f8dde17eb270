// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>

namespace espy::desktop {

class Canvas;
class TileStore;

/// Overview in a corner of the canvas with matches as dots and the visible part as a rectangle.
/// Shown only while part of the picture is out of view. Clicks and drags move the view.
class Minimap : public QWidget {
  Q_OBJECT

 public:
  Minimap(Canvas& canvas, const TileStore& tiles);

  /// Enables or disables the minimap.
  void setWanted(bool wanted);
  bool isWanted() const { return wanted_; }
  /// Call when the view or the size of the canvas changed.
  void follow();
  /// Call when the picture, its marks or the palette changed.
  void refresh();
  /// Call when tiles arrived; repaints if the one shown here may be among them.
  void takeTiles();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRectF inner() const;
  void look(QPointF place);
  void makeImage();
  void addDots();

  Canvas& canvas_;
  const TileStore& tiles_;
  bool wanted_ = true;
  QImage image_;          ///< picture and dots; null: needs rendering
  bool hasTile_ = false;  ///< the picture's tile is in image_
};

}  // namespace espy::desktop
