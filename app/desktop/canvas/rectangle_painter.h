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

/// Paints many rectangles into an image; later layers replace earlier ones. Meant for 100,000
/// rectangles per frame, so it has two strategies: one rectangle after the other, fastest for small
/// ones, and a sweep over the rows, whose cost hardly depends on size and overlap.
class RectanglePainter {
 public:
  enum class PaintStrategy { cheaper, oneByOne, rowByRow };

  void reset(QSize image);
  /// Begins a layer of one premultiplied colour, or of two alternating along diagonals with `dash`
  /// pixels each.
  void addLayer(QRgb colour) { addLayer(colour, colour, 0); }
  void addLayer(QRgb colour, QRgb other, int dash);
  /// Adds a rectangle to the last layer, clipped to the image.
  void add(Box box);
  /// Paints all pixels of an image of the size given to reset(); transparent outside rectangles.
  void paint(QImage& image, PaintStrategy way = PaintStrategy::cheaper);

 private:
  struct Layer {
    int period = 1;             ///< of the pattern, in pixels
    std::vector<QRgb> pattern;  ///< one row plus one period
    std::vector<Box> boxes;
    /// Pattern of row y, by column.
    const QRgb* row(int y) const { return pattern.data() + y % period; }
  };
  /// Top or bottom edge of a rectangle: columns [x0, x1), +1 or -1.
  struct Edge {
    int x0;
    int x1;
    int step;
  };
  /// State of the sweep over a layer's rows.
  struct Rows {
    std::vector<std::uint32_t> first;  ///< of each row, index into edges
    std::vector<Edge> edges;
    std::vector<int> steps;  ///< by column: rectangles that begin there minus those that ended
    int open = 0;            ///< rectangles that cross the current row
  };
  struct Pixels {
    uchar* bits;
    qsizetype stride;
    QRgb* row(int y) const { return reinterpret_cast<QRgb*>(bits + y * stride); }
  };

  bool oneByOneIsCheaper() const;
  void paintOneByOne(Pixels pixels) const;
  void paintRowByRow(Pixels pixels);
  void sortEdges(const Layer& layer, Rows& rows) const;
  void paintRow(QRgb* row, int y) const;

  QSize size_;
  std::size_t used_ = 0;       ///< layers in use; the rest keep their memory
  std::vector<Layer> layers_;  ///< from bottom to top
  std::vector<Rows> rows_;     ///< by layer
};

}  // namespace espy::desktop
