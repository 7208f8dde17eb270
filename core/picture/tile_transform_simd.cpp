// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/tile_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "picture/tile_transform_simd.cpp"
#include "base/simd.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
#include "picture/butterflies-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espy::picture::HWY_NAMESPACE {
namespace {

/// Transposes the square within each 128-bit block; a square has as many rows as a block has lanes.
HWY_INLINE void transposeInBlocks(Vector<float>* rows) {
  const Wide<float> d;
  const hn::Repartition<double, decltype(d)> d64;
  const auto pairs = [&](Vector<float> v) HWY_ATTR { return hn::BitCast(d64, v); };
  const auto t0 = hn::InterleaveLower(d, rows[0], rows[1]);
  const auto t1 = hn::InterleaveLower(d, rows[2], rows[3]);
  const auto t2 = hn::InterleaveUpper(d, rows[0], rows[1]);
  const auto t3 = hn::InterleaveUpper(d, rows[2], rows[3]);
  rows[0] = hn::BitCast(d, hn::InterleaveLower(d64, pairs(t0), pairs(t1)));
  rows[1] = hn::BitCast(d, hn::InterleaveUpper(d64, pairs(t0), pairs(t1)));
  rows[2] = hn::BitCast(d, hn::InterleaveLower(d64, pairs(t2), pairs(t3)));
  rows[3] = hn::BitCast(d, hn::InterleaveUpper(d64, pairs(t2), pairs(t3)));
}
HWY_INLINE void transposeInBlocks(Vector<double>* rows) {
  const Wide<double> d;
  const auto first = hn::InterleaveLower(d, rows[0], rows[1]);
  rows[1] = hn::InterleaveUpper(d, rows[0], rows[1]);
  rows[0] = first;
}

/// Swaps the odd 128-bit blocks of `a` with the even ones of `b`.
template <class D, class V>
HWY_INLINE void exchangeBlocks(D d, V& a, V& b) {
#if HWY_MAX_BYTES == 64
  const V first = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
  b = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
  (void)d;
#else
  const V first = hn::ConcatLowerLower(d, b, a);
  b = hn::ConcatUpperUpper(d, b, a);
#endif
  a = first;
}

/// to[c][r] = from[r][c] for a square of as many rows as a vector has lanes.
template <class Real>
HWY_INLINE void transposeSquare(const Real* from, std::int64_t fromPitch, Real* to,
                                std::int64_t toPitch) {
  const Wide<Real> d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide<Real>()));
  constexpr int kInBlock = 16 / static_cast<int>(sizeof(Real));
  Vector<Real> rows[kLanes];
  for (int r = 0; r < kLanes; ++r) rows[r] = hn::LoadU(d, from + r * fromPitch);
  for (int r = 0; r < kLanes; r += kInBlock) transposeInBlocks(rows + r);
#if HWY_MAX_BYTES >= 32
  for (int r = 0; r < kLanes; ++r) {
    if ((r & kInBlock) == 0) exchangeBlocks(d, rows[r], rows[r + kInBlock]);
  }
#endif
#if HWY_MAX_BYTES >= 64
  for (int r = 0; r < kLanes / 2; ++r) {
    const auto first = hn::ConcatLowerLower(d, rows[r + kLanes / 2], rows[r]);
    rows[r + kLanes / 2] = hn::ConcatUpperUpper(d, rows[r + kLanes / 2], rows[r]);
    rows[r] = first;
  }
#endif
  for (int r = 0; r < kLanes; ++r) hn::StoreU(rows[r], d, to + r * toPitch);
}

/// Transposes a 16 x 16 square.
template <class Real>
HWY_INLINE void transposeSixteen(const Real* from, Real* to) {
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide<Real>()));
  for (int r = 0; r < kStripColumns; r += kLanes) {
    for (int c = 0; c < kStripColumns; c += kLanes) {
      transposeSquare(from + r * kStripColumns + c, kStripColumns, to + c * kStripColumns + r,
                      kStripColumns);
    }
  }
}

/// Multiplies each row r >= `first` of a strip by exp(-i angle), or for the inverse by exp(i
/// angle).
template <bool kBack, class Real>
HWY_INLINE void turnRows(const Strip<Real>& strip, int first, int rows, int c,
                         const LineTwiddles<Real>& line, int allRows) {
  const Wide<Real> d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide<Real>()));
  const std::int64_t start = std::int64_t{c} / kStripColumns * allRows;
  for (int r = first; r < first + rows; ++r) {
    const auto startC = hn::Set(d, line.starts.real[static_cast<std::size_t>(start + r)]);
    const auto startS = hn::Set(d, line.starts.imaginary[static_cast<std::size_t>(start + r)]);
    for (int v = 0; v < kStripColumns; v += kLanes) {
      const std::int64_t i = std::int64_t{r} * kStripColumns + v;
      const auto columnC = hn::LoadU(d, line.columns.real.data() + i);
      const auto columnS = hn::LoadU(d, line.columns.imaginary.data() + i);
      const auto cosine = hn::MulSub(columnC, startC, hn::Mul(columnS, startS));
      const auto sine = hn::MulAdd(columnC, startS, hn::Mul(columnS, startC));
      const auto x = hn::LoadU(d, strip.real + i);
      const auto y = hn::LoadU(d, strip.imaginary + i);
      const auto crossX = hn::Mul(y, sine);
      const auto crossY = hn::Mul(x, sine);
      hn::StoreU(kBack ? hn::MulSub(x, cosine, crossX) : hn::MulAdd(x, cosine, crossX), d,
                 strip.real + i);
      hn::StoreU(kBack ? hn::MulAdd(y, cosine, crossY) : hn::MulSub(y, cosine, crossY), d,
                 strip.imaginary + i);
    }
  }
}

/// Empty callback for finished or unread rows.
struct Nothing {
  void operator()(int /*first*/, int /*rows*/) const {}
};

/// Column transform of the tile; each column becomes a row of the spectrum.
template <class Real>
HWY_INLINE void downAndTranspose(const Planes<Real>& tile, const Strips<Real>& spectrum,
                                 const Strip<Real>& scratch, const Tables<Real>& tables,
                                 const Control& control) {
  for (int c = 0; c < tile.columns; c += kStripColumns) {
    control.check();
    auto transposeOut = [&](int first, int rows) HWY_ATTR {
      if (tables.line != nullptr) {
        turnRows<false>(scratch, first, rows, c, *tables.line, tile.rows);
      }
      for (int r = first; r < first + rows; r += kStripColumns) {
        const std::int64_t to = r / kStripColumns * spectrum.stripSize() + c * kStripColumns;
        transposeSixteen(scratch.real + r * kStripColumns, spectrum.real + to);
        transposeSixteen(scratch.imaginary + r * kStripColumns, spectrum.imaginary + to);
      }
    };
    columnsToFrequencies<Real>({tile.real + c, tile.imaginary + c, tile.columns}, scratch,
                               tile.rows, tables.down, transposeOut);
  }
}

/// Inverse column transform: each of the first `columns` rows of the spectrum becomes a column of
/// the tile.
template <class Real>
HWY_INLINE void transposeAndDown(const Strips<Real>& spectrum, const Planes<Real>& tile,
                                 int columns, const Strip<Real>& scratch,
                                 const Tables<Real>& tables, const Control& control) {
  for (int c = 0; c < columns; c += kStripColumns) {
    control.check();
    auto transposeIn = [&](int first, int rows) HWY_ATTR {
      for (int r = first; r < first + rows; r += kStripColumns) {
        const std::int64_t from = r / kStripColumns * spectrum.stripSize() + c * kStripColumns;
        transposeSixteen(spectrum.real + from, scratch.real + r * kStripColumns);
        transposeSixteen(spectrum.imaginary + from, scratch.imaginary + r * kStripColumns);
      }
      if (tables.line != nullptr) {
        turnRows<true>(scratch, first, rows, c, *tables.line, tile.rows);
      }
    };
    columnsFromFrequencies<Real>(scratch, {tile.real + c, tile.imaginary + c, tile.columns},
                                 tile.rows, tables.down, transposeIn);
  }
}

/// a * conjugate(b) at index `at`.
template <class Real>
HWY_INLINE Complex<Real> product(const SpectraPair<Real>& pair, std::int64_t at) {
  const Wide<Real> d;
  const auto aR = hn::LoadU(d, pair.a->real.data() + at);
  const auto aI = hn::LoadU(d, pair.a->imaginary.data() + at);
  const auto bR = hn::LoadU(d, pair.b->real.data() + at);
  const auto bI = hn::LoadU(d, pair.b->imaginary.data() + at);
  return {hn::MulAdd(aR, bR, hn::Mul(aI, bI)), hn::MulSub(aI, bR, hn::Mul(aR, bI))};
}

template <class Real>
HWY_INLINE Vector<Real> magnitudes(const Complex<Real>& value) {
  return hn::Add(hn::Abs(value.re), hn::Abs(value.im));
}

template <class Real>
HWY_INLINE double sumOfLanes(Vector<Real> lanes) {
  const Wide<Real> d;
  return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, lanes)));
}

template <class Real>
HWY_INLINE void forwardBody(const Planes<Real>& tile, const Strips<Real>& spectrum,
                            const Strip<Real>& scratch, const Tables<Real>& tables,
                            const Control& control) {
  downAndTranspose(tile, spectrum, scratch, tables, control);
  Nothing nothing;
  for (int c = 0; c < spectrum.columns; c += kStripColumns) {
    control.check();
    const Strip<Real> strip = spectrum.strip(c);
    columnsToFrequencies(strip, strip, spectrum.rows, tables.along, nothing);
  }
}

template <class Real>
HWY_INLINE void inverseBody(const Strips<Real>& spectrum, const Planes<Real>& tile, int columns,
                            const Strip<Real>& scratch, const Tables<Real>& tables,
                            const Control& control) {
  Nothing nothing;
  for (int c = 0; c < spectrum.columns; c += kStripColumns) {
    control.check();
    const Strip<Real> strip = spectrum.strip(c);
    columnsFromFrequencies(strip, strip, spectrum.rows, tables.along, nothing);
  }
  transposeAndDown(spectrum, tile, columns, scratch, tables, control);
}

template <class Real>
HWY_INLINE double correlateBody(std::span<const SpectraPair<Real>> pairs, const Strips<Real>& spare,
                                const Planes<Real>& tile, int columns, const Strip<Real>& scratch,
                                const Tables<Real>& tables, const Control& control) {
  const Wide<Real> d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide<Real>()));
  double sum = 0;
  for (int c = 0; c < spare.columns; c += kStripColumns) {
    control.check();
    const Strip<Real> strip = spare.strip(c);
    const std::int64_t at = std::int64_t{c} * spare.rows;
    auto total = hn::Zero(d);
    auto multiply = [&](int first, int rows) HWY_ATTR {
      for (std::int64_t i = std::int64_t{first} * kStripColumns;
           i < std::int64_t{first + rows} * kStripColumns; i += kLanes) {
        Complex<Real> number = product(pairs[0], at + i);
        for (std::size_t p = 1; p < pairs.size(); ++p) {
          const Complex<Real> other = product(pairs[p], at + i);
          number = {hn::Add(number.re, other.re), hn::Add(number.im, other.im)};
        }
        total = hn::Add(total, magnitudes(number));
        storeComplex(number, {strip.real + i, strip.imaginary + i});
      }
    };
    columnsFromFrequencies(strip, strip, spare.rows, tables.along, multiply);
    sum += sumOfLanes<Real>(total);
  }
  transposeAndDown(spare, tile, columns, scratch, tables, control);
  return sum;
}

template <class Real>
HWY_INLINE void addBody(const SpectraPair<Real>& pair, std::int64_t numbers, bool begins,
                        ComplexTile<Real>& sum) {
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide<Real>()));
  for (std::int64_t i = 0; i < numbers; i += kLanes) {
    const Strip<Real> at{sum.real.data() + i, sum.imaginary.data() + i};
    const Complex<Real> added = product(pair, i);
    if (begins) {
      storeComplex(added, at);
    } else {
      const Complex<Real> before = loadComplex(at);
      storeComplex<Real>({hn::Add(before.re, added.re), hn::Add(before.im, added.im)}, at);
    }
  }
}

template <class Real>
HWY_INLINE double magnitudesBody(const Real* real, const Real* imaginary, std::int64_t numbers) {
  constexpr std::int64_t kTogether = 16384;  // limits the rounding error of the partial sums
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide<Real>()));
  const Wide<Real> d;
  double sum = 0;
  for (std::int64_t first = 0; first < numbers; first += kTogether) {
    auto total = hn::Zero(d);
    for (std::int64_t i = first; i < first + kTogether && i < numbers; i += kLanes) {
      const Complex<Real> number{hn::LoadU(d, real + i), hn::LoadU(d, imaginary + i)};
      total = hn::Add(total, magnitudes(number));
    }
    sum += sumOfLanes<Real>(total);
  }
  return sum;
}

// Dispatch tables need functions, not templates.
#define ESPY_FOR(Real, Name)                                                                  \
  void forward##Name(const Planes<Real>& tile, const Strips<Real>& spectrum,                  \
                     const Strip<Real>& scratch, const Tables<Real>& tables,                  \
                     const Control& control) {                                                \
    forwardBody(tile, spectrum, scratch, tables, control);                                    \
  }                                                                                           \
  void inverse##Name(const Strips<Real>& spectrum, const Planes<Real>& tile, int columns,     \
                     const Strip<Real>& scratch, const Tables<Real>& tables,                  \
                     const Control& control) {                                                \
    inverseBody(spectrum, tile, columns, scratch, tables, control);                           \
  }                                                                                           \
  double correlate##Name(std::span<const SpectraPair<Real>> pairs, const Strips<Real>& spare, \
                         const Planes<Real>& tile, int columns, const Strip<Real>& scratch,   \
                         const Tables<Real>& tables, const Control& control) {                \
    return correlateBody(pairs, spare, tile, columns, scratch, tables, control);              \
  }                                                                                           \
  void add##Name(const SpectraPair<Real>& pair, std::int64_t numbers, bool begins,            \
                 ComplexTile<Real>& sum) {                                                    \
    addBody(pair, numbers, begins, sum);                                                      \
  }                                                                                           \
  double magnitudes##Name(const Real* real, const Real* imaginary, std::int64_t numbers) {    \
    return magnitudesBody(real, imaginary, numbers);                                          \
  }
ESPY_FOR(float, Floats)
ESPY_FOR(double, Doubles)
#undef ESPY_FOR

}  // namespace
}  // namespace espy::picture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espy::picture {

#define ESPY_FOR(Real, Name)                                                                       \
  ESPY_SIMD_TABLE(forward##Name);                                                                  \
  ESPY_SIMD_TABLE(inverse##Name);                                                                  \
  ESPY_SIMD_TABLE(correlate##Name);                                                                \
  ESPY_SIMD_TABLE(add##Name);                                                                      \
  ESPY_SIMD_TABLE(magnitudes##Name);                                                               \
  template <>                                                                                      \
  void forwardTile(const Planes<Real>& tile, const Strips<Real>& spectrum,                         \
                   const Strip<Real>& scratch, const Tables<Real>& tables,                         \
                   const Control& control) {                                                       \
    ESPY_SIMD_CALL(forward##Name)(tile, spectrum, scratch, tables, control);                       \
  }                                                                                                \
  template <>                                                                                      \
  void inverseTile(const Strips<Real>& spectrum, const Planes<Real>& tile, int columns,            \
                   const Strip<Real>& scratch, const Tables<Real>& tables,                         \
                   const Control& control) {                                                       \
    ESPY_SIMD_CALL(inverse##Name)(spectrum, tile, columns, scratch, tables, control);              \
  }                                                                                                \
  template <>                                                                                      \
  double correlateTile(std::span<const SpectraPair<Real>> pairs, const Strips<Real>& spare,        \
                       const Planes<Real>& tile, int columns, const Strip<Real>& scratch,          \
                       const Tables<Real>& tables, const Control& control) {                       \
    return ESPY_SIMD_CALL(correlate##Name)(pairs, spare, tile, columns, scratch, tables, control); \
  }                                                                                                \
  template <>                                                                                      \
  void addSpectra(const SpectraPair<Real>& pair, std::int64_t numbers, bool begins,                \
                  ComplexTile<Real>& sum) {                                                        \
    ESPY_SIMD_CALL(add##Name)(pair, numbers, begins, sum);                                         \
  }                                                                                                \
  template <>                                                                                      \
  double sumMagnitudes(const ComplexTile<Real>& tile, std::int64_t numbers) {                      \
    return ESPY_SIMD_CALL(magnitudes##Name)(tile.real.data(), tile.imaginary.data(), numbers);     \
  }
ESPY_FOR(float, Floats)
ESPY_FOR(double, Doubles)
#undef ESPY_FOR

}  // namespace espy::picture
#endif  // HWY_ONCE
