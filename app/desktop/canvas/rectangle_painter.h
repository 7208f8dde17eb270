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

/// Paints many rectangles into an image, layer over layer: a later layer replaces the ones before
/// it. A hundred thousand must fit into a frame, so it paints in the cheaper of two ways: one
/// rectangle after the other, which small ones are done fastest by, or row by row, which hardly
/// depends on how large they are and how often they overlap.
class RectanglePainter {
 public:
  enum class Way { cheaper, oneByOne, rowByRow };

  void reset(QSize image);
  /// Begins a layer, whose rectangles are painted in this premultiplied colour, or in two colours
  /// by turns, along diagonals, so many pixels each.
  void addLayer(QRgb colour) { addLayer(colour, colour, 0); }
  void addLayer(QRgb colour, QRgb other, int dash);
  /// Adds a rectangle to the last layer; what is outside of the image is cut off.
  void add(Box box);
  /// Paints all pixels of an image of that size, transparent where no rectangle is.
  void paint(QImage& image, Way way = Way::cheaper);

 private:
  struct Layer {
    int period = 1;             ///< after so many pixels the pattern begins again
    std::vector<QRgb> pattern;  ///< a row, and a period more
    std::vector<Box> boxes;
    /// What its rectangles show in row y, by column.
    const QRgb* row(int y) const { return pattern.data() + y % period; }
  };
  /// Where a rectangle begins or ends: its columns, and +1 or -1.
  struct Edge {
    int x0;
    int x1;
    int step;
  };
  /// What of a layer is met on the way down.
  struct Rows {
    std::vector<std::uint32_t> first;  ///< of each row, into edges
    std::vector<Edge> edges;
    std::vector<int> steps;  ///< by column: rectangles that begin there less those that ended
    int open = 0;            ///< rectangles that have begun and not ended
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
  std::size_t used_ = 0;       ///< the others of the layers are kept for their memory
  std::vector<Layer> layers_;  ///< from the lowest to the topmost
  std::vector<Rows> rows_;     ///< by layer
};

}  // namespace espy::desktop
