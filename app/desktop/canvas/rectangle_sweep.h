// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// Labels the pixels of an image by many rectangles, row by row: how long that takes hardly depends
/// on how large they are and how often they overlap. A later layer covers the ones before it.
class RectangleSweep {
 public:
  void reset(int width, int height);
  /// Begins a layer, whose rectangles give this label.
  void addLayer(std::uint8_t label);
  /// Adds a rectangle to the last layer; what is outside of the image is cut off.
  void add(Box box);

  /// Calls row(y, labels, same) for each row from the top; `same`: as the row above.
  template <class Row>
  void run(Row row) {
    sortEdges();
    for (int y = 0; y < height_; ++y) {
      const bool same = !advance(y) && y > 0;
      row(y, labels_.data(), same);
    }
  }

 private:
  /// Where a rectangle begins or ends, and in which columns.
  struct Edge {
    int x0;
    int x1;
    int change;  ///< 1: it begins, -1: it ended
  };
  struct Layer {
    std::uint8_t label = 0;
    std::vector<Box> boxes;
    std::vector<std::uint32_t> first;  ///< of each row, into edges
    std::vector<Edge> edges;
    std::vector<int> steps;             ///< by column: rectangles that begin less those that ended
    std::vector<std::uint8_t> covered;  ///< by column: 0xff or 0
    int least = 0;                      ///< the columns that any rectangle reaches
    int most = 0;
  };

  void sortEdges();
  /// Goes on to row y; false where its labels are those of the row before.
  bool advance(int y);

  int width_ = 0;
  int height_ = 0;
  std::size_t used_ = 0;       ///< the others of the layers are kept for their memory
  std::vector<Layer> layers_;  ///< from the lowest to the topmost
  std::vector<std::uint8_t> labels_;
};

}  // namespace espy::desktop
