// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <cstdint>
#include <vector>

namespace espy::desktop {

/// A rectangle of an image, [x0, x1) by [y0, y1).
struct Box {
  int x0;
  int y0;
  int x1;
  int y1;
};

/// Paints many rectangles into an image, row by row: how long that takes hardly depends on how high
/// they are and how often they overlap. A later layer replaces the ones before it.
class RectangleSweep {
 public:
  void reset(QSize image);
  /// Begins a layer, whose rectangles are painted in this premultiplied colour, or in two colours
  /// by turns, along diagonals, so many pixels each.
  void addLayer(QRgb colour) { addLayer(colour, colour, 0); }
  void addLayer(QRgb colour, QRgb other, int dash);
  /// Adds a rectangle to the last layer; what is outside of the image is cut off.
  void add(Box box);
  /// Paints all pixels of an image of that size, transparent where no rectangle is.
  void paint(QImage& image);

 private:
  /// The columns of a rectangle that begins in a row; turned round where it ended.
  struct Edge {
    int from;
    int to;
  };
  struct Columns {
    int begin;
    int end;
    bool empty() const { return begin >= end; }
    void join(int from, int to);
  };
  struct Layer {
    QRgb colour = 0;
    QRgb other = 0;
    int dash = 0;
    std::vector<Box> boxes;
    std::vector<std::uint32_t> first;  ///< of each row, into edges
    std::vector<Edge> edges;
    std::vector<std::uint32_t> depth;  ///< by column: rectangles there
    std::int64_t open = 0;             ///< rectangles that have begun and not ended
    Columns reach{0, 0};               ///< of all rectangles
  };

  static void sortEdges(Layer& layer, int width, int height);
  /// Goes on to row y; gives the columns that change.
  static Columns advance(Layer& layer, int y);
  void paintColumns(QRgb* row, int y, Columns columns) const;

  QSize size_;
  std::size_t used_ = 0;       ///< the others of the layers are kept for their memory
  std::vector<Layer> layers_;  ///< from the lowest to the topmost
};

}  // namespace espy::desktop
