// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/loops.h"

#include <algorithm>
#include <cmath>

#include "judge/arithmetic.h"
#include "judge/training.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/loops_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::judge::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_NATIVE_FMA
constexpr hn::ScalableTag<float> kTag;
#else
// Without FMA each sum takes a call of std::fma.
constexpr hn::CappedTag<float, 1> kTag;
#endif
using Vector = hn::Vec<std::remove_const_t<decltype(kTag)>>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(kTag));
/// Outputs accumulated in registers, of 16 or 32.
constexpr int kBlock = HWY_NATIVE_FMA == 0 ? 4 : HWY_TARGET == HWY_AVX2 ? 6 : 8;

ESPY_INLINE Vector load(const float* from) {
  return hn::LoadU(kTag, from);
}
ESPY_INLINE void store(float* to, Vector values) {
  hn::StoreU(values, kTag, to);
}
ESPY_INLINE Vector all(float value) {
  return hn::Set(kTag, value);
}
ESPY_INLINE Vector multiplyAdd(Vector a, Vector b, Vector c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, b, c);
#else
  return all(std::fma(hn::GetLane(a), hn::GetLane(b), hn::GetLane(c)));
#endif
}

ESPY_INLINE Vector held(Vector sum) {
  return hn::Min(hn::Max(sum, all(-kEdge)), all(kEdge));
}

ESPY_INLINE Vector activationOf(Vector sum) {
  const Vector z = held(sum);
  const Vector u = hn::Mul(z, z);
  return hn::Mul(z, multiplyAdd(u, multiplyAdd(u, all(kQuintic), all(kCubic)), all(1.0F)));
}

/// Outputs from `first` on; kNeighbours 0: known only at run time. Not inlined: the compiler would
/// spill sums to keep constants.
template <int kVectors, int kOutputs, int kNeighbours>
HWY_NOINLINE void addBlock(const LineTask& task, std::int64_t first) {
  constexpr std::int64_t kSamples = kVectors * kLanes;
  const float* inputs = task.inputs + first * kSamples;
  const float* weights = task.weights + first;
  Vector sums[kOutputs][kVectors];
#pragma GCC unroll 16
  for (int k = 0; k < kOutputs; ++k) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      sums[k][v] = all(task.biases[first + k]);
    }
  }
  if constexpr (kNeighbours > 0) {
    // Each input is loaded once; it is neighbour j - k of output k.
#pragma GCC unroll 64
    for (int j = 0; j < kOutputs + kNeighbours - 1; ++j) {
      Vector input[kVectors];
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) input[v] = load(inputs + j * kSamples + v * kLanes);
#pragma GCC unroll 16
      for (int k = 0; k < kOutputs; ++k) {
        const int r = j - k;
        if (r < 0 || r >= kNeighbours) continue;
        const Vector weight = all(weights[r * task.weightPitch + k]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) sums[k][v] = multiplyAdd(weight, input[v], sums[k][v]);
      }
    }
  } else {
    for (int r = 0; r < task.neighbours; ++r) {
#pragma GCC unroll 16
      for (int k = 0; k < kOutputs; ++k) {
        const Vector weight = all(weights[r * task.weightPitch + k]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) {
          const Vector input = load(inputs + (r + k) * kSamples + v * kLanes);
          sums[k][v] = multiplyAdd(weight, input, sums[k][v]);
        }
      }
    }
  }
#pragma GCC unroll 16
  for (int k = 0; k < kOutputs; ++k) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      store(task.outputs + (first + k) * task.outputStep + v * kLanes, activationOf(sums[k][v]));
    }
  }
}

template <int kVectors, int kNeighbours>
void addLineOf(const LineTask& task) {
  std::int64_t i = 0;
  for (; i + kBlock <= task.count; i += kBlock) addBlock<kVectors, kBlock, kNeighbours>(task, i);
  for (; i < task.count; ++i) addBlock<kVectors, 1, kNeighbours>(task, i);
}

template <int kVectors>
void addLine(const LineTask& task) {
  switch (task.neighbours) {
    case 1:
      return addLineOf<kVectors, 1>(task);
    case 3:
      return addLineOf<kVectors, 3>(task);
    case 5:
      return addLineOf<kVectors, 5>(task);
    case 7:
      return addLineOf<kVectors, 7>(task);
    case 9:
      return addLineOf<kVectors, 9>(task);
    case 11:
      return addLineOf<kVectors, 11>(task);
    case 13:
      return addLineOf<kVectors, 13>(task);
    case 15:
      return addLineOf<kVectors, 15>(task);
    default:
      return addLineOf<kVectors, 0>(task);
  }
}

ESPY_INLINE void keep(const RowTask& task, Vector sum, std::int64_t i) {
  if (task.sums != nullptr) store(task.sums + i, sum);
  store(task.outputs + i, activationOf(sum));
}

void addRow(const RowTask& task) {
  constexpr int kRegisters = 4;
  std::int64_t i = 0;
  for (; i + kRegisters * kLanes <= task.count; i += kRegisters * kLanes) {
    Vector sums[kRegisters];
#pragma GCC unroll 4
    for (int v = 0; v < kRegisters; ++v) sums[v] = load(task.biases + i + v * kLanes);
    for (int r = 0; r < task.neighbours; ++r) {
      const float* weights = task.weights + r * task.weightPitch + i;
      const float* inputs = task.inputs + r * task.inputStep + i;
#pragma GCC unroll 4
      for (int v = 0; v < kRegisters; ++v) {
        sums[v] = multiplyAdd(load(weights + v * kLanes), load(inputs + v * kLanes), sums[v]);
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kRegisters; ++v) keep(task, sums[v], i + v * kLanes);
  }
  for (; i + kLanes <= task.count; i += kLanes) {
    Vector sum = load(task.biases + i);
    for (int r = 0; r < task.neighbours; ++r) {
      sum = multiplyAdd(load(task.weights + r * task.weightPitch + i),
                        load(task.inputs + r * task.inputStep + i), sum);
    }
    keep(task, sum, i);
  }
  for (; i < task.count; ++i) {
    float sum = task.biases[i];
    for (int r = 0; r < task.neighbours; ++r) {
      sum = __builtin_fmaf(task.weights[r * task.weightPitch + i],
                           task.inputs[r * task.inputStep + i], sum);
    }
    if (task.sums != nullptr) task.sums[i] = sum;
    task.outputs[i] = activation(sum);
  }
}

void addBack(const BackTask& task) {
  std::int64_t i = 0;
  for (; i + kLanes <= task.count; i += kLanes) {
    store(task.before + i,
          multiplyAdd(load(task.weights + i), load(task.deltas + i), load(task.before + i)));
  }
  for (; i < task.count; ++i) {
    task.before[i] = __builtin_fmaf(task.weights[i], task.deltas[i], task.before[i]);
  }
}

void multiplyBySlopes(float* deltas, const float* sums, std::int64_t count) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Vector z = held(load(sums + i));
    const Vector q = multiplyAdd(hn::Mul(z, z), all(-kOverEdge2), all(1.0F));
    store(deltas + i, hn::Mul(load(deltas + i), hn::Mul(q, q)));
  }
  for (; i < count; ++i) deltas[i] *= slope(sums[i]);
}

/// One optimiser step, as in the reference: the new values of one number or of a register's
/// numbers.
ESPY_INLINE Vector movedBy(const MoveTask& task, Vector slope, std::int64_t i) {
  const StepFactors& factors = *task.factors;
  const Vector number = load(task.numbers + i);
  slope = multiplyAdd(all(task.decay), number, slope);
  Vector mean = load(task.means + i);
  if (task.squares == nullptr) {
    mean = multiplyAdd(all(factors.momentum), mean, slope);
    store(task.means + i, mean);
    return multiplyAdd(all(-factors.rate), mean, number);
  }
  mean = multiplyAdd(all(factors.momentum), mean, hn::Mul(all(factors.newMomentum), slope));
  const Vector square = multiplyAdd(all(factors.spread), load(task.squares + i),
                                    hn::Mul(hn::Mul(all(factors.newSpread), slope), slope));
  store(task.means + i, mean);
  store(task.squares + i, square);
  const Vector divisor =
      hn::Add(hn::Sqrt(hn::Mul(square, all(factors.spreadScale))), all(kAdamFloor));
  return multiplyAdd(all(-factors.rate),
                     hn::Div(hn::Mul(mean, all(factors.momentumScale)), divisor), number);
}

void moveNumbers(const MoveTask& task) {
  std::int64_t i = 0;
  for (; i + kLanes <= task.count; i += kLanes) {
    Vector slope = all(0.0F);
    for (std::int64_t s = 0; s < task.samples; ++s) {
      const Vector delta = load(task.deltas[s] + i);
      slope = task.values == nullptr ? hn::Add(slope, delta)
                                     : multiplyAdd(delta, load(task.values[s] + i), slope);
    }
    store(task.numbers + i, movedBy(task, slope, i));
  }
  for (; i < task.count; ++i) {
    float slope = 0;
    for (std::int64_t s = 0; s < task.samples; ++s) {
      const float delta = task.deltas[s][i];
      slope =
          task.values == nullptr ? slope + delta : __builtin_fmaf(delta, task.values[s][i], slope);
    }
    moveOne(*task.factors, task.decay, slope, task.numbers[i], task.means[i],
            task.squares == nullptr ? nullptr : task.squares + i);
  }
}

template <int kVectors>
void readOutOf(const float* readout, const float* values, std::int64_t count, float* sums) {
  constexpr std::int64_t kSamples = kVectors * kLanes;
  for (std::int64_t half = 0; half < 16; half += 8) {
    Vector eight[8][kVectors];
    for (auto& vectors : eight) {
      for (Vector& vector : vectors) vector = all(0.0F);
    }
    std::int64_t i = half;
    for (; i + 8 <= count; i += 16) {
#pragma GCC unroll 8
      for (int j = 0; j < 8; ++j) {
        const Vector weight = all(readout[i + j]);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v) {
          eight[j][v] =
              multiplyAdd(weight, load(values + (i + j) * kSamples + v * kLanes), eight[j][v]);
        }
      }
    }
    for (int j = 0; j < 8; ++j) {
      for (int v = 0; v < kVectors; ++v) {
        if (i + j < count) {
          eight[j][v] = multiplyAdd(all(readout[i + j]),
                                    load(values + (i + j) * kSamples + v * kLanes), eight[j][v]);
        }
        store(sums + (half + j) * kSamples + v * kLanes, eight[j][v]);
      }
    }
  }
}

void readOutOne(const float* readout, const float* values, std::int64_t count, float* sums) {
  float sixteen[16] = {};
  std::int64_t i = 0;
  for (; i + 16 <= count; i += 16) {
    for (int j = 0; j < 16; ++j) {
      sixteen[j] = __builtin_fmaf(readout[i + j], values[i + j], sixteen[j]);
    }
  }
  for (int j = 0; i + j < count; ++j) {
    sixteen[j] = __builtin_fmaf(readout[i + j], values[i + j], sixteen[j]);
  }
  std::copy_n(sixteen, 16, sums);
}

constexpr Loops kLoopsOfLevel{
    kLanes,      {addLine<1>, addLine<2>},     addRow,    addBack, multiplyBySlopes,
    moveNumbers, {readOutOf<1>, readOutOf<2>}, readOutOne};
const Loops& loopsOfLevel() {
  return kLoopsOfLevel;
}

/// 16 partial sums, as in the reference.
float squaredDistance(const float* a, const float* b, std::int64_t count) {
  float sums[16] = {};
  for (std::int64_t i = 0; i + 16 <= count; i += 16) {
    for (std::int64_t j = 0; j < 16; ++j) {
      const float difference = a[i + j] - b[i + j];
      sums[j] += difference * difference;
    }
  }
  for (int half = 8; half > 0; half /= 2) {
    for (int j = 0; j < half; ++j) sums[j] += sums[j + half];
  }
  return sums[0];
}

ESPY_INLINE void turnFour(const float* from, std::int64_t fromPitch, float* to,
                          std::int64_t toPitch) {
  const hn::FixedTag<float, 4> d;
  const hn::Repartition<std::uint64_t, decltype(d)> pairs;
  const auto a = hn::LoadU(d, from);
  const auto b = hn::LoadU(d, from + fromPitch);
  const auto c = hn::LoadU(d, from + 2 * fromPitch);
  const auto e = hn::LoadU(d, from + 3 * fromPitch);
  const auto ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
  const auto ce = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
  const auto ab2 = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
  const auto ce2 = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, ab, ce)), d, to);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, ab, ce)), d, to + toPitch);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, ab2, ce2)), d, to + 2 * toPitch);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, ab2, ce2)), d, to + 3 * toPitch);
}

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

}  // namespace
}  // namespace espy::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::judge {
namespace {

ESPY_SIMD_TABLE(loopsOfLevel);

}  // namespace

const Loops& loops() {
  return ESPY_SIMD_CALL(loopsOfLevel)();
}

ESPY_SIMD_DEFINE(squaredDistance);
ESPY_SIMD_DEFINE(toLanes);
ESPY_SIMD_DEFINE(fromLanes);

}  // namespace espy::judge
#endif  // HWY_ONCE
