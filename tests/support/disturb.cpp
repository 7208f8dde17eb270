// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/disturb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/random_pictures.h"

namespace espy::test {
namespace {

/// Separable Gaussian blur.
void blur(Canvas& canvas, double deviation) {
  const auto reach = static_cast<std::int64_t>(std::ceil(3 * deviation));
  std::vector<double> bell;
  double all = 0;
  for (std::int64_t k = -reach; k <= reach; ++k) {
    bell.push_back(std::exp(-static_cast<double>(k * k) / (2 * deviation * deviation)));
    all += bell.back();
  }
  for (const bool alongX : {true, false}) {
    const Canvas before = canvas;
    for (std::int64_t y = 0; y < canvas.size.height; ++y) {
      for (std::int64_t x = 0; x < canvas.size.width; ++x) {
        double sum = 0;
        for (std::int64_t k = -reach; k <= reach; ++k) {
          const std::int64_t column =
              std::clamp<std::int64_t>(alongX ? x + k : x, 0, canvas.size.width - 1);
          const std::int64_t row =
              std::clamp<std::int64_t>(alongX ? y : y + k, 0, canvas.size.height - 1);
          sum += bell[static_cast<std::size_t>(k + reach)] * before.at(column, row);
        }
        canvas.at(x, y) = static_cast<float>(sum / all);
      }
    }
  }
}

constexpr std::size_t kBlock = 8;
using Block = std::array<double, kBlock * kBlock>;

/// DCT of a block, or its inverse.
Block transformed(const Block& from, bool back) {
  static const Block kWaves = [] {
    Block waves{};
    for (std::size_t u = 0; u < kBlock; ++u) {
      for (std::size_t x = 0; x < kBlock; ++x) {
        waves[u * kBlock + x] =
            (u == 0 ? std::sqrt(0.125) : 0.5) *
            std::cos(static_cast<double>((2 * x + 1) * u) * std::numbers::pi / (2 * kBlock));
      }
    }
    return waves;
  }();
  const auto wave = [&](std::size_t frequency, std::size_t x) {
    return kWaves[frequency * kBlock + x];
  };
  Block half{};
  Block to{};
  for (std::size_t i = 0; i < kBlock; ++i) {
    for (std::size_t k = 0; k < kBlock; ++k) {
      for (std::size_t m = 0; m < kBlock; ++m) {
        half[i * kBlock + k] += from[i * kBlock + m] * (back ? wave(m, k) : wave(k, m));
      }
    }
  }
  for (std::size_t i = 0; i < kBlock; ++i) {
    for (std::size_t k = 0; k < kBlock; ++k) {
      for (std::size_t m = 0; m < kBlock; ++m) {
        to[i * kBlock + k] += half[m * kBlock + k] * (back ? wave(m, i) : wave(i, m));
      }
    }
  }
  return to;
}

/// Quantises the DCT of 8 x 8 blocks with the JPEG standard's luminance table, at a quality of 1 to
/// 100. Partial blocks at the right and lower border stay unchanged.
void roundBlocks(Canvas& canvas, int quality) {
  constexpr std::array<int, kBlock * kBlock> kSteps{
      16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
      14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
      18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
      49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};
  constexpr auto kSide = static_cast<std::int64_t>(kBlock);
  const double times = (quality < 50 ? 5000.0 / quality : 200.0 - 2 * quality) / 100;
  for (std::int64_t top = 0; top + kSide <= canvas.size.height; top += kSide) {
    for (std::int64_t left = 0; left + kSide <= canvas.size.width; left += kSide) {
      Block block{};
      for (std::size_t k = 0; k < block.size(); ++k) {
        block[k] = canvas.at(left + static_cast<std::int64_t>(k % kBlock),
                             top + static_cast<std::int64_t>(k / kBlock)) -
                   128;
      }
      block = transformed(block, false);
      for (std::size_t k = 0; k < block.size(); ++k) {
        const double step = std::max(1.0, std::floor(kSteps[k] * times + 0.5));
        block[k] = std::round(block[k] / step) * step;
      }
      block = transformed(block, true);
      for (std::size_t k = 0; k < block.size(); ++k) {
        canvas.at(left + static_cast<std::int64_t>(k % kBlock),
                  top + static_cast<std::int64_t>(k / kBlock)) = static_cast<float>(block[k] + 128);
      }
    }
  }
}

/// Rounds and clamps to 0..255.
void makeWhole(Canvas& canvas) {
  for (float& value : canvas.values) value = std::clamp(std::round(value), 0.0F, 255.0F);
}

}  // namespace

Image disturbed(Canvas canvas, const Disturbance& disturbance, std::uint64_t seed) {
  Random random(seed);
  const auto part = [&] {
    constexpr double kTwoTo53 = 9007199254740992.0;
    return (static_cast<double>(random.next() >> 11) + 0.5) / kTwoTo53;
  };
  const double gain =
      disturbance.gainFirst + (disturbance.gainLast - disturbance.gainFirst) * part();
  const double brighter = disturbance.gainFirst == disturbance.gainLast ? 0 : 30 * (part() - 0.5);
  if (disturbance.blur > 0) blur(canvas, disturbance.blur);
  for (float& value : canvas.values) {
    const double normal =
        std::sqrt(-2 * std::log(part())) * std::cos(2 * std::numbers::pi * part());
    value = static_cast<float>(128 + gain * (value - 128) + brighter + disturbance.noise * normal);
  }
  makeWhole(canvas);
  if (disturbance.quality > 0) {
    roundBlocks(canvas, disturbance.quality);
    makeWhole(canvas);
  }
  Image picture(canvas.size, {1, Depth::u8});
  for (std::int64_t y = 0; y < canvas.size.height; ++y) {
    for (std::int64_t x = 0; x < canvas.size.width; ++x) {
      *picture.pixels().pixel(x, y) = static_cast<std::uint8_t>(canvas.at(x, y));
    }
  }
  return picture;
}

}  // namespace espy::test
