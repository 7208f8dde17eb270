// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/warp_lanes.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "signal/warp_lanes_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace espy::signal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Registers of windows per table, to hide the latency between cells of a row.
constexpr int kRegisters = 2;

/// Four rows advance as a wavefront, each two columns behind the one above within the band (one
/// step in time), so that no cell waits for another of the same step. `row` holds the row above the
/// strip and receives its last row. Handles the windows from `lane` on.
///
/// At step t row k is in column t - k. `now` is its last cell, `then` the one before.
template <class Number, bool kAlone>  // one channel
class Strips {
  using Lanes = WarpLanes<Number>;
  static constexpr std::int64_t kLanes = Lanes::kLanes;
  static constexpr int kRows = Lanes::kRestRows;
  static constexpr int kEdge = 2 * (kRows - 1);  ///< steps until all rows are in the band
  static constexpr Number kNoPath = std::numeric_limits<Number>::infinity();
  static constexpr hn::CappedTag<Number, kLanes / kRegisters> d{};
  using Vector = hn::Vec<decltype(d)>;
  static constexpr auto kRegister = static_cast<std::int64_t>(hn::MaxLanes(d));

 public:
  static constexpr std::int64_t kTogether = kRegisters * kRegister;  ///< windows

  Strips(const Lanes& lanes, std::int64_t lane)
      : lanes_(lanes),
        windows_(lanes.windows + lane),
        limits_(lanes.limits + lane),
        rests_(lanes.rests == nullptr ? nullptr : lanes.rests + lane),
        row_(lanes.work + kLanes + lane),
        last_(lanes.length - 1) {}

  void run(Number* sums) {
    for (std::int64_t j = -1; j <= last_ + 1; ++j) put(j, kNoPath);
    // The first strip starts above the table if the rows are no multiple of four.
    const std::int64_t first = -(-lanes_.length % kRows == 0 ? 0 : kRows - lanes_.length % kRows);
    if (first == 0) put(-1, 0);
    for (std::int64_t top = first; top <= last_; top += kRows) {
      if (lanes_.stopping() || !strip(top)) {
        std::fill(sums, sums + kTogether, kNoPath);
        return;
      }
      put(-1, kNoPath);
    }
    std::copy(row_ + last_ * kLanes, row_ + last_ * kLanes + kTogether, sums);
  }

 private:
  void put(std::int64_t column, Number number) {
    for (int g = 0; g < kRegisters; ++g) {
      hn::Store(hn::Set(d, number), d, row_ + column * kLanes + g * kRegister);
    }
  }

  /// The rows of a strip, kept in registers.
  struct State {
    ESPY_INLINE State() {}  // the implicit one would not be of this target
    const Number* windows;
    Number* row;
    Vector query[kRows];
    Vector now[kRows][kRegisters];
    Vector then[kRows][kRegisters];
    Vector least[kRegisters];  ///< of the last row
    std::int64_t top;
  };

  /// Floats use FMA; doubles round as the definition does.
  static ESPY_INLINE Vector addSquare(Vector a, Vector b, Vector sum) {
    const Vector apart = hn::Sub(a, b);
    if constexpr (sizeof(Number) == 4) return hn::MulAdd(apart, apart, sum);
    return hn::Add(hn::Mul(apart, apart), sum);
  }

  /// One cell of a row, for one register of windows.
  template <int k, int g>
  ESPY_INLINE void cell(State& state, std::int64_t column) {
    const std::int64_t at = column * kLanes + g * kRegister;
    Vector up;
    Vector diagonal;
    if constexpr (k > 0) {
      up = state.now[k - 1][g];
      diagonal = state.then[k - 1][g];
    } else {
      up = hn::Load(d, state.row + at);
      diagonal = hn::Load(d, state.row + at - kLanes);
    }
    const Vector left = state.now[k][g];
    const Vector before = hn::Min(hn::Min(up, diagonal), left);
    const Vector made = cost(state, k, state.windows + at, before);
    state.then[k][g] = left;
    state.now[k][g] = made;
    if constexpr (k == kRows - 1) {
      hn::Store(made, d, state.row + at);
      state.least[g] = hn::Min(made, state.least[g]);
    }
  }
  template <int k>
  ESPY_INLINE void cells(State& state, std::int64_t column) {
    cell<k, 0>(state, column);
    cell<k, 1>(state, column);
  }

  ESPY_INLINE Vector cost(const State& state, int k, const Number* window, Vector before) {
    if constexpr (kAlone) return addSquare(state.query[k], hn::Load(d, window), before);
    const Vector apart = hn::Sub(state.query[k], hn::Load(d, window));
    Vector sum = hn::Mul(apart, apart);
    const Number* query = lanes_.query + state.top + k;
    for (std::int64_t c = 1; c < lanes_.channels; ++c) {
      query += lanes_.length;
      window += lanes_.length * kLanes;
      sum = addSquare(hn::Set(d, *query), hn::Load(d, window), sum);
    }
    return hn::Add(sum, before);
  }

  /// A step of rows `kFrom` to `kTo`, last row first, since it needs the previous cells of those
  /// above. (Unrolled by templates to keep `state` in registers.)
  template <int kFrom, int kTo>
  ESPY_INLINE void step(State& state, std::int64_t t) {
    if constexpr (kFrom <= kTo) {
      cells<kTo>(state, t - kTo);
      step<kFrom, kTo - 1>(state, t);
    }
  }
  static_assert(kRows == 4 && kRegisters == 2);
  ESPY_INLINE void fullStep(State& state, std::int64_t t) { step<0, 3>(state, t); }

  /// A row outside the band or the table.
  template <int k>
  ESPY_INLINE void outside(State& state, Number value) {
    outsideOf<k, 0>(state, value);
    outsideOf<k, 1>(state, value);
  }
  template <int k, int g>
  ESPY_INLINE void outsideOf(State& state, Number value) {
    const Vector left = state.now[k][g];
    state.then[k][g] = left;
    state.now[k][g] = hn::Set(d, value);
  }

  /// Steps near the table's sides, which check each row against the band.
  HWY_NOINLINE void sideSteps(State& state, std::int64_t from, std::int64_t to) {
    for (std::int64_t t = from; t < to; ++t) {
      sideStep<3>(state, t);
      sideStep<2>(state, t);
      sideStep<1>(state, t);
      sideStep<0>(state, t);
    }
  }
  template <int k>
  ESPY_INLINE void sideStep(State& state, std::int64_t t) {
    const std::int64_t i = state.top + k;
    const std::int64_t j = t - k;
    if (i >= 0 && j >= 0 && j <= last_ && j >= i - lanes_.band && j <= i + lanes_.band) {
      cells<k>(state, j);
    } else {
      outside<k>(state, i == -1 && j == -1 ? Number{0} : kNoPath);
    }
  }

  ESPY_INLINE void begin(State& state, std::int64_t top) const {
    state.windows = windows_;
    state.row = row_;
    state.top = top;
    beginRow<0>(state);
    beginRow<1>(state);
    beginRow<2>(state);
    beginRow<3>(state);
    state.least[0] = hn::Set(d, kNoPath);
    state.least[1] = hn::Set(d, kNoPath);
  }
  template <int k>
  ESPY_INLINE void beginRow(State& state) const {
    const std::int64_t i = state.top + k;
    state.query[k] = hn::Set(d, i >= 0 ? lanes_.query[i] : Number{0});
    state.now[k][0] = state.now[k][1] = hn::Set(d, kNoPath);
    state.then[k][0] = state.then[k][1] = hn::Set(d, kNoPath);
  }

  /// Whether a path may still end within its limit.
  bool strip(std::int64_t top) {
    const std::int64_t band = lanes_.band;
    const bool inner =
        top > 0 && top - band >= 0 && top + kRows - 1 + band <= last_ && band >= kRows - 1;
    return inner ? innerStrip(top) : sideStrip(top);
  }

  bool sideStrip(std::int64_t top) {
    State state;
    begin(state, top);
    const std::int64_t band = lanes_.band;
    const std::int64_t first = top < 0 ? -1 : std::max<std::int64_t>(0, top - band);
    const std::int64_t end = std::min(last_, top + kRows - 1 + band) + kRows;
    const std::int64_t fullFrom = std::max<std::int64_t>(0, top + kRows - 1 - band) + kRows - 1;
    const std::int64_t fullTo = std::min(last_, top + band);
    if (top < 0 || fullFrom > fullTo) {
      sideSteps(state, first, end);
    } else {
      sideSteps(state, first, fullFrom);
      fullSteps(state, fullFrom, fullTo);
      sideSteps(state, fullTo + 1, end);
    }
    return isWithin(state);
  }

  /// Works on a copy whose address is not taken, so that it stays in registers.
  ESPY_INLINE void fullSteps(State& state, std::int64_t from, std::int64_t to) {
    State own = state;
    for (std::int64_t t = from; t <= to; ++t) fullStep(own, t);
    state = own;
  }

  /// A strip whose columns all lie in the table: rows enter and leave the band every second step.
  bool innerStrip(std::int64_t top) {
    State state;
    begin(state, top);
    const std::int64_t from = top - lanes_.band;
    const std::int64_t fullTo = top + lanes_.band;
    step<0, 0>(state, from);
    step<0, 0>(state, from + 1);
    step<0, 1>(state, from + 2);
    step<0, 1>(state, from + 3);
    step<0, 2>(state, from + 4);
    step<0, 2>(state, from + 5);
    for (std::int64_t t = from + kEdge; t <= fullTo; ++t) fullStep(state, t);
    step<1, 3>(state, fullTo + 1);
    outside<0>(state, kNoPath);
    step<1, 3>(state, fullTo + 2);
    step<2, 3>(state, fullTo + 3);
    outside<1>(state, kNoPath);
    step<2, 3>(state, fullTo + 4);
    step<3, 3>(state, fullTo + 5);
    outside<2>(state, kNoPath);
    step<3, 3>(state, fullTo + 6);
    return isWithin(state);
  }

  ESPY_INLINE bool isWithin(const State& state) const {
    return isWithin(state.least[0], state.top, 0) || isWithin(state.least[1], state.top, kRegister);
  }
  ESPY_INLINE bool isWithin(Vector least, std::int64_t top, std::int64_t lane) const {
    if (rests_ != nullptr) {
      const std::int64_t rest = (top + kRows - 1) / kRows * kLanes;
      least = hn::Add(least, hn::Load(d, rests_ + rest + lane));
    }
    return !hn::AllFalse(d, hn::Le(least, hn::Load(d, limits_ + lane)));
  }

  const Lanes& lanes_;
  const Number* windows_;
  const Number* limits_;
  const Number* rests_;
  Number* row_;
  std::int64_t last_;
};

template <bool kAlone, class Number>
void goThrough(const WarpLanes<Number>& lanes, Number* sums) {
  using Part = Strips<Number, kAlone>;
  for (std::int64_t lane = 0; lane < WarpLanes<Number>::kLanes; lane += Part::kTogether) {
    Part(lanes, lane).run(sums + lane);
  }
}
void warpFloats(const WarpLanes<float>& lanes, float* sums) {
  lanes.channels == 1 ? goThrough<true>(lanes, sums) : goThrough<false>(lanes, sums);
}
void warpDoubles(const WarpLanes<double>& lanes, double* sums) {
  lanes.channels == 1 ? goThrough<true>(lanes, sums) : goThrough<false>(lanes, sums);
}

/// Transposes 4 x 4 floats or 2 x 2 doubles.
template <class D>
ESPY_INLINE void turn(D d, const float* rows, std::int64_t pitch, std::int64_t lanes, float* to) {
  const hn::Repartition<double, D> pairs;
  const auto a = hn::LoadU(d, rows);
  const auto b = hn::LoadU(d, rows + pitch);
  const auto c = hn::LoadU(d, rows + 2 * pitch);
  const auto e = hn::LoadU(d, rows + 3 * pitch);
  const auto lowLeft = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
  const auto lowRight = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
  const auto highLeft = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
  const auto highRight = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
  hn::Store(hn::BitCast(d, hn::InterleaveLower(pairs, lowLeft, lowRight)), d, to);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(pairs, lowLeft, lowRight)), d, to + lanes);
  hn::Store(hn::BitCast(d, hn::InterleaveLower(pairs, highLeft, highRight)), d, to + 2 * lanes);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(pairs, highLeft, highRight)), d, to + 3 * lanes);
}
template <class D>
ESPY_INLINE void turn(D d, const double* rows, std::int64_t pitch, std::int64_t lanes, double* to) {
  const auto a = hn::LoadU(d, rows);
  const auto b = hn::LoadU(d, rows + pitch);
  hn::Store(hn::InterleaveLower(d, a, b), d, to);
  hn::Store(hn::InterleaveUpper(d, a, b), d, to + lanes);
}

/// In blocks that stay in cache.
template <class Number>
void transpose(const Number* rows, std::int64_t pitch, std::int64_t length, Number* windows) {
  constexpr std::int64_t kLanes = WarpLanes<Number>::kLanes;
  constexpr std::int64_t kAtOnce = 64 / sizeof(Number);
  constexpr std::int64_t kSide = 16 / sizeof(Number);
  const hn::FixedTag<Number, kSide> d;
  std::int64_t from = 0;
  for (; from + kAtOnce <= length; from += kAtOnce) {
    for (std::int64_t l = 0; l < kLanes; l += kSide) {
      for (std::int64_t k = from; k < from + kAtOnce; k += kSide) {
        turn(d, rows + l * pitch + k, pitch, kLanes, windows + k * kLanes + l);
      }
    }
  }
  for (std::int64_t l = 0; l < kLanes; ++l) {
    for (std::int64_t k = from; k < length; ++k) windows[k * kLanes + l] = rows[l * pitch + k];
  }
}
void transposeFloats(const float* rows, std::int64_t pitch, std::int64_t length, float* windows) {
  transpose(rows, pitch, length, windows);
}
void transposeDoubles(const double* rows, std::int64_t pitch, std::int64_t length,
                      double* windows) {
  transpose(rows, pitch, length, windows);
}

}  // namespace
}  // namespace espy::signal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::signal {
namespace {

ESPY_SIMD_TABLE(warpFloats);
ESPY_SIMD_TABLE(warpDoubles);
ESPY_SIMD_TABLE(transposeFloats);
ESPY_SIMD_TABLE(transposeDoubles);

}  // namespace

void transposeToLanes(const float* rows, std::int64_t pitch, std::int64_t length, float* windows) {
  ESPY_SIMD_CALL(transposeFloats)(rows, pitch, length, windows);
}
void transposeToLanes(const double* rows, std::int64_t pitch, std::int64_t length,
                      double* windows) {
  ESPY_SIMD_CALL(transposeDoubles)(rows, pitch, length, windows);
}

template <>
void WarpLanes<float>::run(float* sums) const {
  ESPY_SIMD_CALL(warpFloats)(*this, sums);
}
template <>
void WarpLanes<double>::run(double* sums) const {
  ESPY_SIMD_CALL(warpDoubles)(*this, sums);
}

}  // namespace espy::signal
#endif  // HWY_ONCE
