// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QImage>
#include <QPainter>
#include <QString>
#include <QStringList>
#include <vector>

/// A level made of tiles, and its tiles as files.
namespace espy::desktop {

inline constexpr int kTileSide = 16;

/// A landscape of tiles: row by row, each an index of `kTileNames`.
inline const QStringList kTileNames{QStringLiteral("grass"), QStringLiteral("water"),
                                    QStringLiteral("sand"),  QStringLiteral("tree"),
                                    QStringLiteral("house"), QStringLiteral("path")};

/// Draws a tile; all differ in colours and pattern.
inline QImage drawnTile(int number) {
  static const QRgb kGround[] = {0xff5a9e3c, 0xff3c6fc0, 0xffd9c27a,
                                 0xff2f6b2f, 0xffa05a40, 0xff9c8f80};
  QImage tile(kTileSide, kTileSide, QImage::Format_RGB888);
  tile.fill(QColor::fromRgb(kGround[number]));
  for (int y = 0; y < kTileSide; ++y) {
    for (int x = 0; x < kTileSide; ++x) {
      // Without a period, so that no tile lies between two others.
      if ((x * x * (number + 3) + y * y * 5 + x * y * (number + 7) + 3 * x) % 11 < 3) {
        tile.setPixelColor(x, y, QColor::fromRgb(kGround[number]).darker(125 + 5 * (x % 4)));
      }
    }
  }
  QPainter painter(&tile);
  painter.setPen(Qt::black);
  if (number == 3) painter.drawEllipse(3, 2, 9, 9);
  if (number == 4) painter.drawRect(3, 5, 9, 8);
  return tile;
}

/// The tile at a place of the level.
inline int tileAt(int column, int row) {
  if (row >= 4 && row < 6) return 1;
  if (row == 3 || row == 6) return 2;
  if (column % 5 == 2 && row % 3 == 0) return 3;
  if (column == 7 && row == 8) return 4;
  return column == 9 ? 5 : 0;
}

inline QImage drawnLevel(int columns, int rows) {
  QImage level(columns * kTileSide, rows * kTileSide, QImage::Format_RGB888);
  QPainter painter(&level);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      painter.drawImage(column * kTileSide, row * kTileSide, drawnTile(tileAt(column, row)));
    }
  }
  return level;
}

/// Writes the tiles into a folder; "meadow" is equal to "grass".
inline void writeTiles(const QString& folder) {
  QDir().mkpath(folder);
  for (int n = 0; n < kTileNames.size(); ++n) {
    drawnTile(n).save(folder + QLatin1Char('/') + kTileNames[n] + QStringLiteral(".png"));
  }
  drawnTile(0).save(folder + QStringLiteral("/meadow.png"));
}

}  // namespace espy::desktop
