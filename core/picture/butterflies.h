// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

/// The steps of Fourier transforms down sixteen columns at a time.
namespace espy::picture {

// Sixteen columns at a time go through all steps of their transforms in a buffer that stays in the
// nearest caches: a transform down the columns is the same work for every column, so its loops run
// over columns and become vector code. Transforms along rows are the same after a transposition.
constexpr int kLanes = 16;

#define ESPY_INLINE inline __attribute__((always_inline))

/// Neighbouring columns as one value: the compiler makes registers of it, however wide they are.
template <class Real>
struct Vector {
  static constexpr int kBytes = 64;
  using Type __attribute__((vector_size(kBytes), may_alias)) = Real;
};
template <class Real>
using Lanes = typename Vector<Real>::Type;
/// Of these a row of the buffer has so many.
template <class Real>
constexpr int kVectors = kLanes* static_cast<int>(sizeof(Real)) / 64;

template <class Real>
ESPY_INLINE Lanes<Real>* lanesAt(Real* at) {
  return reinterpret_cast<Lanes<Real>*>(at);
}
template <class Real>
ESPY_INLINE const Lanes<Real>* lanesAt(const Real* at) {
  return reinterpret_cast<const Lanes<Real>*>(at);
}

/// One real and one imaginary number in each of sixteen columns.
template <class Real>
struct Strip {
  Real* real;
  Real* imaginary;
};

/// Table[k] = exp(2 pi i k / n) as cos and sin.
template <class Real>
struct Twiddles {
  const Real* cosine;
  const Real* sine;
};

/// Four rows, `apart` rows from each other.
template <class Real>
struct FourRows {
  ESPY_INLINE FourRows(const Strip<Real>& at, std::int64_t apart) {
    for (int k = 0; k < 4; ++k) {
      real[k] = lanesAt(at.real) + k * apart * kVectors<Real>;
      imaginary[k] = lanesAt(at.imaginary) + k * apart * kVectors<Real>;
    }
  }

  Lanes<Real>* real[4];
  Lanes<Real>* imaginary[4];
};

/// One butterfly of four rows, `apart` rows from each other, going to frequencies: the factors come
/// after the sums.
template <class Real>
ESPY_INLINE void fourToFrequencies(const Strip<Real>& at, std::int64_t apart, Real c1, Real s1,
                                   Real c2, Real s2, Real c3, Real s3) {
  const FourRows<Real> rows(at, apart);
  const auto [r0, r1, r2, r3] = rows.real;
  const auto [i0, i1, i2, i3] = rows.imaginary;
  for (int l = 0; l < kVectors<Real>; ++l) {
    const Lanes<Real> evenR = r0[l] + r2[l];
    const Lanes<Real> evenI = i0[l] + i2[l];
    const Lanes<Real> offR = r0[l] - r2[l];
    const Lanes<Real> offI = i0[l] - i2[l];
    const Lanes<Real> oddR = r1[l] + r3[l];
    const Lanes<Real> oddI = i1[l] + i3[l];
    const Lanes<Real> turnR = i1[l] - i3[l];  // -i (x1 - x3)
    const Lanes<Real> turnI = r3[l] - r1[l];
    r0[l] = evenR + oddR;
    i0[l] = evenI + oddI;
    const Lanes<Real> oneR = offR + turnR;
    const Lanes<Real> oneI = offI + turnI;
    const Lanes<Real> twoR = evenR - oddR;
    const Lanes<Real> twoI = evenI - oddI;
    const Lanes<Real> threeR = offR - turnR;
    const Lanes<Real> threeI = offI - turnI;
    r1[l] = oneR * c1 + oneI * s1;  // times exp(-i angle)
    i1[l] = oneI * c1 - oneR * s1;
    r2[l] = twoR * c2 + twoI * s2;
    i2[l] = twoI * c2 - twoR * s2;
    r3[l] = threeR * c3 + threeI * s3;
    i3[l] = threeI * c3 - threeR * s3;
  }
}

/// The way back: the factors come before the sums.
template <class Real>
ESPY_INLINE void fourFromFrequencies(const Strip<Real>& at, std::int64_t apart, Real c1, Real s1,
                                     Real c2, Real s2, Real c3, Real s3) {
  const FourRows<Real> rows(at, apart);
  const auto [r0, r1, r2, r3] = rows.real;
  const auto [i0, i1, i2, i3] = rows.imaginary;
  for (int l = 0; l < kVectors<Real>; ++l) {
    const Lanes<Real> oneR = r1[l] * c1 - i1[l] * s1;
    const Lanes<Real> oneI = i1[l] * c1 + r1[l] * s1;
    const Lanes<Real> twoR = r2[l] * c2 - i2[l] * s2;
    const Lanes<Real> twoI = i2[l] * c2 + r2[l] * s2;
    const Lanes<Real> threeR = r3[l] * c3 - i3[l] * s3;
    const Lanes<Real> threeI = i3[l] * c3 + r3[l] * s3;
    const Lanes<Real> evenR = r0[l] + twoR;
    const Lanes<Real> evenI = i0[l] + twoI;
    const Lanes<Real> offR = r0[l] - twoR;
    const Lanes<Real> offI = i0[l] - twoI;
    const Lanes<Real> oddR = oneR + threeR;
    const Lanes<Real> oddI = oneI + threeI;
    const Lanes<Real> turnR = threeI - oneI;  // i (y1 - y3)
    const Lanes<Real> turnI = oneR - threeR;
    r0[l] = evenR + oddR;
    i0[l] = evenI + oddI;
    r1[l] = offR + turnR;
    i1[l] = offI + turnI;
    r2[l] = evenR - oddR;
    i2[l] = evenI - oddI;
    r3[l] = offR - turnR;
    i3[l] = offI - turnI;
  }
}

/// Three rows, `apart` rows from each other.
template <class Real>
struct ThreeRows {
  ESPY_INLINE ThreeRows(const Strip<Real>& at, std::int64_t apart) {
    for (int k = 0; k < 3; ++k) {
      real[k] = lanesAt(at.real) + k * apart * kVectors<Real>;
      imaginary[k] = lanesAt(at.imaginary) + k * apart * kVectors<Real>;
    }
  }

  Lanes<Real>* real[3];
  Lanes<Real>* imaginary[3];
};

/// The sine of a third of the circle.
template <class Real>
constexpr Real kThird = static_cast<Real>(std::numbers::sqrt3_v<long double> / 2);

template <class Real>
ESPY_INLINE void threeToFrequencies(const Strip<Real>& at, std::int64_t apart, Real c1, Real s1,
                                    Real c2, Real s2) {
  const ThreeRows<Real> rows(at, apart);
  const auto [r0, r1, r2] = rows.real;
  const auto [i0, i1, i2] = rows.imaginary;
  for (int l = 0; l < kVectors<Real>; ++l) {
    const Lanes<Real> bothR = r1[l] + r2[l];
    const Lanes<Real> bothI = i1[l] + i2[l];
    const Lanes<Real> turnR = (i1[l] - i2[l]) * kThird<Real>;  // -i (x1 - x2) sine
    const Lanes<Real> turnI = (r2[l] - r1[l]) * kThird<Real>;
    const Lanes<Real> offR = r0[l] - bothR * Real{0.5};
    const Lanes<Real> offI = i0[l] - bothI * Real{0.5};
    r0[l] += bothR;
    i0[l] += bothI;
    const Lanes<Real> oneR = offR + turnR;
    const Lanes<Real> oneI = offI + turnI;
    const Lanes<Real> twoR = offR - turnR;
    const Lanes<Real> twoI = offI - turnI;
    r1[l] = oneR * c1 + oneI * s1;  // times exp(-i angle)
    i1[l] = oneI * c1 - oneR * s1;
    r2[l] = twoR * c2 + twoI * s2;
    i2[l] = twoI * c2 - twoR * s2;
  }
}

template <class Real>
ESPY_INLINE void threeFromFrequencies(const Strip<Real>& at, std::int64_t apart, Real c1, Real s1,
                                      Real c2, Real s2) {
  const ThreeRows<Real> rows(at, apart);
  const auto [r0, r1, r2] = rows.real;
  const auto [i0, i1, i2] = rows.imaginary;
  for (int l = 0; l < kVectors<Real>; ++l) {
    const Lanes<Real> oneR = r1[l] * c1 - i1[l] * s1;
    const Lanes<Real> oneI = i1[l] * c1 + r1[l] * s1;
    const Lanes<Real> twoR = r2[l] * c2 - i2[l] * s2;
    const Lanes<Real> twoI = i2[l] * c2 + r2[l] * s2;
    const Lanes<Real> bothR = oneR + twoR;
    const Lanes<Real> bothI = oneI + twoI;
    const Lanes<Real> turnR = (twoI - oneI) * kThird<Real>;  // i (y1 - y2) sine
    const Lanes<Real> turnI = (oneR - twoR) * kThird<Real>;
    const Lanes<Real> offR = r0[l] - bothR * Real{0.5};
    const Lanes<Real> offI = i0[l] - bothI * Real{0.5};
    r0[l] += bothR;
    i0[l] += bothI;
    r1[l] = offR + turnR;
    i1[l] = offI + turnI;
    r2[l] = offR - turnR;
    i2[l] = offI - turnI;
  }
}

/// Sum and difference of two rows.
template <class Real>
ESPY_INLINE void two(const Strip<Real>& at, std::int64_t apart) {
  for (Lanes<Real>* a : {lanesAt(at.real), lanesAt(at.imaginary)}) {
    Lanes<Real>* b = a + apart * kVectors<Real>;
    for (int l = 0; l < kVectors<Real>; ++l) {
      const Lanes<Real> sum = a[l] + b[l];
      b[l] = a[l] - b[l];
      a[l] = sum;
    }
  }
}

/// Transforms sixteen columns of `n` rows in place: threes first where n is divisible by three,
/// then fours, from the widest butterfly to the narrowest, and twos at last where there is one
/// left.
template <class Real>
ESPY_INLINE void columnsToFrequencies(const Strip<Real>& strip, int n,
                                      const Twiddles<Real>& table) {
  int length = n;
  if (n % 3 == 0) {
    length = n / 3;
    for (int j = 0; j < length; ++j) {
      threeToFrequencies<Real>({strip.real + j * kLanes, strip.imaginary + j * kLanes}, length,
                               table.cosine[j], table.sine[j], table.cosine[2 * j],
                               table.sine[2 * j]);
    }
  }
  for (; length >= 4; length /= 4) {
    const int quarter = length / 4;
    const int step = n / length;
    for (int j = 0; j < quarter; ++j) {
      const int k = j * step;
      for (int first = j; first < n; first += length) {
        fourToFrequencies<Real>({strip.real + first * kLanes, strip.imaginary + first * kLanes},
                                quarter, table.cosine[k], table.sine[k], table.cosine[2 * k],
                                table.sine[2 * k], table.cosine[3 * k], table.sine[3 * k]);
      }
    }
  }
  if (length == 2) {
    for (int first = 0; first < n; first += 2) {
      two<Real>({strip.real + first * kLanes, strip.imaginary + first * kLanes}, 1);
    }
  }
}

template <class Real>
ESPY_INLINE void columnsFromFrequencies(const Strip<Real>& strip, int n,
                                        const Twiddles<Real>& table) {
  int length = 4;
  const int power = n % 3 == 0 ? n / 3 : n;
  if (std::countr_zero(static_cast<unsigned>(power)) % 2 != 0) {
    for (int first = 0; first < n; first += 2) {
      two<Real>({strip.real + first * kLanes, strip.imaginary + first * kLanes}, 1);
    }
    length = 8;
  }
  for (; length <= power; length *= 4) {
    const int quarter = length / 4;
    const int step = n / length;
    for (int j = 0; j < quarter; ++j) {
      const int k = j * step;
      for (int first = j; first < n; first += length) {
        fourFromFrequencies<Real>({strip.real + first * kLanes, strip.imaginary + first * kLanes},
                                  quarter, table.cosine[k], table.sine[k], table.cosine[2 * k],
                                  table.sine[2 * k], table.cosine[3 * k], table.sine[3 * k]);
      }
    }
  }
  if (power == n) return;
  for (int j = 0; j < power; ++j) {
    threeFromFrequencies<Real>({strip.real + j * kLanes, strip.imaginary + j * kLanes}, power,
                               table.cosine[j], table.sine[j], table.cosine[2 * j],
                               table.sine[2 * j]);
  }
}

}  // namespace espy::picture
