// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/features.h"

#include <cmath>

#include "espy/judge.h"

namespace espy::judge {
namespace {

constexpr std::int64_t kBlock = Judge::kSide / kBlocks;

/// Calls take(i) for the numbers of a block of a plane.
template <class Take>
void forBlock(std::int64_t column, std::int64_t row, const Take& take) {
  for (std::int64_t y = row * kBlock; y < (row + 1) * kBlock; ++y) {
    for (std::int64_t x = column * kBlock; x < (column + 1) * kBlock; ++x) {
      take(static_cast<std::size_t>(y * Judge::kSide + x));
    }
  }
}

}  // namespace

std::int64_t featuresOf(int planes) {
  return 1 + 2 * planes + (planes + 1) * kBlocks * kBlocks;
}

void takeFeatures(double score, const CropLight& light, std::span<const float> residual, int planes,
                  std::span<float> to) {
  std::size_t next = 0;
  const auto tell = [&](double number) { to[next++] = static_cast<float>(number); };
  tell(score);
  for (int plane = 0; plane < planes; ++plane) {
    tell(light.mean[static_cast<std::size_t>(plane)]);
    tell(light.contrast[static_cast<std::size_t>(plane)]);
  }
  for (std::int64_t row = 0; row < kBlocks; ++row) {
    for (std::int64_t column = 0; column < kBlocks; ++column) {
      double beyond = 0;
      for (int plane = 0; plane < planes; ++plane) {
        const float* of = residual.data() + plane * Judge::kSide * Judge::kSide;
        double sum = 0;
        double squares = 0;
        forBlock(column, row, [&](std::size_t i) {
          const double number = of[i];
          sum += number;
          squares += number * number;
        });
        constexpr double kNumbers = kBlock * kBlock;
        tell(sum / kNumbers);
        beyond += squares / kNumbers - sum * sum / (kNumbers * kNumbers);
      }
      tell(std::sqrt(std::max(0.0, beyond) / planes));
    }
  }
}

}  // namespace espy::judge
