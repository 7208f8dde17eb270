// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// FFT down the columns of strips. Included once per SIMD target.
#if defined(ESPY_PICTURE_BUTTERFLIES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPY_PICTURE_BUTTERFLIES_INL_H
#undef ESPY_PICTURE_BUTTERFLIES_INL_H
#else
#define ESPY_PICTURE_BUTTERFLIES_INL_H
#endif

#include <bit>
#include <cstdint>
#include <numbers>

#include "hwy/highway.h"
#include "picture/tile_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace espy::picture::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// As wide as the level's vectors; a row of a strip has one or more.
template <class Real>
using Wide = hn::CappedTag<Real, kStripColumns>;
template <class Real>
using Vector = hn::Vec<Wide<Real>>;

template <class Real>
struct Complex {
  Vector<Real> re;
  Vector<Real> im;
};

template <class Real>
HWY_INLINE Complex<Real> loadComplex(const Strip<Real>& at) {
  const Wide<Real> d;
  return {hn::LoadU(d, at.real), hn::LoadU(d, at.imaginary)};
}
template <class Real>
HWY_INLINE void storeComplex(const Complex<Real>& value, const Strip<Real>& at) {
  const Wide<Real> d;
  hn::StoreU(value.re, d, at.real);
  hn::StoreU(value.im, d, at.imaginary);
}
template <class Real>
HWY_INLINE Complex<Real> sum(const Complex<Real>& a, const Complex<Real>& b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class Real>
HWY_INLINE Complex<Real> difference(const Complex<Real>& a, const Complex<Real>& b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
/// i (a - b)
template <class Real>
HWY_INLINE Complex<Real> turnedDifference(const Complex<Real>& a, const Complex<Real>& b) {
  return {hn::Sub(b.im, a.im), hn::Sub(a.re, b.re)};
}

/// Twiddle factor: multiplies by exp(-i angle) forwards, by exp(i angle) backwards.
template <class Real>
struct Factor {
  Vector<Real> cosine;
  Vector<Real> sine;

  HWY_INLINE Factor(const Twiddles<Real>& table, std::int64_t k)
      : cosine(hn::Set(Wide<Real>(), table.cosine[k])),
        sine(hn::Set(Wide<Real>(), table.sine[k])) {}

  template <bool kBack>
  HWY_INLINE Complex<Real> times(const Complex<Real>& value) const {
    if constexpr (kBack) {
      return {hn::MulSub(value.re, cosine, hn::Mul(value.im, sine)),
              hn::MulAdd(value.im, cosine, hn::Mul(value.re, sine))};
    } else {
      return {hn::MulAdd(value.re, cosine, hn::Mul(value.im, sine)),
              hn::MulSub(value.im, cosine, hn::Mul(value.re, sine))};
    }
  }
};

/// Twiddle factors of rows 1, 2, ... of a butterfly; without `kTurned` all are 1 and skipped.
template <class Real, int kRows, bool kTurned>
struct Factors {
  HWY_INLINE Factors(const Twiddles<Real>& /*table*/, std::int64_t /*k*/) {}
  template <bool kBack>
  HWY_INLINE Complex<Real> times(int /*row*/, const Complex<Real>& value) const {
    return value;
  }
};
template <class Real>
struct Factors<Real, 4, true> {
  Factor<Real> one, two, three;
  HWY_INLINE Factors(const Twiddles<Real>& table, std::int64_t k)
      : one(table, k), two(table, 2 * k), three(table, 3 * k) {}
  template <bool kBack>
  HWY_INLINE Complex<Real> times(int row, const Complex<Real>& value) const {
    return (row == 1 ? one : row == 2 ? two : three).template times<kBack>(value);
  }
};
template <class Real>
struct Factors<Real, 3, true> {
  Factor<Real> one, two;
  HWY_INLINE Factors(const Twiddles<Real>& table, std::int64_t k)
      : one(table, k), two(table, 2 * k) {}
  template <bool kBack>
  HWY_INLINE Complex<Real> times(int row, const Complex<Real>& value) const {
    return (row == 1 ? one : two).template times<kBack>(value);
  }
};

/// Calls `step` for each vector of the strip's sixteen columns, with both strips offset to its
/// first column.
template <class Real, class Step>
HWY_INLINE void eachVector(const Strip<Real>& from, const Strip<Real>& to, const Step& step) {
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide<Real>()));
  for (int c = 0; c < kStripColumns; c += kLanes) {
    step({from.real + c, from.imaginary + c, from.pitch},
         {to.real + c, to.imaginary + c, to.pitch});
  }
}

/// Radix-4 butterfly of rows 0, `apart`, 2 `apart` and 3 `apart`. Forwards the factors are applied
/// to the results (decimation in frequency), backwards to the inputs.
template <bool kBack, class Real, bool kTurned>
HWY_INLINE void butterfly4(const Strip<Real>& from, const Strip<Real>& to, std::int64_t apart,
                           const Factors<Real, 4, kTurned>& factors) {
  eachVector(from, to, [&](const Strip<Real>& f, const Strip<Real>& t) HWY_ATTR {
    const Complex<Real> x0 = loadComplex(f);
    Complex<Real> x1 = loadComplex(f.from(apart));
    Complex<Real> x2 = loadComplex(f.from(2 * apart));
    Complex<Real> x3 = loadComplex(f.from(3 * apart));
    if constexpr (kBack) {
      x1 = factors.template times<true>(1, x1);
      x2 = factors.template times<true>(2, x2);
      x3 = factors.template times<true>(3, x3);
    }
    const Complex<Real> even = sum(x0, x2);
    const Complex<Real> odd = sum(x1, x3);
    const Complex<Real> off = difference(x0, x2);
    const Complex<Real> turned = kBack ? turnedDifference(x1, x3) : turnedDifference(x3, x1);
    storeComplex(sum(even, odd), t);
    if constexpr (kBack) {
      storeComplex(sum(off, turned), t.from(apart));
      storeComplex(difference(even, odd), t.from(2 * apart));
      storeComplex(difference(off, turned), t.from(3 * apart));
    } else {
      storeComplex(factors.template times<false>(1, sum(off, turned)), t.from(apart));
      storeComplex(factors.template times<false>(2, difference(even, odd)), t.from(2 * apart));
      storeComplex(factors.template times<false>(3, difference(off, turned)), t.from(3 * apart));
    }
  });
}

/// Radix-3 butterfly.
template <bool kBack, class Real, bool kTurned>
HWY_INLINE void butterfly3(const Strip<Real>& from, const Strip<Real>& to, std::int64_t apart,
                           const Factors<Real, 3, kTurned>& factors) {
  const auto third =
      hn::Set(Wide<Real>(), static_cast<Real>(std::numbers::sqrt3_v<long double> / 2));
  const auto half = hn::Set(Wide<Real>(), Real{0.5});
  eachVector(from, to, [&](const Strip<Real>& f, const Strip<Real>& t) HWY_ATTR {
    const Complex<Real> x0 = loadComplex(f);
    Complex<Real> x1 = loadComplex(f.from(apart));
    Complex<Real> x2 = loadComplex(f.from(2 * apart));
    if constexpr (kBack) {
      x1 = factors.template times<true>(1, x1);
      x2 = factors.template times<true>(2, x2);
    }
    const Complex<Real> both = sum(x1, x2);
    const Complex<Real> off{hn::NegMulAdd(both.re, half, x0.re),
                            hn::NegMulAdd(both.im, half, x0.im)};
    const Complex<Real> turn = kBack ? turnedDifference(x1, x2) : turnedDifference(x2, x1);
    const Complex<Real> one{hn::MulAdd(turn.re, third, off.re), hn::MulAdd(turn.im, third, off.im)};
    const Complex<Real> two{hn::NegMulAdd(turn.re, third, off.re),
                            hn::NegMulAdd(turn.im, third, off.im)};
    storeComplex(sum(x0, both), t);
    storeComplex(kBack ? one : factors.template times<false>(1, one), t.from(apart));
    storeComplex(kBack ? two : factors.template times<false>(2, two), t.from(2 * apart));
  });
}

/// Radix-2 butterfly of rows 0 and 1.
template <class Real>
HWY_INLINE void butterfly2(const Strip<Real>& at) {
  eachVector(at, at, [&](const Strip<Real>& f, const Strip<Real>& t) HWY_ATTR {
    const Complex<Real> x0 = loadComplex(f);
    const Complex<Real> x1 = loadComplex(f.from(1));
    storeComplex(sum(x0, x1), t);
    storeComplex(difference(x0, x1), t.from(1));
  });
}

/// All radix-4 butterflies of a block of `length` rows; `step` is the table's size / `length`.
template <bool kBack, class Real>
HWY_INLINE void pass4(const Strip<Real>& from, const Strip<Real>& to, int length, int step,
                      const Twiddles<Real>& table) {
  const int quarter = length / 4;
  butterfly4<kBack>(from, to, quarter, Factors<Real, 4, false>(table, 0));
  for (int j = 1; j < quarter; ++j) {
    butterfly4<kBack>(from.from(j), to.from(j), quarter,
                      Factors<Real, 4, true>(table, std::int64_t{j} * step));
  }
}
template <bool kBack, class Real>
HWY_NOINLINE void pass3(const Strip<Real>& from, const Strip<Real>& to, int length,
                        const Twiddles<Real>& table) {
  const int third = length / 3;
  butterfly3<kBack>(from, to, third, Factors<Real, 3, false>(table, 0));
  for (int j = 1; j < third; ++j) {
    butterfly3<kBack>(from.from(j), to.from(j), third, Factors<Real, 3, true>(table, j));
  }
}

/// Rows; blocks up to this size run all of their passes at once, in the L1 cache.
inline constexpr int kBlockRows = 64;

/// Transforms a block of at most `kBlockRows` rows (a power of two) in place.
template <class Real>
HWY_NOINLINE void blockToFrequencies(const Strip<Real>& strip, int length, int step,
                                     const Twiddles<Real>& table) {
  const int rows = length;
  for (; length >= 4; length /= 4, step *= 4) {
    for (int first = 0; first < rows; first += length) {
      pass4<false>(strip.from(first), strip.from(first), length, step, table);
    }
  }
  if (length < 2) return;
  for (int first = 0; first < rows; first += 2) butterfly2(strip.from(first));
}
template <class Real>
HWY_NOINLINE void blockFromFrequencies(const Strip<Real>& strip, int rows, int step,
                                       const Twiddles<Real>& table) {
  int length = 4;
  if (std::countr_zero(static_cast<unsigned>(rows)) % 2 != 0) {
    for (int first = 0; first < rows; first += 2) butterfly2(strip.from(first));
    length = 8;
  }
  for (; length <= rows; length *= 4) {
    for (int first = 0; first < rows; first += length) {
      pass4<true>(strip.from(first), strip.from(first), length, step * (rows / length), table);
    }
  }
}

/// Depth first, for locality: finishes a block's passes before the next block. Calls done(row,
/// rows) for each finished block of rows.
template <class Real, class Done>
void partToFrequencies(const Strip<Real>& strip, int first, int length, int step,
                       const Twiddles<Real>& table, Done& done) {
  if (length <= kBlockRows) {
    blockToFrequencies(strip.from(first), length, step, table);
    done(first, length);
    return;
  }
  pass4<false>(strip.from(first), strip.from(first), length, step, table);
  for (int q = 0; q < 4; ++q) {
    partToFrequencies(strip, first + q * (length / 4), length / 4, 4 * step, table, done);
  }
}
/// Calls begin(row, rows) before it reads a block of rows.
template <class Real, class Begin>
void partFromFrequencies(const Strip<Real>& strip, int first, int length, int step,
                         const Twiddles<Real>& table, Begin& begin) {
  if (length <= kBlockRows) {
    begin(first, length);
    blockFromFrequencies(strip.from(first), length, step, table);
    return;
  }
  for (int q = 0; q < 4; ++q) {
    partFromFrequencies(strip, first + q * (length / 4), length / 4, 4 * step, table, begin);
  }
  pass4<true>(strip.from(first), strip.from(first), length, step, table);
}

/// Transforms the sixteen columns of `from`, with `n` rows (a power of two from 16 on, or three
/// times one), to `strip`, which may be the same. Mixed radix: 3 first if n is divisible by it,
/// then 4, then 2 if one factor is left.
template <class Real, class Done>
HWY_INLINE void columnsToFrequencies(const Strip<Real>& from, const Strip<Real>& strip, int n,
                                     const Twiddles<Real>& table, Done& done) {
  if (n % 3 == 0) {
    pass3<false>(from, strip, n, table);
    for (int t = 0; t < 3; ++t) partToFrequencies(strip, t * (n / 3), n / 3, 3, table, done);
    return;
  }
  pass4<false>(from, strip, n, 1, table);
  if (n > kBlockRows) {
    for (int q = 0; q < 4; ++q) partToFrequencies(strip, q * (n / 4), n / 4, 4, table, done);
    return;
  }
  for (int q = 0; q < 4; ++q) blockToFrequencies(strip.from(q * (n / 4)), n / 4, 4, table);
  done(0, n);
}

/// The inverse, from `strip` to `to`, which may be the same.
template <class Real, class Begin>
HWY_INLINE void columnsFromFrequencies(const Strip<Real>& strip, const Strip<Real>& to, int n,
                                       const Twiddles<Real>& table, Begin& begin) {
  if (n % 3 == 0) {
    for (int t = 0; t < 3; ++t) partFromFrequencies(strip, t * (n / 3), n / 3, 3, table, begin);
    pass3<true>(strip, to, n, table);
    return;
  }
  if (n > kBlockRows) {
    for (int q = 0; q < 4; ++q) partFromFrequencies(strip, q * (n / 4), n / 4, 4, table, begin);
  } else {
    begin(0, n);
    for (int q = 0; q < 4; ++q) blockFromFrequencies(strip.from(q * (n / 4)), n / 4, 4, table);
  }
  pass4<true>(strip, to, n, 1, table);
}

}  // namespace espy::picture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
