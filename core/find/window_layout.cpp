// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "find/window_lanes.h"

namespace espy::finders {
namespace {

class Layout {
 public:
  Layout(const PreparedNeedle& needle, const ChunkForm& form, WindowLayout& layout)
      : needle_(needle),
        layout_(layout),
        lanes_(form.lanes),
        bytes_(form.bytes),
        sampleBytes_(form.sampleBytes),
        weighs_(form.weighs),
        masked_(form.masked) {}

  void make() {
    layout_.size = needle_.size;
    layout_.channels = needle_.form.channels;
    const std::int64_t width = needle_.size.width;
    layout_.lanes = lanes_;
    // A chunk must not be wider than the row, unless samples beyond it are masked.
    while (!masked_ && layout_.lanes > std::max<std::int64_t>(8, width)) layout_.lanes /= 2;
    layout_.chunks = (width + layout_.lanes - 1) / layout_.lanes;
    layout_.lastAt = (layout_.chunks - 1) * layout_.lanes;
    if (!masked_ && width >= layout_.lanes) layout_.lastAt = width - layout_.lanes;
    layout_.solid = needle_.solid;
    layout_.partStep = masked_ ? 8 : layout_.lanes * sampleBytes_;
    const auto all = static_cast<std::size_t>(needle_.size.height * layout_.chunks);
    step_ = static_cast<std::size_t>(layout_.lanes * bytes_);
    layout_.values.assign(all * step_ * static_cast<std::size_t>(layout_.channels), 0);
    layout_.parts.assign(all * static_cast<std::size_t>(layout_.partStep), 0);
    if (weighs_) layout_.weights.assign(all * step_, 0);
    std::uint32_t heaviest = 1;
    for (const std::uint8_t weight : needle_.weights) {
      heaviest = std::max<std::uint32_t>(heaviest, weight);
    }
    // Per chunk a 32-bit lane gains at most two products of a weight with 2^15, the squares of two
    // bytes, or four products of a weight with a byte.
    const std::int64_t atOnce =
        (std::int64_t{1} << 31) / (std::int64_t{heaviest} << (bytes_ > 1 ? 17 : 10)) - 1;
    // Four rows share an accumulator.
    layout_.panel = std::max<std::int64_t>(1, std::min(layout_.chunks, atOnce / 4));
    layout_.rowsAtOnce = std::max<std::int64_t>(1, atOnce / layout_.panel / 4) * 4;
    // A reduction of the lanes costs as much as some chunks. A single window is often rejected
    // early.
    const auto rowsOf = [&](std::int64_t bytes) {
      const std::int64_t rows = bytes / (layout_.lanes * bytes_) / layout_.panel / 4 * 4;
      return std::clamp<std::int64_t>(rows, 4, layout_.rowsAtOnce);
    };
    layout_.rowsAlone = rowsOf(512);
    layout_.rowsTogether = rowsOf(4096);
    for (std::int64_t y = 0; y < needle_.size.height; ++y) putRow(y);
    for (std::int64_t x = (layout_.chunks - 1) * layout_.lanes; x < width; ++x) {
      putPart(layout_.lastPart.data(), laneOf(x));
    }
    sumUpWeights();
  }

 private:
  void put(ScratchVector<std::uint8_t>& to, std::size_t chunk, std::int64_t lane,
           std::uint16_t value) const {
    std::uint8_t* const at = to.data() + chunk * step_ + lane * bytes_;
    std::memcpy(at, &value, static_cast<std::size_t>(bytes_));
  }

  void putPart(std::uint8_t* part, std::int64_t lane) const {
    if (masked_) {
      part[lane / 8] = static_cast<std::uint8_t>(part[lane / 8] | 1 << (lane % 8));
    } else {
      std::fill_n(part + lane * sampleBytes_, sampleBytes_, 255);
    }
  }

  std::int64_t chunkOf(std::int64_t x) const { return x / layout_.lanes; }
  /// Lane of column `x` in its chunk.
  std::int64_t laneOf(std::int64_t x) const {
    return x - (chunkOf(x) + 1 == layout_.chunks ? layout_.lastAt : chunkOf(x) * layout_.lanes);
  }

  void putRow(std::int64_t y) {
    const auto all = static_cast<std::size_t>(needle_.size.height * layout_.chunks);
    for (std::int64_t x = 0; x < needle_.size.width; ++x) {
      const std::uint8_t weight = needle_.weight(x, y);
      if (weight == 0) continue;
      const auto chunk = static_cast<std::size_t>(y * layout_.chunks + chunkOf(x));
      const std::int64_t lane = laneOf(x);
      std::uint8_t* part =
          layout_.parts.data() + chunk * static_cast<std::size_t>(layout_.partStep);
      putPart(part, lane);
      if (weighs_) put(layout_.weights, chunk, lane, weight);
      for (int c = 0; c < layout_.channels; ++c) {
        put(layout_.values, static_cast<std::size_t>(c) * all + chunk, lane, needle_.row(c, y)[x]);
      }
    }
  }

  void sumUpWeights() {
    for (std::int64_t first = 0; first < layout_.chunks; first += layout_.panel) {
      const std::int64_t end = std::min(layout_.chunks, first + layout_.panel) * layout_.lanes;
      std::int64_t sum = 0;
      layout_.weightsAbove.push_back(0);
      for (std::int64_t y = 0; y < needle_.size.height; ++y) {
        const std::uint8_t* row = needle_.weights.data() + y * needle_.size.width;
        for (std::int64_t x = first * layout_.lanes; x < std::min(end, needle_.size.width); ++x) {
          sum += row[x];
        }
        layout_.weightsAbove.push_back(sum);
      }
    }
  }

  const PreparedNeedle& needle_;
  WindowLayout& layout_;
  const std::int64_t lanes_;
  const int bytes_;        ///< per sample in comparisons
  const int sampleBytes_;  ///< per sample in pictures
  const bool weighs_;
  const bool masked_;
  std::size_t step_ = 0;
};

}  // namespace

void layOut(const PreparedNeedle& needle, const ChunkForm& form, WindowLayout& layout) {
  Layout(needle, form, layout).make();
}

}  // namespace espy::finders
