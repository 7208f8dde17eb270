// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/warp_lanes.h"

#include <algorithm>
#include <limits>

#include "base/cpu.h"

#if defined(ESPY_X86)
#include <immintrin.h>
#endif

namespace espy::signal {
namespace {

template <class Number>
constexpr Number kNoWay = std::numeric_limits<Number>::infinity();

/// Row by row; `work` holds the row before, from column -1 on.
template <class Number>
__attribute__((always_inline)) inline void warpPlainly(const WarpLanes<Number>& lanes,
                                                       Number* sums) {
  constexpr std::int64_t kLanes = WarpLanes<Number>::kLanes;
  Number* row = lanes.work + kLanes;
  std::fill(lanes.work, lanes.work + (lanes.length + 2) * kLanes, kNoWay<Number>);
  std::fill(lanes.work, row, Number{0});
  for (std::int64_t i = 0; i < lanes.length; ++i) {
    const std::int64_t begin = std::max<std::int64_t>(0, i - lanes.band);
    const std::int64_t end = std::min(lanes.length - 1, i + lanes.band);
    Number left[kLanes];
    Number diagonal[kLanes];
    std::fill(left, left + kLanes, kNoWay<Number>);
    std::copy(row + (begin - 1) * kLanes, row + begin * kLanes, diagonal);
    std::fill(row + (begin - 1) * kLanes, row + begin * kLanes, kNoWay<Number>);
    bool alive = false;
    for (std::int64_t j = begin; j <= end; ++j) {
      Number* cells = row + j * kLanes;
      Number costs[kLanes] = {};
      for (std::int64_t c = 0; c < lanes.channels; ++c) {
        const Number sample = lanes.query[c * lanes.length + i];
        const Number* window = lanes.windows + (c * lanes.length + j) * kLanes;
        for (std::int64_t l = 0; l < kLanes; ++l) {
          const Number apart = sample - window[l];
          costs[l] += apart * apart;
        }
      }
      for (std::int64_t l = 0; l < kLanes; ++l) {
        const Number up = cells[l];
        const Number before = std::min(std::min(up, left[l]), diagonal[l]);
        left[l] = costs[l] + before;
        diagonal[l] = up;
        cells[l] = left[l];
      }
      if (alive) continue;
      for (std::int64_t l = 0; l < kLanes; ++l) alive |= left[l] <= lanes.limits[l];
    }
    if (!alive || lanes.stopping()) {
      std::fill(sums, sums + kLanes, kNoWay<Number>);
      return;
    }
  }
  std::copy(row + (lanes.length - 1) * kLanes, row + lanes.length * kLanes, sums);
}

ESPY_SIMD_CLONES void warpFloats(const WarpLanes<float>& lanes, float* sums) {
  warpPlainly(lanes, sums);
}
ESPY_SIMD_CLONES void warpDoubles(const WarpLanes<double>& lanes, double* sums) {
  warpPlainly(lanes, sums);
}

#if defined(ESPY_X86)

/// Registers of 16 floats. Products are added without being rounded: nearer to the truth.
struct Floats {
  using Number = float;
  using Vector = __m512;
  static ESPY_AVX512 Vector load(const float* from) { return _mm512_load_ps(from); }
  static ESPY_AVX512 void store(float* to, Vector v) { _mm512_store_ps(to, v); }
  static ESPY_AVX512 Vector all(float number) { return _mm512_set1_ps(number); }
  /// With a mask of all, since compilers take what the plain one leaves open for a mistake.
  static ESPY_AVX512 Vector least(Vector a, Vector b) {
    return _mm512_mask_min_ps(a, 0xffff, a, b);
  }
  static ESPY_AVX512 Vector square(Vector a, Vector b, Vector sum) {
    const Vector apart = _mm512_sub_ps(a, b);
    return _mm512_fmadd_ps(apart, apart, sum);
  }
  static ESPY_AVX512 Vector sum(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  static ESPY_AVX512 Vector square(Vector a, Vector b) {
    const Vector apart = _mm512_sub_ps(a, b);
    return _mm512_mul_ps(apart, apart);
  }
  static ESPY_AVX512 bool anyWithin(Vector a, Vector limit) {
    return _mm512_cmp_ps_mask(a, limit, _CMP_LE_OQ) != 0;
  }
};

/// Registers of 8 doubles, which round as the definition does.
struct Doubles {
  using Number = double;
  using Vector = __m512d;
  static ESPY_AVX512 Vector load(const double* from) { return _mm512_load_pd(from); }
  static ESPY_AVX512 void store(double* to, Vector v) { _mm512_store_pd(to, v); }
  static ESPY_AVX512 Vector all(double number) { return _mm512_set1_pd(number); }
  static ESPY_AVX512 Vector least(Vector a, Vector b) { return _mm512_mask_min_pd(a, 0xff, a, b); }
  static ESPY_AVX512 Vector square(Vector a, Vector b, Vector sum) {
    const Vector apart = _mm512_sub_pd(a, b);
    return _mm512_add_pd(_mm512_mul_pd(apart, apart), sum);
  }
  static ESPY_AVX512 Vector sum(Vector a, Vector b) { return _mm512_add_pd(a, b); }
  static ESPY_AVX512 Vector square(Vector a, Vector b) {
    const Vector apart = _mm512_sub_pd(a, b);
    return _mm512_mul_pd(apart, apart);
  }
  static ESPY_AVX512 bool anyWithin(Vector a, Vector limit) {
    return _mm512_cmp_pd_mask(a, limit, _CMP_LE_OQ) != 0;
  }
};

/// Four rows of the table go through its columns together, each two columns behind the one above
/// in the band, that is one step behind in time: no cell waits for another of the same step. Above
/// the first row lies `row`, in which the last one leaves what it found.
///
/// At step t row k is in column t - k. `now` is what it made one step ago, `then` two steps ago.
template <class Ops, bool alone>  // one channel
class Strips {
  using Number = typename Ops::Number;
  using Vector = typename Ops::Vector;
  static constexpr int kRows = WarpLanes<Number>::kRestRows;
  static constexpr int kBeside = 2;
  static constexpr std::int64_t kLanes = WarpLanes<Number>::kLanes;
  static constexpr std::int64_t kRegister = kLanes / kBeside;
  static constexpr int kEdge = 2 * (kRows - 1);  ///< steps until all rows are in the band

 public:
  ESPY_AVX512 Strips(const WarpLanes<Number>& lanes)
      : lanes_(lanes), row_(lanes.work + kLanes), last_(lanes.length - 1) {}

  ESPY_AVX512 void run(Number* sums) {
    const Vector never = Ops::all(kNoWay<Number>);
    for (std::int64_t j = -1; j <= last_ + 1; ++j) put(row_, j, never, never);
    // The first strip has rows above the table where their number is no multiple of four.
    const std::int64_t first = -(-lanes_.length % kRows == 0 ? 0 : kRows - lanes_.length % kRows);
    if (first == 0) put(row_, -1, Ops::all(0), Ops::all(0));
    for (std::int64_t top = first; top <= last_; top += kRows) {
      if (lanes_.stopping() || !strip(top)) {
        std::fill(sums, sums + kLanes, kNoWay<Number>);
        return;
      }
      put(row_, -1, never, never);
    }
    std::copy(row_ + last_ * kLanes, row_ + (last_ + 1) * kLanes, sums);
  }

 private:
  ESPY_AVX512 void put(Number* to, std::int64_t column, Vector a, Vector b) {
    Ops::store(to + column * kLanes, a);
    Ops::store(to + column * kLanes + kRegister, b);
  }

  /// What the rows of a strip know.
  struct State {
    Vector query[kRows];
    Vector now[kRows][kBeside];
    Vector then[kRows][kBeside];
    Vector least[kBeside];  ///< of the last row
    std::int64_t top;
  };

  /// One cell of a row that is in the band.
  ESPY_AVX512 __attribute__((always_inline)) void cell(State& state, int k, std::int64_t column) {
    const Number* window = lanes_.windows + column * kLanes;
    Number* row = row_ + column * kLanes;
#pragma GCC unroll 2
    for (int g = 0; g < kBeside; ++g) {
      const Vector up = k > 0 ? state.now[k - 1][g] : Ops::load(row + g * kRegister);
      const Vector diagonal =
          k > 0 ? state.then[k - 1][g] : Ops::load(row + g * kRegister - kLanes);
      const Vector before = Ops::least(Ops::least(up, diagonal), state.now[k][g]);
      const Vector made = cost(state, k, window + g * kRegister, before);
      state.then[k][g] = state.now[k][g];
      state.now[k][g] = made;
      if (k == kRows - 1) {
        Ops::store(row + g * kRegister, made);
        state.least[g] = Ops::least(made, state.least[g]);
      }
    }
  }

  ESPY_AVX512 __attribute__((always_inline)) Vector cost(const State& state, int k,
                                                         const Number* window, Vector before) {
    if constexpr (alone) return Ops::square(state.query[k], Ops::load(window), before);
    Vector sum = Ops::square(state.query[k], Ops::load(window));
    const Number* query = lanes_.query + state.top + k;
    for (std::int64_t c = 1; c < lanes_.channels; ++c) {
      query += lanes_.length;
      window += lanes_.length * kLanes;
      sum = Ops::square(Ops::all(*query), Ops::load(window), sum);
    }
    return Ops::sum(sum, before);
  }

  /// A step in which rows `from` to `to` are in the band.
  ESPY_AVX512 __attribute__((always_inline)) void step(State& state, std::int64_t t, int from,
                                                       int to) {
#pragma GCC unroll 4
    for (int k = kRows - 1; k >= 0; --k) {
      if (k >= from && k <= to) cell(state, k, t - k);
    }
  }

  /// A row that has left the band, or is not in it yet, or lies above the table.
  ESPY_AVX512 __attribute__((always_inline)) void outside(State& state, int k, Number value) {
#pragma GCC unroll 2
    for (int g = 0; g < kBeside; ++g) {
      state.then[k][g] = state.now[k][g];
      state.now[k][g] = Ops::all(value);
    }
  }

  /// Steps near the table's sides, where it is asked of each row whether it is in the band.
  ESPY_AVX512 __attribute__((noinline)) void sideSteps(State& state, std::int64_t top,
                                                       std::int64_t from, std::int64_t to) {
    for (std::int64_t t = from; t < to; ++t) {
#pragma GCC unroll 4
      for (int k = kRows - 1; k >= 0; --k) {
        const std::int64_t i = top + k;
        const std::int64_t j = t - k;
        const bool in =
            i >= 0 && j >= 0 && j <= last_ && j >= i - lanes_.band && j <= i + lanes_.band;
        if (in) {
          cell(state, k, j);
        } else {
          outside(state, k, i == -1 && j == -1 ? Number{0} : kNoWay<Number>);
        }
      }
    }
  }

  /// Whether any path may still end below its limit.
  ESPY_AVX512 bool strip(std::int64_t top) {
    State state;
    state.top = top;
    for (int k = 0; k < kRows; ++k) {
      state.query[k] = Ops::all(top + k >= 0 ? lanes_.query[top + k] : Number{0});
      for (int g = 0; g < kBeside; ++g) {
        state.now[k][g] = state.then[k][g] = Ops::all(kNoWay<Number>);
      }
    }
    for (int g = 0; g < kBeside; ++g) state.least[g] = Ops::all(kNoWay<Number>);
    const std::int64_t band = lanes_.band;
    const std::int64_t fullTo = std::min(last_, top + band);
    const bool inner =
        top > 0 && top - band >= 0 && top + kRows - 1 + band <= last_ && band >= kRows - 1;
    if (inner) {
      innerStrip(state, top, fullTo);
    } else {
      const std::int64_t begin = top < 0 ? -1 : std::max<std::int64_t>(0, top - band);
      const std::int64_t end = std::min(last_, top + kRows - 1 + band) + kRows;
      const std::int64_t fullFrom = std::max<std::int64_t>(0, top + kRows - 1 - band) + kRows - 1;
      if (top < 0 || fullFrom > fullTo) {
        sideSteps(state, top, begin, end);
      } else {
        sideSteps(state, top, begin, fullFrom);
        for (std::int64_t t = fullFrom; t <= fullTo; ++t) step(state, t, 0, kRows - 1);
        sideSteps(state, top, fullTo + 1, end);
      }
    }
    if (lanes_.rests != nullptr) {
      const Number* rest = lanes_.rests + (top + kRows - 1) / kRows * kLanes;
      state.least[0] = Ops::sum(state.least[0], Ops::load(rest));
      state.least[1] = Ops::sum(state.least[1], Ops::load(rest + kRegister));
    }
    return Ops::anyWithin(state.least[0], Ops::load(lanes_.limits)) ||
           Ops::anyWithin(state.least[1], Ops::load(lanes_.limits + kRegister));
  }

  /// All of whose columns are in the table: the rows come into the band one after the other, every
  /// second step, and leave it so.
  ESPY_AVX512 __attribute__((always_inline)) void innerStrip(State& state, std::int64_t top,
                                                             std::int64_t fullTo) {
    const std::int64_t from = top - lanes_.band;
#pragma GCC unroll 6
    for (int s = 0; s < kEdge; ++s) step(state, from + s, 0, s / 2);
    for (std::int64_t t = from + kEdge; t <= fullTo; ++t) step(state, t, 0, kRows - 1);
#pragma GCC unroll 6
    for (int s = 0; s < kEdge; ++s) {
      if (s % 2 == 1) outside(state, s / 2, kNoWay<Number>);
      step(state, fullTo + 1 + s, s / 2 + 1, kRows - 1);
    }
  }

  const WarpLanes<Number>& lanes_;
  Number* row_;
  std::int64_t last_;
};

template <class Ops>
ESPY_AVX512 void stripsWith512(const WarpLanes<typename Ops::Number>& lanes,
                               typename Ops::Number* sums) {
  if (lanes.channels == 1) {
    Strips<Ops, true>(lanes).run(sums);
  } else {
    Strips<Ops, false>(lanes).run(sums);
  }
}
void warpWith512(const WarpLanes<float>& lanes, float* sums) {
  stripsWith512<Floats>(lanes, sums);
}
void warpWith512(const WarpLanes<double>& lanes, double* sums) {
  stripsWith512<Doubles>(lanes, sums);
}

#endif

void warp(const WarpLanes<float>& lanes, float* sums) {
  warpFloats(lanes, sums);
}
void warp(const WarpLanes<double>& lanes, double* sums) {
  warpDoubles(lanes, sums);
}

}  // namespace

namespace {

/// A few samples of all rows at a time, so that what is read and what is written stays near.
template <class Number>
void transpose(const Number* rows, std::int64_t pitch, std::int64_t length, Number* windows) {
  constexpr std::int64_t kLanes = WarpLanes<Number>::kLanes;
  constexpr std::int64_t kAtOnce = 64 / sizeof(Number);
  for (std::int64_t from = 0; from < length; from += kAtOnce) {
    const std::int64_t to = std::min(length, from + kAtOnce);
    for (std::int64_t l = 0; l < kLanes; ++l) {
      for (std::int64_t k = from; k < to; ++k) windows[k * kLanes + l] = rows[l * pitch + k];
    }
  }
}

#if defined(ESPY_X86)
/// A sample of 16 rows is gathered at a time.
ESPY_AVX512 void transposeWith512(const float* rows, std::int64_t pitch, std::int64_t length,
                                  float* windows) {
  const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i offsets = _mm512_mullo_epi32(lanes, _mm512_set1_epi32(static_cast<int>(pitch)));
  for (std::int64_t half = 0; half < 2; ++half) {
    const float* from = rows + half * 16 * pitch;
    for (std::int64_t k = 0; k < length; ++k) {
      const __m512 samples =
          _mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xffff, offsets, from + k, 4);
      _mm512_store_ps(windows + k * 32 + half * 16, samples);
    }
  }
}
#endif

}  // namespace

void besideEachOther(const float* rows, std::int64_t pitch, std::int64_t length, float* windows) {
#if defined(ESPY_X86)
  constexpr std::int64_t kFarthest = std::int64_t{1} << 26;  // that fits the gathering's offsets
  if (hasSimd(SimdLevel::avx512) && pitch < kFarthest) {
    return transposeWith512(rows, pitch, length, windows);
  }
#endif
  transpose(rows, pitch, length, windows);
}

void besideEachOther(const double* rows, std::int64_t pitch, std::int64_t length, double* windows) {
  transpose(rows, pitch, length, windows);
}

template <class Number>
void WarpLanes<Number>::runPlainly(Number* sums) const {
  warp(*this, sums);
}

template <class Number>
void WarpLanes<Number>::run(Number* sums) const {
#if defined(ESPY_X86)
  if (hasSimd(SimdLevel::avx512)) return warpWith512(*this, sums);
#endif
  runPlainly(sums);
}

template struct WarpLanes<float>;
template struct WarpLanes<double>;

}  // namespace espy::signal
