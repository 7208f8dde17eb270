// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/rectangle_sweep.h"

#include <algorithm>
#include <cstddef>

namespace espy::desktop {

void RectangleSweep::reset(int width, int height) {
  width_ = width;
  height_ = height;
  used_ = 0;
  labels_.assign(static_cast<std::size_t>(width), 0);
}

void RectangleSweep::addLayer(std::uint8_t label) {
  if (layers_.size() == used_) layers_.emplace_back();
  Layer& layer = layers_[used_++];
  layer.label = label;
  layer.boxes.clear();
  layer.least = width_;
  layer.most = 0;
}

void RectangleSweep::add(Box box) {
  box = {std::max(box.x0, 0), std::max(box.y0, 0), std::min(box.x1, width_),
         std::min(box.y1, height_)};
  if (box.x0 >= box.x1 || box.y0 >= box.y1) return;
  Layer& layer = layers_[used_ - 1];
  layer.boxes.push_back(box);
  layer.least = std::min(layer.least, box.x0);
  layer.most = std::max(layer.most, box.x1);
}

void RectangleSweep::sortEdges() {
  for (std::size_t i = 0; i < used_; ++i) {
    Layer& layer = layers_[i];
    layer.steps.assign(static_cast<std::size_t>(width_) + 1, 0);
    layer.covered.assign(static_cast<std::size_t>(width_), 0);
    // Counted, then put in place. Rows are counted one further up, so that after the filling in
    // first[y] is where row y begins.
    layer.first.assign(static_cast<std::size_t>(height_) + 3, 0);
    for (const Box& box : layer.boxes) {
      ++layer.first[static_cast<std::size_t>(box.y0) + 2];
      ++layer.first[static_cast<std::size_t>(box.y1) + 2];
    }
    for (std::size_t y = 1; y < layer.first.size(); ++y) layer.first[y] += layer.first[y - 1];
    layer.edges.resize(2 * layer.boxes.size());
    for (const Box& box : layer.boxes) {
      layer.edges[layer.first[static_cast<std::size_t>(box.y0) + 1]++] = {box.x0, box.x1, 1};
      layer.edges[layer.first[static_cast<std::size_t>(box.y1) + 1]++] = {box.x0, box.x1, -1};
    }
  }
}

bool RectangleSweep::advance(int y) {
  bool changed = false;
  for (std::size_t i = 0; i < used_; ++i) {
    Layer& layer = layers_[i];
    const std::uint32_t begin = layer.first[static_cast<std::size_t>(y)];
    const std::uint32_t end = layer.first[static_cast<std::size_t>(y) + 1];
    if (begin == end) continue;
    changed = true;
    for (std::uint32_t e = begin; e < end; ++e) {
      const Edge& edge = layer.edges[e];
      layer.steps[static_cast<std::size_t>(edge.x0)] += edge.change;
      layer.steps[static_cast<std::size_t>(edge.x1)] -= edge.change;
    }
    int depth = 0;
    for (auto x = static_cast<std::size_t>(layer.least); x < static_cast<std::size_t>(layer.most);
         ++x) {
      depth += layer.steps[x];
      layer.covered[x] = depth > 0 ? 0xff : 0;
    }
  }
  if (!changed) return false;
  std::fill(labels_.begin(), labels_.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < used_; ++i) {
    const Layer& layer = layers_[i];
    const std::uint8_t label = layer.label;
    const std::uint8_t* covered = layer.covered.data();
    std::uint8_t* labels = labels_.data();
    for (int x = layer.least; x < layer.most; ++x) {
      labels[x] = static_cast<std::uint8_t>((labels[x] & ~covered[x]) | (label & covered[x]));
    }
  }
  return true;
}

}  // namespace espy::desktop
