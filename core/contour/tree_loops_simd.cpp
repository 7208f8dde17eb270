// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/tree_loops.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contour/tree_loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::contour::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr hn::CappedTag<std::int16_t, kStartBlock> d{};
constexpr hn::RebindToUnsigned<decltype(d)> du{};

/// Shapes of the triangles from each start of a block, by division.
struct BlockShapes {
  std::int16_t x[kMostSteps][kStartBlock];
  std::int16_t y[kMostSteps][kStartBlock];
  std::int16_t z[kMostSteps][kStartBlock];
};

void shapesOfBlock(const LengthTask& task, std::int64_t begin, std::int64_t first,
                   std::int64_t last, BlockShapes& shapes) {
  const float* const x = task.x + begin;
  const float* const y = task.y + begin;
  for (std::int64_t t = first; t <= last; ++t) {
    std::int16_t* const toX = shapes.x[t];
    std::int16_t* const toY = shapes.y[t];
    std::int16_t* const toZ = shapes.z[t];
    for (std::int64_t i = 0; i < kStartBlock; ++i) {
      const float endX = x[i + task.steps];
      const float endY = y[i + task.steps];
      const TriangleShape shape =
          shapeOf(endX - x[i], endY - y[i], 2 * x[i + t] - x[i] - endX, 2 * y[i + t] - y[i] - endY);
      toX[i] = shape.x;
      toY[i] = shape.y;
      toZ[i] = shape.z;
    }
  }
}

void fillBlock(const LengthTask& task, const NodeRow& node, std::int64_t begin,
               const BlockShapes& shapes) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto ownX = hn::Set(d, node.shape.x);
  const auto ownY = hn::Set(d, node.shape.y);
  const auto ownZ = hn::Set(d, node.shape.z);
  const auto along = hn::Set(d, node.scale.along);
  const auto most = hn::Set(d, static_cast<std::int16_t>(node.scale.most));
  const auto gain = hn::Set(d, node.scale.gain);
  const auto weight = hn::Set(du, static_cast<std::uint16_t>(node.scale.weight));
  for (std::int64_t i = 0; i < kStartBlock; i += lanes) {
    auto least = hn::Set(du, kNever);
    for (std::int64_t t = node.first; t <= node.last; ++t) {
      const auto x = hn::SaturatedSub(hn::LoadU(d, shapes.x[t] + i), ownX);
      const auto y = hn::SaturatedSub(hn::LoadU(d, shapes.y[t] + i), ownY);
      const auto z = hn::SaturatedSub(hn::LoadU(d, shapes.z[t] + i), ownZ);
      const auto across = hn::SaturatedAdd(hn::MulFixedPoint15(x, x), hn::MulFixedPoint15(z, z));
      const auto shifted = hn::MulFixedPoint15(hn::MulFixedPoint15(y, along), y);
      const auto apart = hn::Min(hn::SaturatedAdd(across, shifted), most);
      auto cost =
          hn::BitCast(du, hn::MulFixedPoint15(hn::ShiftLeftSame(apart, node.scale.shift), gain));
      cost = hn::Min(hn::Add(cost, hn::Set(du, node.stretches[t])), weight);
      if (node.left != nullptr) {
        const auto left = hn::LoadU(du, node.left + t * task.stride + begin + i);
        const auto right =
            hn::LoadU(du, node.right + (task.steps - t) * task.stride + begin + i + t);
        cost = hn::SaturatedAdd(hn::SaturatedAdd(left, right), cost);
      }
      least = hn::Min(least, cost);
    }
    hn::StoreU(least, du, node.to + begin + i);
  }
}

void fillLength(const LengthTask& task) {
  BlockShapes shapes;
  std::int64_t first = kMostSteps;
  std::int64_t last = 0;
  for (std::int64_t v = 0; v < task.count; ++v) {
    first = std::min(first, task.nodes[v].first);
    last = std::max(last, task.nodes[v].last);
  }
  for (std::int64_t begin = 0; begin < task.starts; begin += kStartBlock) {
    shapesOfBlock(task, begin, first, last, shapes);
    for (std::int64_t v = 0; v < task.count; ++v) fillBlock(task, task.nodes[v], begin, shapes);
  }
}

}  // namespace
}  // namespace espy::contour::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::contour {
ESPY_SIMD_DEFINE(fillLength);
}  // namespace espy::contour
#endif
