// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "canvas/rectangle_painter.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace espy::desktop {
namespace {

// Costs of the two strategies, in groups of four pixels. Measured; the choice matters little near
// the break-even point.
constexpr std::int64_t kRowOfBox = 2;
constexpr std::int64_t kEdge = 10;

/// Short rows are copied inline: a library call would cost more.
void copyPixels(QRgb* to, const QRgb* from, int count) {
  if (count < 4) {
    for (int i = 0; i < count; ++i) to[i] = from[i];
    return;
  }
  constexpr std::size_t kFour = 4 * sizeof(QRgb);
  for (int i = 0; i + 4 < count; i += 4) std::memcpy(to + i, from + i, kFour);
  std::memcpy(to + count - 4, from + count - 4, kFour);
}

}  // namespace

void RectanglePainter::reset(QSize image) {
  size_ = image;
  used_ = 0;
}

void RectanglePainter::addLayer(QRgb colour, QRgb other, int dash) {
  if (layers_.size() == used_) layers_.emplace_back();
  Layer& layer = layers_[used_++];
  layer.period = std::max(2 * dash, 1);
  layer.pattern.resize(static_cast<std::size_t>(size_.width()) + layer.period);
  for (int x = 0; x < static_cast<int>(layer.pattern.size()); ++x) {
    layer.pattern[static_cast<std::size_t>(x)] =
        x % layer.period < dash || dash == 0 ? colour : other;
  }
  layer.boxes.clear();
}

void RectanglePainter::add(Box box) {
  box = {std::max(box.x0, 0), std::max(box.y0, 0), std::min(box.x1, size_.width()),
         std::min(box.y1, size_.height())};
  if (box.x0 < box.x1 && box.y0 < box.y1) layers_[used_ - 1].boxes.push_back(box);
}

void RectanglePainter::paint(QImage& image, PaintStrategy way) {
  // Once: each bits() call checks for a detach.
  const Pixels pixels{image.bits(), image.bytesPerLine()};
  if (way == PaintStrategy::cheaper)
    way = oneByOneIsCheaper() ? PaintStrategy::oneByOne : PaintStrategy::rowByRow;
  if (way == PaintStrategy::oneByOne) {
    paintOneByOne(pixels);
  } else {
    paintRowByRow(pixels);
  }
}

bool RectanglePainter::oneByOneIsCheaper() const {
  std::int64_t single = 0;
  std::int64_t rows = 0;
  const std::int64_t all = std::int64_t{size_.width()} * size_.height() / 2;
  for (std::size_t i = 0; i < used_; ++i) {
    for (const Box& box : layers_[i].boxes) {
      single += (box.y1 - box.y0) * (kRowOfBox + (box.x1 - box.x0) / 4);
    }
    rows += static_cast<std::int64_t>(layers_[i].boxes.size()) * kEdge + all;
  }
  return single < rows;
}

void RectanglePainter::paintOneByOne(Pixels pixels) const {
  for (int y = 0; y < size_.height(); ++y) std::fill_n(pixels.row(y), size_.width(), QRgb{0});
  for (std::size_t i = 0; i < used_; ++i) {
    const Layer& layer = layers_[i];
    for (const Box& box : layer.boxes) {
      for (int y = box.y0; y < box.y1; ++y) {
        copyPixels(pixels.row(y) + box.x0, layer.row(y) + box.x0, box.x1 - box.x0);
      }
    }
  }
}

void RectanglePainter::sortEdges(const Layer& layer, Rows& rows) const {
  rows.steps.assign(static_cast<std::size_t>(size_.width()) + 1, 0);
  rows.open = 0;
  // Counting sort. Counts are stored two further up, so that after filling first[y] is the
  // beginning of row y.
  rows.first.assign(static_cast<std::size_t>(size_.height()) + 3, 0);
  for (const Box& box : layer.boxes) {
    ++rows.first[static_cast<std::size_t>(box.y0) + 2];
    ++rows.first[static_cast<std::size_t>(box.y1) + 2];
  }
  for (std::size_t y = 1; y < rows.first.size(); ++y) rows.first[y] += rows.first[y - 1];
  rows.edges.resize(2 * layer.boxes.size());
  for (const Box& box : layer.boxes) {
    rows.edges[rows.first[static_cast<std::size_t>(box.y0) + 1]++] = {box.x0, box.x1, 1};
    rows.edges[rows.first[static_cast<std::size_t>(box.y1) + 1]++] = {box.x0, box.x1, -1};
  }
}

void RectanglePainter::paintRowByRow(Pixels pixels) {
  if (rows_.size() < used_) rows_.resize(used_);
  for (std::size_t i = 0; i < used_; ++i) sortEdges(layers_[i], rows_[i]);
  for (int y = 0; y < size_.height(); ++y) {
    bool changed = y == 0;
    for (std::size_t i = 0; i < used_; ++i) {
      Rows& rows = rows_[i];
      const std::uint32_t end = rows.first[static_cast<std::size_t>(y) + 1];
      for (std::uint32_t k = rows.first[static_cast<std::size_t>(y)]; k < end; ++k) {
        const Edge& edge = rows.edges[k];
        rows.steps[static_cast<std::size_t>(edge.x0)] += edge.step;
        rows.steps[static_cast<std::size_t>(edge.x1)] -= edge.step;
        rows.open += edge.step;
        changed = true;
      }
      changed = changed || (layers_[i].period > 1 && rows.open > 0);
    }
    if (changed) {
      paintRow(pixels.row(y), y);
    } else {
      std::copy_n(pixels.row(y - 1), size_.width(), pixels.row(y));
    }
  }
}

void RectanglePainter::paintRow(QRgb* row, int y) const {
  std::fill_n(row, size_.width(), QRgb{0});
  for (std::size_t i = 0; i < used_; ++i) {
    const Rows& rows = rows_[i];
    if (rows.open == 0) continue;
    const QRgb* from = layers_[i].row(y);
    const int* steps = rows.steps.data();
    int depth = 0;
    for (int x = 0; x < size_.width(); ++x) {
      depth += steps[x];
      row[x] = depth > 0 ? from[x] : row[x];
    }
  }
}

}  // namespace espy::desktop
