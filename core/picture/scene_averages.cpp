// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/scene_averages.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "picture/planes.h"

namespace espy::picture {
namespace {

/// Rows per task: small for load balance, but large compared with the rows that adjacent tasks both
/// read.
std::int64_t rowsFor(std::int64_t rows, int threads, int side) {
  return std::clamp<std::int64_t>(rows / (4 * threads), 2 * side, 256);
}

}  // namespace

const SamplePlanes& SceneAverages::samples() {
  if (samples_.begin != nullptr) return samples_;
  const Size size = scene_.size();
  if (form_.channels == 1 && scene_.format() == PixelFormat{1, Depth::u8}) {
    samples_ = {scene_.row(0), scene_.stride(), 0};
    return samples_;
  }
  copy_.resize(static_cast<std::size_t>(form_.channels * size.pixels()));
  samples_ = {copy_.data(), size.width, size.pixels()};
  constexpr std::int64_t kRows = 32;
  std::vector<TilePlanes<std::uint8_t>> parts(static_cast<std::size_t>(threads_));
  parallelFor((size.height + kRows - 1) / kRows, threads_, control_,
              [&](std::int64_t task, int thread) {
                const std::int64_t first = task * kRows;
                const std::int64_t rows = std::min(kRows, size.height - first);
                TilePlanes<std::uint8_t>& part = parts[static_cast<std::size_t>(thread)];
                part.load(scene_, form_, 0, first, {size.width, rows});
                for (int c = 0; c < form_.channels; ++c) {
                  for (std::int64_t y = 0; y < rows; ++y) {
                    std::memcpy(copy_.data() + c * size.pixels() + (first + y) * size.width,
                                part.row(c, y), static_cast<std::size_t>(size.width));
                  }
                }
              });
  return samples_;
}

const BlockAverages& SceneAverages::of(int side) {
  const auto made = maps_.find(side);
  if (made != maps_.end()) return made->second;
  const SamplePlanes& from = samples();
  BlockAverages& map = maps_.try_emplace(side, scene_.size(), form_.channels, side).first->second;
  const std::int64_t rows = rowsFor(map.rows(), threads_, side);
  std::vector<BlockAverages::Scratch> scratch(static_cast<std::size_t>(threads_));
  parallelFor((map.rows() + rows - 1) / rows, threads_, control_,
              [&](std::int64_t task, int thread) {
                map.fill(from, task * rows, std::min(map.rows(), (task + 1) * rows),
                         scratch[static_cast<std::size_t>(thread)]);
              });
  return map;
}

}  // namespace espy::picture
