// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/picture_layer.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "espy/engine/scaled.h"

namespace espy::desktop {
namespace {

constexpr int kTileSide = TileStore::kSide;

/// The columns or rows of the image that a tile covers.
struct TileSpan {
  std::int64_t tile;
  int begin;
  int end;
};

std::vector<TileSpan> tileSpansOf(const std::vector<std::int64_t>& places, int begin, int end) {
  std::vector<TileSpan> spans;
  for (int i = begin; i < end; ++i) {
    const std::int64_t tile = places[static_cast<std::size_t>(i)] / kTileSide;
    if (spans.empty() || spans.back().tile != tile) spans.push_back({tile, i, i});
    spans.back().end = i + 1;
  }
  return spans;
}

}  // namespace

void PictureLayer::setPicture(PicturePtr picture) {
  picture_ = std::move(picture);
  fresh_ = false;
}

int PictureLayer::levelFor(double scale) const {
  int level = 0;
  while (level < tiles_.coarsest() && scale * std::exp2(level + 1) <= 1) ++level;
  // On a very large screen use coarser tiles, so that visible tiles do not evict each other.
  const auto shown = [&](int at) {
    const double side = kTileSide * scale * std::exp2(at);
    return (map_.width / side + 1) * (map_.height / side + 1);
  };
  while (level < tiles_.coarsest() && shown(level) > TileStore::kMostTiles) ++level;
  return level;
}

const QImage& PictureLayer::image(const DeviceMap& map, bool smooth, QColor missing) {
  if (fresh_ && map == map_ && smooth == smooth_) return image_;
  map_ = map;
  smooth_ = smooth;
  fresh_ = true;
  if (image_.size() != QSize(map.width, map.height)) {
    image_ = QImage(map.width, map.height, QImage::Format_ARGB32_Premultiplied);
  }
  if (image_.isNull()) return image_;
  image_.setDevicePixelRatio(1);  // drawn in device pixels
  level_ = levelFor(map.scale);
  choosePieces();
  const bool covered = !pieces_.empty() && pieces_.front().target.topLeft() == QPoint(0, 0) &&
                       pieces_.back().target.bottomRight() == image_.rect().bottomRight();
  if (!covered) image_.fill(Qt::transparent);
  if (smooth && map.scale * std::exp2(level_) != 1 && map.scale < 1) {
    QPainter painter(&image_);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (const Piece& piece : pieces_) paintSmooth(painter, piece, missing);
  } else {
    for (const Piece& piece : pieces_) paintFast(piece, missing.rgba());
  }
  image_.setDevicePixelRatio(map.ratio);
  askForTiles();
  return image_;
}

void PictureLayer::choosePieces() {
  pieces_.clear();
  if (!picture_) return;
  const Size size = picture_->image.size();
  const auto w = static_cast<double>(size.width);
  const auto h = static_cast<double>(size.height);
  const int x0 = std::clamp(map_.edgeX(0), 0, map_.width);
  const int x1 = std::clamp(map_.edgeX(w), 0, map_.width);
  const int y0 = std::clamp(map_.edgeY(0), 0, map_.height);
  const int y1 = std::clamp(map_.edgeY(h), 0, map_.height);

  columns_.resize(static_cast<std::size_t>(map_.width));
  lines_.resize(static_cast<std::size_t>(map_.height));
  for (int x = x0; x < x1; ++x) {
    columns_[static_cast<std::size_t>(x)] =
        std::clamp<std::int64_t>(map_.pictureX(x), 0, size.width - 1) >> level_;
  }
  for (int y = y0; y < y1; ++y) {
    lines_[static_cast<std::size_t>(y)] =
        std::clamp<std::int64_t>(map_.pictureY(y), 0, size.height - 1) >> level_;
  }
  const std::vector<TileSpan> columns = tileSpansOf(columns_, x0, x1);
  for (const TileSpan& line : tileSpansOf(lines_, y0, y1)) {
    for (const TileSpan& column : columns) {
      pieces_.push_back({{level_, column.tile, line.tile},
                         QRect(QPoint(column.begin, line.begin),
                               QSize(column.end - column.begin, line.end - line.begin))});
    }
  }
}

void PictureLayer::paintFast(const Piece& piece, QRgb missing) {
  int coarser = 0;
  const QImage* tile = tiles_.find(piece.key);
  while (tile == nullptr && piece.key.level + coarser < tiles_.coarsest()) {
    tile = tiles_.find(piece.key.coarser(++coarser));
  }
  const auto count = static_cast<std::size_t>(piece.target.width());
  offsets_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t column = columns_[static_cast<std::size_t>(piece.target.x()) + i];
    offsets_[i] = static_cast<int>((column >> coarser) % kTileSide);
  }
  const bool copy = offsets_.back() - offsets_.front() + 1 == piece.target.width();
  std::int64_t before = -1;
  for (int y = piece.target.top(); y <= piece.target.bottom(); ++y) {
    auto* to = reinterpret_cast<QRgb*>(image_.scanLine(y)) + piece.target.x();
    if (tile == nullptr) {
      std::fill_n(to, count, missing);
      continue;
    }
    const std::int64_t line = (lines_[static_cast<std::size_t>(y)] >> coarser) % kTileSide;
    const auto* from = reinterpret_cast<const QRgb*>(tile->constScanLine(static_cast<int>(line)));
    if (std::exchange(before, line) == line) {
      const auto* above = reinterpret_cast<const QRgb*>(image_.constScanLine(y - 1));
      std::copy_n(above + piece.target.x(), count, to);
    } else if (copy) {
      std::copy_n(from + offsets_.front(), count, to);
    } else {
      for (std::size_t i = 0; i < count; ++i) to[i] = from[offsets_[i]];
    }
  }
}

void PictureLayer::paintSmooth(QPainter& painter, const Piece& piece, QColor missing) {
  int coarser = 0;
  const QImage* tile = tiles_.find(piece.key);
  while (tile == nullptr && piece.key.level + coarser < tiles_.coarsest()) {
    tile = tiles_.find(piece.key.coarser(++coarser));
  }
  if (tile == nullptr) return painter.fillRect(piece.target, missing);
  // The target's edges in pixels of the cached tile.
  const TileKey key = piece.key.coarser(coarser);
  const double pixel = std::exp2(key.level);
  const auto place = [&](double edge, double begin, std::int64_t number) {
    return std::clamp((edge - begin) / map_.scale / pixel - static_cast<double>(number * kTileSide),
                      0.0, double{kTileSide});
  };
  const QRectF target(piece.target);
  const QPointF from(place(target.left(), map_.left, key.column),
                     place(target.top(), map_.top, key.line));
  const QPointF to(place(target.right(), map_.left, key.column),
                   place(target.bottom(), map_.top, key.line));
  painter.drawImage(target, *tile, QRectF(from, to));
}

void PictureLayer::askForTiles() const {
  if (pieces_.empty()) return tiles_.want({});
  // From the centre outwards, then tiles just out of view.
  const TileKey first = pieces_.front().key;
  const TileKey last = pieces_.back().key;
  std::vector<TileKey> keys;
  keys.reserve(pieces_.size());
  for (const Piece& piece : pieces_) keys.push_back(piece.key);
  const auto offCentre = [&](const TileKey& key) {
    return std::max(std::abs(2 * key.column - first.column - last.column),
                    std::abs(2 * key.line - first.line - last.line));
  };
  std::sort(keys.begin(), keys.end(),
            [&](const TileKey& a, const TileKey& b) { return offCentre(a) < offCentre(b); });
  const Size size = scaledSize(picture_->image.size(), level_);
  const std::int64_t columns = (size.width + kTileSide - 1) / kTileSide;
  const std::int64_t lines = (size.height + kTileSide - 1) / kTileSide;
  for (std::int64_t line = first.line - 1; line <= last.line + 1; ++line) {
    for (std::int64_t column = first.column - 1; column <= last.column + 1; ++column) {
      const bool seen = line >= first.line && line <= last.line && column >= first.column &&
                        column <= last.column;
      if (seen || line < 0 || column < 0 || line >= lines || column >= columns) continue;
      keys.push_back({level_, column, line});
    }
  }
  tiles_.want(keys);
}

}  // namespace espy::desktop
