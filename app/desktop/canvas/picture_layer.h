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

/// The visible part of a picture, composed from tiles into one image of the widget's size. Cached
/// until the view changes or tiles arrive.
class PictureLayer {
 public:
  explicit PictureLayer(TileStore& tiles) : tiles_(tiles) {}

  void setPicture(PicturePtr picture);
  /// Invalidates the image after tiles arrived.
  void refresh() { fresh_ = false; }
  /// `smooth`: better and slower down-scaling. `missing`: colour of areas without a tile.
  /// Transparent outside the picture.
  const QImage& image(const DeviceMap& map, bool smooth, QColor missing);
  /// Level of the tiles in the last image.
  int level() const { return level_; }

 private:
  /// A visible tile and its part of the image.
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
  std::vector<std::int64_t> columns_;  ///< of the level, by image column
  std::vector<std::int64_t> lines_;
  std::vector<int> offsets_;  ///< within a tile, by column of a piece
  QImage image_;
};

}  // namespace espy::desktop
