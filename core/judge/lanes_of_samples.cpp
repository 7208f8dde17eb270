// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/lanes_of_samples.h"

#include <cstring>

#include "base/lanes.h"

namespace espy::judge {
namespace {

using Four = Lanes<float, 4>;

Four loadFour(const float* from) {
  Four four;
  std::memcpy(&four, from, sizeof(four));
  return four;
}

/// Four by four numbers, rows to columns.
void turnFour(const float* from, std::int64_t fromPitch, float* to, std::int64_t toPitch) {
  const Four a = loadFour(from);
  const Four b = loadFour(from + fromPitch);
  const Four c = loadFour(from + 2 * fromPitch);
  const Four d = loadFour(from + 3 * fromPitch);
  const Four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Four cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Four ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Four cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  const Four turned[4] = {
      __builtin_shufflevector(ab, cd, 0, 1, 4, 5), __builtin_shufflevector(ab, cd, 2, 3, 6, 7),
      __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5), __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7)};
  for (int row = 0; row < 4; ++row) std::memcpy(to + row * toPitch, &turned[row], sizeof(Four));
}

}  // namespace

void toLanes(const float* samples, std::int64_t pitch, int count, std::int64_t numbers, int width,
             float* lanes) {
  const int fours = count / 4 * 4;
  std::int64_t i = 0;
  for (; i + 4 <= numbers; i += 4) {
    for (int s = 0; s < fours; s += 4) {
      turnFour(samples + s * pitch + i, pitch, lanes + i * width + s, width);
    }
  }
  for (std::int64_t rest = 0; rest < numbers; ++rest) {
    float* lane = lanes + rest * width;
    for (int s = rest < i ? fours : 0; s < width; ++s) {
      lane[s] = s < count ? samples[s * pitch + rest] : 0.0F;
    }
  }
}

void fromLanes(const float* lanes, int width, std::int64_t numbers, float* samples,
               std::int64_t pitch, int count) {
  const int fours = count / 4 * 4;
  std::int64_t i = 0;
  for (; i + 4 <= numbers; i += 4) {
    for (int s = 0; s < fours; s += 4) {
      turnFour(lanes + i * width + s, width, samples + s * pitch + i, pitch);
    }
  }
  for (std::int64_t rest = 0; rest < numbers; ++rest) {
    for (int s = rest < i ? fours : 0; s < count; ++s) {
      samples[s * pitch + rest] = lanes[rest * width + s];
    }
  }
}

}  // namespace espy::judge
