// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <QThreadPool>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/picture.h"

namespace espy::desktop {

/// One tile of a picture at a power of two of its size.
struct TileKey {
  int level = 0;
  std::int64_t column = 0;
  std::int64_t line = 0;

  bool operator==(const TileKey&) const = default;
  bool operator<(const TileKey& other) const { return packed() < other.packed(); }
  /// Of this tile at a level so much coarser, the tile that covers it.
  TileKey coarser(int by) const { return {level + by, column >> by, line >> by}; }
  std::uint64_t packed() const {
    return static_cast<std::uint64_t>(level) << 58 | static_cast<std::uint64_t>(line) << 29 |
           static_cast<std::uint64_t>(column);
  }
};

/// The tiles of one picture, made by threads when asked for and kept while there is room.
class TileStore : public QObject {
  Q_OBJECT

 public:
  static constexpr int kSide = 256;                  ///< of a tile, in pixels
  static constexpr qsizetype kMostBytes = 96 << 20;  ///< that all tiles take
  static constexpr int kMostTiles = 320;  ///< to be shown at once; the rest is for others

  explicit TileStore(QObject* parent = nullptr);
  ~TileStore() override;

  void setPicture(PicturePtr picture);
  /// The level at which the whole picture is one tile; it stays, once it is made.
  int coarsest() const { return coarsest_; }
  /// A tile that is there, until the next turn of the event loop, or null.
  const QImage* find(const TileKey& key) const;
  /// Asks for these tiles, the first ones first; what was asked for before is forgotten.
  void want(const std::vector<TileKey>& keys);

 signals:
  void arrived();  ///< tiles that can now be found

 private:
  struct Shared;
  static void work(const std::shared_ptr<Shared>& shared);
  void collect();

  std::shared_ptr<Shared> shared_;
  PicturePtr picture_;
  int coarsest_ = 0;
  QImage whole_;                          ///< the one tile of the coarsest level
  QCache<std::uint64_t, QImage> others_;  ///< costs are bytes
  QThreadPool pool_;
};

}  // namespace espy::desktop
