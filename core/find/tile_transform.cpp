// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/tile_transform.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <utility>

#include "base/simd.h"

namespace espy::find {
namespace {

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

/// Transforms sixteen columns of `n` rows in place: fours, from the widest butterfly to the
/// narrowest, and twos at last where n is no power of four.
template <class Real>
ESPY_INLINE void columnsToFrequencies(const Strip<Real>& strip, int n,
                                      const Twiddles<Real>& table) {
  int length = n;
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
  int bits = 0;
  while ((1 << bits) < n) ++bits;
  if (bits % 2 != 0) {
    for (int first = 0; first < n; first += 2) {
      two<Real>({strip.real + first * kLanes, strip.imaginary + first * kLanes}, 1);
    }
    length = 8;
  }
  for (; length <= n; length *= 4) {
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
}

/// Swaps every second block of `Apart` lanes of `a` with the one before of `b`: one of the steps
/// that transpose a square of as many rows as a vector has lanes.
template <int Apart, class Real, int... Lane>
ESPY_INLINE void swapBlocks(Lanes<Real>& a, Lanes<Real>& b,
                            std::integer_sequence<int, Lane...> /*lanes*/) {
  constexpr int kCount = sizeof...(Lane);
  const Lanes<Real> first =
      __builtin_shufflevector(a, b, ((Lane & Apart) == 0 ? Lane : kCount + (Lane ^ Apart))...);
  b = __builtin_shufflevector(a, b, ((Lane & Apart) == 0 ? (Lane ^ Apart) : kCount + Lane)...);
  a = first;
}

template <int Apart, class Real>
ESPY_INLINE void transposeSteps(Lanes<Real>* rows) {
  constexpr int kCount = 64 / sizeof(Real);
  for (int r = 0; r < kCount; ++r) {
    if ((r & Apart) != 0) continue;
    swapBlocks<Apart, Real>(rows[r], rows[r + Apart], std::make_integer_sequence<int, kCount>{});
  }
  if constexpr (2 * Apart < kCount) transposeSteps<2 * Apart, Real>(rows);
}

/// to[c][r] = from[r][c] of a square of as many rows as a vector has lanes.
template <class Real>
ESPY_INLINE void transposeSquare(const Real* from, std::int64_t fromPitch, Real* to,
                                 std::int64_t toPitch) {
  constexpr int kCount = 64 / sizeof(Real);
  Lanes<Real> rows[kCount];
  for (int r = 0; r < kCount; ++r) rows[r] = *lanesAt(from + r * fromPitch);
  transposeSteps<1, Real>(rows);
  for (int r = 0; r < kCount; ++r) *lanesAt(to + r * toPitch) = rows[r];
}

/// to[c][r] = from[r][c] for `rows` rows of sixteen numbers; rows of `to` are `pitch` apart.
template <class Real>
ESPY_INLINE void transposeOut(const Real* from, int rows, Real* to, std::int64_t pitch) {
  constexpr int kCount = 64 / sizeof(Real);
  for (int r = 0; r < rows; r += kCount) {
    for (int c = 0; c < kLanes; c += kCount) {
      transposeSquare(from + r * kLanes + c, kLanes, to + c * pitch + r, pitch);
    }
  }
}

template <class Real>
ESPY_INLINE void transposeIn(const Real* from, std::int64_t pitch, int rows, Real* to) {
  constexpr int kCount = 64 / sizeof(Real);
  for (int r = 0; r < rows; r += kCount) {
    for (int c = 0; c < kLanes; c += kCount) {
      transposeSquare(from + c * pitch + r, pitch, to + r * kLanes + c, kLanes);
    }
  }
}

template <class Real>
ESPY_INLINE void copyIn(const Real* from, std::int64_t pitch, int rows, Real* to) {
  for (int r = 0; r < rows; ++r)
    std::memcpy(to + r * kLanes, from + r * pitch, kLanes * sizeof(Real));
}
template <class Real>
ESPY_INLINE void copyOut(const Real* from, int rows, Real* to, std::int64_t pitch) {
  for (int r = 0; r < rows; ++r)
    std::memcpy(to + r * pitch, from + r * kLanes, kLanes * sizeof(Real));
}

/// Where a tile lies.
template <class Real>
struct Planes {
  Real* real;
  Real* imaginary;
  int rows;
  int columns;
};

template <class Real>
Strip<Real> buffer(int rows) {
  thread_local ComplexTile<Real> memory;
  if (static_cast<int>(memory.real.size()) < rows * kLanes)
    memory.resize(std::int64_t{rows} * kLanes);
  return {memory.real.data(), memory.imaginary.data()};
}

/// Down the columns of `in`, each of which becomes a row of `out`.
template <class Real>
ESPY_INLINE void downAndTranspose(const Planes<Real>& in, const Planes<Real>& out,
                                  const Strip<Real>& strip, const Twiddles<Real>& table,
                                  const Control& control) {
  for (int c = 0; c < in.columns; c += kLanes) {
    control.check();
    copyIn(in.real + c, in.columns, in.rows, strip.real);
    copyIn(in.imaginary + c, in.columns, in.rows, strip.imaginary);
    columnsToFrequencies(strip, in.rows, table);
    transposeOut(strip.real, in.rows, out.real + std::int64_t{c} * in.rows, in.rows);
    transposeOut(strip.imaginary, in.rows, out.imaginary + std::int64_t{c} * in.rows, in.rows);
  }
}

/// Down the columns, in place.
template <class Real, bool Forward>
ESPY_INLINE void down(const Planes<Real>& tile, const Strip<Real>& strip,
                      const Twiddles<Real>& table, const Control& control) {
  for (int c = 0; c < tile.columns; c += kLanes) {
    control.check();
    copyIn(tile.real + c, tile.columns, tile.rows, strip.real);
    copyIn(tile.imaginary + c, tile.columns, tile.rows, strip.imaginary);
    if (Forward) {
      columnsToFrequencies(strip, tile.rows, table);
    } else {
      columnsFromFrequencies(strip, tile.rows, table);
    }
    copyOut(strip.real, tile.rows, tile.real + c, tile.columns);
    copyOut(strip.imaginary, tile.rows, tile.imaginary + c, tile.columns);
  }
}

/// Each row of `in` becomes a column of `out`, and is transformed there.
template <class Real>
ESPY_INLINE void transposeAndDown(const Planes<Real>& in, const Planes<Real>& out,
                                  const Strip<Real>& strip, const Twiddles<Real>& table,
                                  const Control& control) {
  for (int c = 0; c < out.columns; c += kLanes) {
    control.check();
    transposeIn(in.real + std::int64_t{c} * out.rows, out.rows, out.rows, strip.real);
    transposeIn(in.imaginary + std::int64_t{c} * out.rows, out.rows, out.rows, strip.imaginary);
    columnsFromFrequencies(strip, out.rows, table);
    copyOut(strip.real, out.rows, out.real + c, out.columns);
    copyOut(strip.imaginary, out.rows, out.imaginary + c, out.columns);
  }
}

template <class Real>
ESPY_INLINE void forwardBody(const Planes<Real>& tile, const Planes<Real>& spectrum,
                             const Strip<Real>& strip, const Twiddles<Real>& downTable,
                             const Twiddles<Real>& alongTable, const Control& control) {
  downAndTranspose(tile, spectrum, strip, downTable, control);
  down<Real, true>(spectrum, strip, alongTable, control);
}

template <class Real>
ESPY_INLINE void inverseBody(const Planes<Real>& spectrum, const Planes<Real>& tile,
                             const Strip<Real>& strip, const Twiddles<Real>& downTable,
                             const Twiddles<Real>& alongTable, const Control& control) {
  down<Real, false>(spectrum, strip, alongTable, control);
  transposeAndDown(spectrum, tile, strip, downTable, control);
}

template <class Real, bool Add>
ESPY_INLINE void multiplyBody(const ComplexTile<Real>& a, const ComplexTile<Real>& b,
                              ComplexTile<Real>& product) {
  const Real* __restrict aR = a.real.data();
  const Real* __restrict aI = a.imaginary.data();
  const Real* __restrict bR = b.real.data();
  const Real* __restrict bI = b.imaginary.data();
  Real* __restrict toR = product.real.data();
  Real* __restrict toI = product.imaginary.data();
  const std::size_t count = a.real.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Real real = aR[i] * bR[i] + aI[i] * bI[i];
    const Real imaginary = aI[i] * bR[i] - aR[i] * bI[i];
    toR[i] = Add ? toR[i] + real : real;
    toI[i] = Add ? toI[i] + imaginary : imaginary;
  }
}

// Templates cannot be built for several processors; these can.
ESPY_SIMD_CLONES
void runForward(const Planes<float>& tile, const Planes<float>& spectrum, const Strip<float>& strip,
                const Twiddles<float>& downTable, const Twiddles<float>& alongTable,
                const Control& control) {
  forwardBody(tile, spectrum, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
void runForward(const Planes<double>& tile, const Planes<double>& spectrum,
                const Strip<double>& strip, const Twiddles<double>& downTable,
                const Twiddles<double>& alongTable, const Control& control) {
  forwardBody(tile, spectrum, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
void runInverse(const Planes<float>& spectrum, const Planes<float>& tile, const Strip<float>& strip,
                const Twiddles<float>& downTable, const Twiddles<float>& alongTable,
                const Control& control) {
  inverseBody(spectrum, tile, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
void runInverse(const Planes<double>& spectrum, const Planes<double>& tile,
                const Strip<double>& strip, const Twiddles<double>& downTable,
                const Twiddles<double>& alongTable, const Control& control) {
  inverseBody(spectrum, tile, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
void runMultiply(const ComplexTile<float>& a, const ComplexTile<float>& b,
                 ComplexTile<float>& product) {
  multiplyBody<float, false>(a, b, product);
}
ESPY_SIMD_CLONES
void runMultiply(const ComplexTile<double>& a, const ComplexTile<double>& b,
                 ComplexTile<double>& product) {
  multiplyBody<double, false>(a, b, product);
}
ESPY_SIMD_CLONES
void runAddProduct(const ComplexTile<float>& a, const ComplexTile<float>& b,
                   ComplexTile<float>& product) {
  multiplyBody<float, true>(a, b, product);
}
ESPY_SIMD_CLONES
void runAddProduct(const ComplexTile<double>& a, const ComplexTile<double>& b,
                   ComplexTile<double>& product) {
  multiplyBody<double, true>(a, b, product);
}

template <class Real>
ComplexTile<Real> twiddlesFor(int n) {
  ComplexTile<Real> table;
  table.resize(n);
  for (int k = 0; k < n; ++k) {
    const long double angle = 2 * std::numbers::pi_v<long double> * k / n;
    table.real[k] = static_cast<Real>(std::cos(angle));
    table.imaginary[k] = static_cast<Real>(std::sin(angle));
  }
  return table;
}

}  // namespace

template <class Real>
TileTransform<Real>::TileTransform(int columns, int rows, const Control& control)
    : columns_(columns),
      rows_(rows),
      control_(control),
      downTwiddles_(twiddlesFor<Real>(rows)),
      alongTwiddles_(twiddlesFor<Real>(columns)) {}

template <class Real>
void TileTransform<Real>::forward(ComplexTile<Real>& tile, ComplexTile<Real>& spectrum) const {
  spectrum.resize(size());
  runForward({tile.real.data(), tile.imaginary.data(), rows_, columns_},
             {spectrum.real.data(), spectrum.imaginary.data(), columns_, rows_},
             buffer<Real>(std::max(rows_, columns_)),
             {downTwiddles_.real.data(), downTwiddles_.imaginary.data()},
             {alongTwiddles_.real.data(), alongTwiddles_.imaginary.data()}, control_);
}

template <class Real>
void TileTransform<Real>::inverse(ComplexTile<Real>& spectrum, ComplexTile<Real>& tile) const {
  tile.resize(size());
  runInverse({spectrum.real.data(), spectrum.imaginary.data(), columns_, rows_},
             {tile.real.data(), tile.imaginary.data(), rows_, columns_},
             buffer<Real>(std::max(rows_, columns_)),
             {downTwiddles_.real.data(), downTwiddles_.imaginary.data()},
             {alongTwiddles_.real.data(), alongTwiddles_.imaginary.data()}, control_);
}

template <class Real>
double TileTransform<Real>::relativeError() const {
  constexpr double kUnit = std::numeric_limits<Real>::epsilon() / 2;
  constexpr double kGamma4 = 4 * kUnit / (1 - 4 * kUnit);
  const double perStep = kUnit + kGamma4 * (std::numbers::sqrt2 + kUnit);
  const double steps = std::log2(static_cast<double>(size()));
  return steps * perStep / (1 - steps * perStep);
}

template class TileTransform<float>;
template class TileTransform<double>;

template <class Real>
void multiply(const ComplexTile<Real>& a, const ComplexTile<Real>& b, ComplexTile<Real>& product) {
  runMultiply(a, b, product);
}
template <class Real>
void addProduct(const ComplexTile<Real>& a, const ComplexTile<Real>& b, ComplexTile<Real>& sum) {
  runAddProduct(a, b, sum);
}

template void multiply(const ComplexTile<float>&, const ComplexTile<float>&, ComplexTile<float>&);
template void multiply(const ComplexTile<double>&, const ComplexTile<double>&,
                       ComplexTile<double>&);
template void addProduct(const ComplexTile<float>&, const ComplexTile<float>&, ComplexTile<float>&);
template void addProduct(const ComplexTile<double>&, const ComplexTile<double>&,
                         ComplexTile<double>&);

}  // namespace espy::find
