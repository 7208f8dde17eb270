// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/tile_bounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/cpu.h"
#include "signal/warp_lanes.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::signal {
namespace {

/// Windows that are looked at together, and samples until it is asked whether any is left.
constexpr std::int64_t kTogether = 32;
constexpr std::int64_t kUntilAsked = 16;
static_assert(kTogether <= Tile::kPad);

/// What one call of a kernel looks at: some windows, and all of the envelope.
struct BoundTask {
  const float* samples;
  const float* factors;
  const float* shifts;
  const float* limits;
  const Envelope* envelope;
  float* sums;
};

ESPY_SIMD_CLONES void boundPlainly(const BoundTask& task) {
  const Envelope& envelope = *task.envelope;
  float sums[kTogether] = {};
  for (std::int64_t from = 0; from < envelope.size(); from += kUntilAsked) {
    const std::int64_t to = std::min(envelope.size(), from + kUntilAsked);
    for (std::int64_t k = from; k < to; ++k) {
      const float* samples = task.samples + envelope.offsets()[k];
      const float lower = envelope.lower()[k];
      const float upper = envelope.upper()[k];
      for (std::int64_t l = 0; l < kTogether; ++l) {
        const float sample = samples[l] * task.factors[l] + task.shifts[l];
        const float held = std::min(std::max(sample, lower), upper);
        const float apart = sample - held;
        sums[l] += envelope.isSad() ? std::abs(apart) : apart * apart;
      }
    }
    bool left = false;
    for (std::int64_t l = 0; l < kTogether; ++l) left |= sums[l] <= task.limits[l];
    if (!left) break;
  }
  std::copy(sums, sums + kTogether, task.sums);
}

#if defined(ESPY_X86)

enum class Kind { range, exact, sad };

template <Kind kind>
ESPY_AVX512 __attribute__((always_inline)) inline __m512 added(__m512 sum, __m512 sample,
                                                               float lower, float upper) {
  const __m512 low = _mm512_set1_ps(lower);
  __m512 apart;
  if constexpr (kind == Kind::range) {
    const __m512 above = _mm512_mask_max_ps(sample, 0xffff, sample, low);
    apart = _mm512_sub_ps(sample, _mm512_mask_min_ps(sample, 0xffff, above, _mm512_set1_ps(upper)));
  } else {
    apart = _mm512_sub_ps(sample, low);
  }
  if constexpr (kind == Kind::sad) return _mm512_add_ps(sum, _mm512_abs_ps(apart));
  return _mm512_fmadd_ps(apart, apart, sum);
}

template <Kind kind>
ESPY_AVX512 void boundWith512(const BoundTask& task) {
  constexpr int kVectors = kTogether / 16;
  const Envelope& envelope = *task.envelope;
  const std::int32_t* offsets = envelope.offsets();
  const float* lower = envelope.lower();
  const float* upper = envelope.upper();
  __m512 sums[kVectors];
  __m512 factors[kVectors];
  __m512 shifts[kVectors];
  __m512 limits[kVectors];
#pragma GCC unroll 2
  for (int v = 0; v < kVectors; ++v) {
    sums[v] = _mm512_setzero_ps();
    factors[v] = _mm512_loadu_ps(task.factors + 16 * v);
    shifts[v] = _mm512_loadu_ps(task.shifts + 16 * v);
    limits[v] = _mm512_loadu_ps(task.limits + 16 * v);
  }
  for (std::int64_t from = 0; from < envelope.size(); from += kUntilAsked) {
    const std::int64_t to = std::min(envelope.size(), from + kUntilAsked);
    for (std::int64_t k = from; k < to; ++k) {
      const float* samples = task.samples + offsets[k];
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) {
        const __m512 sample =
            _mm512_fmadd_ps(_mm512_loadu_ps(samples + 16 * v), factors[v], shifts[v]);
        sums[v] = added<kind>(sums[v], sample, lower[k], upper[k]);
      }
    }
    int left = 0;
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      left |= _mm512_cmp_ps_mask(sums[v], limits[v], _CMP_LE_OQ);
    }
    if (left == 0) break;
  }
#pragma GCC unroll 2
  for (int v = 0; v < kVectors; ++v) _mm512_storeu_ps(task.sums + 16 * v, sums[v]);
}

using Kernel = void (*)(const BoundTask&);
Kernel kernelWith512(const Envelope& envelope) {
  if (envelope.isSad()) return boundWith512<Kind::sad>;
  return envelope.isExact() ? boundWith512<Kind::exact> : boundWith512<Kind::range>;
}

#endif

/// What is left when a window's samples are brought as near to the query's as their ranges allow.
ESPY_SIMD_CLONES float heldAgainst(const float* query, const float* lower, const float* upper,
                                   std::int64_t count, float factor, float shift) {
  constexpr std::int64_t kAtOnce = 32;
  float sums[kAtOnce] = {};
  std::int64_t k = 0;
  for (; k + kAtOnce <= count; k += kAtOnce) {
    for (std::int64_t l = 0; l < kAtOnce; ++l) {
      const float low = lower[k + l] * factor + shift;
      const float high = upper[k + l] * factor + shift;
      const float apart = query[k + l] - std::min(std::max(query[k + l], low), high);
      sums[l] += apart * apart;
    }
  }
  float sum = 0;
  for (const float lane : sums) sum += lane;
  for (; k < count; ++k) {
    const float low = lower[k] * factor + shift;
    const float high = upper[k] * factor + shift;
    const float apart = query[k] - std::min(std::max(query[k], low), high);
    sum += apart * apart;
  }
  return sum;
}

}  // namespace

void rangeAround(std::span<const float> samples, std::int64_t reach, std::vector<float>& lower,
                 std::vector<float>& upper) {
  const std::int64_t size = std::ssize(samples);
  lower.assign(samples.begin(), samples.end());
  upper.assign(samples.begin(), samples.end());
  // Ranges of 1, 2, 4, ... samples from each on; two of them cover what is wanted.
  const std::int64_t width = std::min(2 * reach + 1, 2 * size + 1);
  std::int64_t had = 1;
  std::vector<float> low(lower);
  std::vector<float> high(upper);
  while (had < width) {
    const std::int64_t step = std::min(had, width - had);
    for (std::int64_t i = 0; i + step < size; ++i) {
      low[i] = std::min(low[i], low[i + step]);
      high[i] = std::max(high[i], high[i + step]);
    }
    had += step;
  }
  // Those are of samples i to i + width; sample i wants those from i - reach on.
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t begin = i - reach;
    if (begin >= 0) {
      lower[i] = low[begin];
      upper[i] = high[begin];
    } else {
      const auto end = samples.begin() + std::min(size, i + reach + 1);
      lower[i] =
          i > 0 ? std::min(lower[i - 1], *(end - 1)) : *std::min_element(samples.begin(), end);
      upper[i] =
          i > 0 ? std::max(upper[i - 1], *(end - 1)) : *std::max_element(samples.begin(), end);
    }
  }
}

Envelope::Envelope(const FloatQuery& query, MotifMethod method, std::int64_t band)
    : isExact_(method != MotifMethod::dtw || band == 0), isSad_(method == MotifMethod::sad) {
  rangeAround(query.samples, isExact_ ? 0 : band, lowerAt_, upperAt_);
  lowerAt_.front() = upperAt_.front() = query.samples.front();
  lowerAt_.back() = upperAt_.back() = query.samples.back();
  // Until windows are seen: what is far from 0, and of that what has a narrow range.
  std::vector<double> weights;
  for (std::size_t k = 0; k < lowerAt_.size(); ++k) {
    const double off = std::max({0.0F, lowerAt_[k], -upperAt_[k]});
    weights.push_back(off + 1e-3 * std::abs(lowerAt_[k] + upperAt_[k]));
  }
  order(weights);
}

void Envelope::order(std::span<const double> weights) {
  offsets_.resize(weights.size());
  std::iota(offsets_.begin(), offsets_.end(), 0);
  std::stable_sort(offsets_.begin(), offsets_.end(),
                   [&](std::int32_t a, std::int32_t b) { return weights[a] > weights[b]; });
  lower_.clear();
  upper_.clear();
  for (const std::int32_t k : offsets_) {
    lower_.push_back(lowerAt_[k]);
    upper_.push_back(upperAt_[k]);
  }
}

void weighSamples(const Tile& tile, const Envelope& envelope, std::vector<double>& weights) {
  constexpr std::int64_t kSome = 61;  // windows from one that is looked at to the next
  std::vector<float> window(static_cast<std::size_t>(tile.length()));
  weights.resize(window.size(), 0);
  for (std::int64_t place = 0; place < tile.count(); place += kSome) {
    if (tile.state(place) != WindowState::plain) continue;
    tile.copyWindow(place, window.data());
    double sum = 0;
    for (std::size_t k = 0; k < window.size(); ++k) {
      const float held = std::clamp(window[k], envelope.lowerAt()[k], envelope.upperAt()[k]);
      window[k] = std::abs(window[k] - held);
      if (!envelope.isSad()) window[k] *= window[k];
      sum += static_cast<double>(window[k]);
    }
    // A window that is hard to rule out counts as much as one that is easy.
    for (std::size_t k = 0; k < window.size() && sum > 0; ++k) weights[k] += window[k] / sum;
  }
}

namespace {

ESPY_SIMD_CLONES void addRests(const float* windows, const float* lower, const float* upper,
                               std::int64_t from, std::int64_t to, float* sums) {
  constexpr std::int64_t kLanes = WarpLanes<float>::kLanes;
  float own[kLanes];
  for (std::int64_t l = 0; l < kLanes; ++l) own[l] = sums[l];
  for (std::int64_t k = to - 1; k >= from; --k) {
    const float low = lower[k];
    const float high = upper[k];
    for (std::int64_t l = 0; l < kLanes; ++l) {
      const float sample = windows[k * kLanes + l];
      const float apart = sample - std::min(std::max(sample, low), high);
      own[l] += apart * apart;
    }
  }
  for (std::int64_t l = 0; l < kLanes; ++l) sums[l] = own[l];
}

}  // namespace

void boundRests(const Envelope& envelope, const float* windows, std::int64_t band, float* rests) {
  constexpr std::int64_t kLanes = WarpLanes<float>::kLanes;
  const std::int64_t length = envelope.size();
  const WarpLanes<float> lanes{nullptr, length, band, nullptr, nullptr, nullptr};
  float sums[kLanes] = {};
  std::int64_t reached = length;  // columns from here on are in the sums
  for (std::int64_t r = WarpLanes<float>::restCount(length) - 1; r >= 0; --r) {
    const std::int64_t column = std::min(length, lanes.restRow(r) + band + 1);
    addRests(windows, envelope.lowerAt(), envelope.upperAt(), column, reached, sums);
    reached = std::min(reached, column);
    std::copy(sums, sums + kLanes, rests + r * kLanes);
  }
}

void boundPlaces(const Tile& tile, const Envelope& envelope, const float* limits,
                 const Control& control, float* sums) {
  auto* kernel = boundPlainly;
#if defined(ESPY_X86)
  if (hasSimd(SimdLevel::avx512)) kernel = kernelWith512(envelope);
#endif
  for (std::int64_t place = 0; place < tile.count(); place += kTogether) {
    control.check();
    kernel({tile.samples() + place, tile.factors() + place, tile.shifts() + place, limits + place,
            &envelope, sums + place});
  }
}

void WindowEnvelope::prepare(const Tile& tile, std::int64_t band) {
  const std::int64_t size = tile.count() + tile.length() - 1;
  rangeAround({tile.samples(), static_cast<std::size_t>(size)}, band, lower_, upper_);
}

float WindowEnvelope::bound(const Tile& tile, const FloatQuery& query, std::int64_t place,
                            float limit) const {
  constexpr std::int64_t kUntilLooked = 256;
  const float factor = tile.factors()[place];
  const float shift = tile.shifts()[place];
  float sum = 0;
  for (std::int64_t k = 0; k < tile.length() && sum <= limit; k += kUntilLooked) {
    sum +=
        heldAgainst(query.samples.data() + k, lower_.data() + place + k, upper_.data() + place + k,
                    std::min(kUntilLooked, tile.length() - k), factor, shift);
  }
  return sum;
}

}  // namespace espy::signal
