// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/rectangle_sweep.h"

#include <algorithm>
#include <cstddef>

namespace espy::desktop {

void RectangleSweep::Columns::join(int from, int to) {
  if (from >= to) return;
  begin = empty() ? from : std::min(begin, from);
  end = std::max(end, to);
}

void RectangleSweep::reset(QSize image) {
  size_ = image;
  used_ = 0;
}

void RectangleSweep::addLayer(QRgb colour, QRgb other, int dash) {
  if (layers_.size() == used_) layers_.emplace_back();
  Layer& layer = layers_[used_++];
  layer.colour = colour;
  layer.other = other;
  layer.dash = dash;
  layer.boxes.clear();
  layer.reach = {0, 0};
}

void RectangleSweep::add(Box box) {
  box = {std::max(box.x0, 0), std::max(box.y0, 0), std::min(box.x1, size_.width()),
         std::min(box.y1, size_.height())};
  if (box.x0 >= box.x1 || box.y0 >= box.y1) return;
  Layer& layer = layers_[used_ - 1];
  layer.boxes.push_back(box);
  layer.reach.join(box.x0, box.x1);
}

void RectangleSweep::sortEdges(Layer& layer, int width, int height) {
  layer.depth.assign(static_cast<std::size_t>(width), 0);
  layer.open = 0;
  // Counted, then put in place. Rows are counted two further up, so that after the filling in
  // first[y] is where row y begins.
  layer.first.assign(static_cast<std::size_t>(height) + 3, 0);
  for (const Box& box : layer.boxes) {
    ++layer.first[static_cast<std::size_t>(box.y0) + 2];
    ++layer.first[static_cast<std::size_t>(box.y1) + 2];
  }
  for (std::size_t y = 1; y < layer.first.size(); ++y) layer.first[y] += layer.first[y - 1];
  layer.edges.resize(2 * layer.boxes.size());
  for (const Box& box : layer.boxes) {
    layer.edges[layer.first[static_cast<std::size_t>(box.y0) + 1]++] = {box.x0, box.x1};
    layer.edges[layer.first[static_cast<std::size_t>(box.y1) + 1]++] = {box.x1, box.x0};
  }
}

RectangleSweep::Columns RectangleSweep::advance(Layer& layer, int y) {
  const std::uint32_t begin = layer.first[static_cast<std::size_t>(y)];
  const std::uint32_t end = layer.first[static_cast<std::size_t>(y) + 1];
  std::uint32_t* depth = layer.depth.data();
  int least = layer.reach.end;
  int most = layer.reach.begin;
  for (std::uint32_t i = begin; i < end; ++i) {
    const Edge edge = layer.edges[i];
    const int from = std::min(edge.from, edge.to);
    const int to = std::max(edge.from, edge.to);
    const int step = edge.from < edge.to ? 1 : -1;
    for (int x = from; x < to; ++x) depth[x] += static_cast<std::uint32_t>(step);
    layer.open += step;
    least = std::min(least, from);
    most = std::max(most, to);
  }
  Columns changed{least, most};
  if (layer.dash > 0 && layer.open > 0) changed.join(layer.reach.begin, layer.reach.end);
  return changed;
}

void RectangleSweep::paintColumns(QRgb* row, int y, Columns columns) const {
  std::fill(row + columns.begin, row + columns.end, QRgb{0});
  for (std::size_t i = 0; i < used_; ++i) {
    const Layer& layer = layers_[i];
    if (layer.open == 0) continue;
    const std::uint32_t* depth = layer.depth.data();
    const int begin = std::max(columns.begin, layer.reach.begin);
    const int end = std::min(columns.end, layer.reach.end);
    if (layer.dash > 0) {
      for (int x = begin; x < end; ++x) {
        if (depth[x] != 0) row[x] = (x + y) / layer.dash % 2 == 0 ? layer.colour : layer.other;
      }
      continue;
    }
    const QRgb colour = layer.colour;
    for (int x = begin; x < end; ++x) row[x] = depth[x] != 0 ? colour : row[x];
  }
}

void RectangleSweep::paint(QImage& image) {
  for (std::size_t i = 0; i < used_; ++i) sortEdges(layers_[i], size_.width(), size_.height());
  uchar* bits = image.bits();  // once: each call looks whether somebody shares the image
  const QRgb* above = nullptr;
  for (int y = 0; y < size_.height(); ++y) {
    auto* row = reinterpret_cast<QRgb*>(bits + y * image.bytesPerLine());
    Columns changed{0, 0};
    for (std::size_t i = 0; i < used_; ++i) {
      const Columns columns = advance(layers_[i], y);
      changed.join(columns.begin, columns.end);
    }
    if (above != nullptr) {
      std::copy_n(above, size_.width(), row);
    } else {
      std::fill_n(row, size_.width(), QRgb{0});
    }
    if (!changed.empty()) paintColumns(row, y, changed);
    above = row;
  }
}

}  // namespace espy::desktop
