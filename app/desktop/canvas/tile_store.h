// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QImage>
#include <QObject>
#include <QThreadPool>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "model/picture.h"

namespace espy::desktop {

/// Identifies a tile; level n is the picture scaled by 1/2^n.
struct TileKey {
  int level = 0;
  std::int64_t column = 0;
  std::int64_t line = 0;

  bool operator==(const TileKey&) const = default;
  bool operator<(const TileKey& other) const { return packed() < other.packed(); }
  /// The tile that covers this one, `by` levels coarser.
  TileKey coarser(int by) const { return {level + by, column >> by, line >> by}; }
  std::uint64_t packed() const {
    return static_cast<std::uint64_t>(level) << 58 | static_cast<std::uint64_t>(line) << 29 |
           static_cast<std::uint64_t>(column);
  }
};

/// Tiles that were made elsewhere.
using MadeTiles = std::vector<std::pair<TileKey, QImage>>;

/// Renders a tile; null if memory is short. Callable from any thread.
QImage makeTile(const ImageView& picture, const TileKey& key);
/// The level at which a whole picture is one tile.
int coarsestLevel(Size picture);

/// Cache of one picture's tiles, rendered on demand by a thread pool.
class TileStore : public QObject {
  Q_OBJECT

 public:
  static constexpr int kSide = 256;                  ///< side of a tile, in pixels
  static constexpr qsizetype kMostBytes = 96 << 20;  ///< limit of all cached tiles
  static constexpr int kMostTiles = 320;  ///< shown at once; the rest of the cache is for others

  explicit TileStore(QObject* parent = nullptr);
  ~TileStore() override;

  void setPicture(PicturePtr picture);
  /// The next frame of a stream: another picture of the same size, with its tiles.
  void setFrame(PicturePtr picture, const MadeTiles& tiles);
  /// The level at which the whole picture is one tile; that tile is never evicted.
  int coarsest() const { return coarsest_; }
  /// The cached tile or null. Valid until control returns to the event loop.
  const QImage* find(const TileKey& key) const;
  /// Requests these tiles in order of priority; replaces earlier requests.
  void want(const std::vector<TileKey>& keys);

 signals:
  void arrived();  ///< new tiles are available

 private:
  struct Shared;
  void keep(const TileKey& key, QImage tile);
  /// Makes the workers drop what they have and use the current picture.
  void forgetWork();
  static void work(const std::shared_ptr<Shared>& shared);
  void collect();

  std::shared_ptr<Shared> shared_;
  PicturePtr picture_;
  int coarsest_ = 0;
  QImage whole_;                          ///< the one tile of the coarsest level
  QCache<std::uint64_t, QImage> others_;  ///< cost in bytes
  QThreadPool pool_;
};

}  // namespace espy::desktop
