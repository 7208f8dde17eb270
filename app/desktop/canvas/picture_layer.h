// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QImage>
#include <vector>

#include "canvas/device_map.h"
#include "canvas/tile_store.h"
#include "model/picture.h"

namespace espy::desktop {

/// The part of a picture that is in sight, put together from tiles into one image of the widget's
/// size. Kept until the view changes or tiles arrive.
class PictureLayer {
 public:
  explicit PictureLayer(TileStore& tiles) : tiles_(tiles) {}

  void setPicture(PicturePtr picture);
  /// Tiles arrived: the image is to be made again.
  void refresh() { fresh_ = false; }
  /// `smooth` takes longer where the picture is smaller than it is. Where nothing is known yet,
  /// `missing` is shown. Clear beside the picture.
  const QImage& image(const DeviceMap& map, bool smooth, QColor missing);

 private:
  /// One tile that can be seen: which, and its part of the image.
  struct Piece {
    TileKey key;
    QRect target;
  };

  int levelFor(double scale) const;
  void choosePieces();
  void paintFast(const Piece& piece, QRgb missing);
  void paintSmooth(QPainter& painter, const Piece& piece, QColor missing);
  void askForTiles() const;

  TileStore& tiles_;
  PicturePtr picture_;
  DeviceMap map_;
  bool smooth_ = false;
  bool fresh_ = false;
  int level_ = 0;
  std::vector<Piece> pieces_;
  std::vector<std::int64_t> columns_;  ///< of the level, for each column of the image
  std::vector<std::int64_t> lines_;
  std::vector<int> offsets_;  ///< within a tile, for each column of a piece
  QImage image_;
};

}  // namespace espy::desktop
