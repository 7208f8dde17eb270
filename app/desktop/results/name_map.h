// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QColor>
#include <QImage>
#include <QPainter>
#include <QPoint>
#include <QSize>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "results/exports.h"

namespace espy::desktop {

/// Which needle lies in which cell of a grid, for scenes that consist of tiles: levels of games,
/// sheets of sprites, text in a fixed pitch.
class NameMap {
 public:
  /// A needle of the legend.
  struct Entry {
    QString name;
    QColor colour;
    std::size_t cells = 0;
  };

  NameMap() = default;
  /// A map of some matches. The grid is that of all matches of the result: cells of their most
  /// frequent size, at its most frequent offset. Empty unless most of the cells with a match have
  /// a neighbour with one, and for matches of several pictures.
  NameMap(const SearchResult& result, std::span<const std::uint32_t> matches);

  bool isEmpty() const { return columns_ == 0; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  /// Size of a cell in pixels of the scene.
  QSize cell() const { return cell_; }
  /// Number of matches that do not fill a cell.
  std::size_t beside() const { return beside_; }
  /// The names in a cell, several for needles that are equal.
  QStringList names(int column, int row) const;
  /// The first match in a cell.
  std::optional<std::uint32_t> match(int column, int row) const;
  /// Most frequent first.
  const std::vector<Entry>& legend() const { return legend_; }
  /// A pixel for each cell, transparent where nothing was found.
  const QImage& picture() const { return picture_; }

 private:
  struct Cell {
    std::uint32_t place;  ///< row, then column
    std::uint32_t match;
    std::uint32_t needle;
  };

  void findGrid(const SearchResult& result);
  /// Whether most of the cells with a match of the result have a neighbour.
  bool isDense(const SearchResult& result) const;
  /// The cell that a match fills, counted row by row.
  std::optional<std::uint32_t> placeOf(const Match& match) const;
  void fill(const SearchResult& result, std::span<const std::uint32_t> matches);
  void colour();
  std::span<const Cell> cellsAt(int column, int row) const;

  QSize cell_;
  QPoint origin_;  ///< of the first cell, in the scene
  int columns_ = 0;
  int rows_ = 0;
  std::size_t beside_ = 0;
  std::vector<Cell> cells_;  ///< by place, then match
  std::vector<QString> names_;
  std::vector<Entry> legend_;
  QImage picture_;
};

/// The names as CSV: a line for each row of cells, a field for each cell; the names of equal
/// needles are separated by " | ".
QByteArray csvOf(const NameMap& map);
/// The cells with their colours and names, and the legend, on white.
QImage pictureOf(const NameMap& map, const Control& control = {});
/// Throws if the map is empty.
void refuseEmpty(const NameMap& map);

/// Paints a cell's name if there is space for it.
void paintName(QPainter& painter, const QRectF& cell, const QString& name);

}  // namespace espy::desktop
