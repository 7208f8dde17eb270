// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>

namespace espy::desktop {

class Canvas;
class TileStore;

/// The whole picture in a corner of the canvas, with its matches as dots and what can be seen of it
/// as a rectangle, for as long as not all of it can be seen. A click or a drag moves the view.
class Minimap : public QWidget {
  Q_OBJECT

 public:
  Minimap(Canvas& canvas, const TileStore& tiles);

  /// Whether it is wanted at all.
  void setWanted(bool wanted);
  bool isWanted() const { return wanted_; }
  /// The view or the size of the canvas changed.
  void follow();
  /// The picture, its marks or the palette changed.
  void refresh();
  /// Tiles came, and the one that is shown here may be among them.
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
  QImage image_;          ///< picture and dots; null: to be made
  bool hasTile_ = false;  ///< the image has its picture
};

}  // namespace espy::desktop
