// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/tile_transform.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <utility>

#include "base/cpu.h"

namespace espy::picture {
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

/// A strip of `rows` rows becomes sixteen rows across the blocks of a spectrum, the first of which
/// is at `to`; from block to block it is `apart`.
template <class Real>
ESPY_INLINE void transposeOut(const Real* from, int rows, Real* to, std::int64_t apart) {
  constexpr int kCount = 64 / sizeof(Real);
  for (int r = 0; r < rows; r += kCount) {
    Real* block = to + r / kLanes * apart + r % kLanes;
    for (int c = 0; c < kLanes; c += kCount) {
      transposeSquare(from + r * kLanes + c, kLanes, block + c * kLanes, kLanes);
    }
  }
}

template <class Real>
ESPY_INLINE void transposeIn(const Real* from, std::int64_t apart, int rows, Real* to) {
  constexpr int kCount = 64 / sizeof(Real);
  for (int r = 0; r < rows; r += kCount) {
    const Real* block = from + r / kLanes * apart + r % kLanes;
    for (int c = 0; c < kLanes; c += kCount) {
      transposeSquare(block + c * kLanes, kLanes, to + r * kLanes + c, kLanes);
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

/// Where a tile lies, row by row.
template <class Real>
struct Planes {
  Real* real;
  Real* imaginary;
  int rows;
  int columns;
};

/// Where the spectrum of a tile lies: transposed, in blocks of sixteen columns, each of which is a
/// strip. So what goes down its columns finds them side by side.
template <class Real>
struct Blocks {
  Real* real;
  Real* imaginary;
  int rows;
  int columns;

  ESPY_INLINE std::int64_t blockSize() const { return std::int64_t{rows} * kLanes; }
  /// The strip that begins with this column.
  ESPY_INLINE Strip<Real> strip(int column) const {
    const std::int64_t at = std::int64_t{column} * rows;
    return {real + at, imaginary + at};
  }
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
ESPY_INLINE void downAndTranspose(const Planes<Real>& in, const Blocks<Real>& out,
                                  const Strip<Real>& strip, const Twiddles<Real>& table,
                                  const Control& control) {
  for (int c = 0; c < in.columns; c += kLanes) {
    control.check();
    copyIn(in.real + c, in.columns, in.rows, strip.real);
    copyIn(in.imaginary + c, in.columns, in.rows, strip.imaginary);
    columnsToFrequencies(strip, in.rows, table);
    transposeOut(strip.real, in.rows, out.real + c * kLanes, out.blockSize());
    transposeOut(strip.imaginary, in.rows, out.imaginary + c * kLanes, out.blockSize());
  }
}

/// Each row of `in` becomes a column of `out`, and is transformed there; so many columns of them.
template <class Real>
ESPY_INLINE void transposeAndDown(const Blocks<Real>& in, const Planes<Real>& out, int columns,
                                  const Strip<Real>& strip, const Twiddles<Real>& table,
                                  const Control& control) {
  for (int c = 0; c < columns; c += kLanes) {
    control.check();
    transposeIn(in.real + c * kLanes, in.blockSize(), out.rows, strip.real);
    transposeIn(in.imaginary + c * kLanes, in.blockSize(), out.rows, strip.imaginary);
    columnsFromFrequencies(strip, out.rows, table);
    copyOut(strip.real, out.rows, out.real + c, out.columns);
    copyOut(strip.imaginary, out.rows, out.imaginary + c, out.columns);
  }
}

/// strip = the sum of a * conjugate(b) over these spectra, from number `at` on. Returns the sum of
/// the magnitudes of what there is in it.
template <class Real>
ESPY_INLINE double multiplyInto(const Strip<Real>& strip, int rows,
                                std::span<const SpectraPair<Real>> pairs, std::int64_t at) {
  Lanes<Real> magnitudes = {};
  for (int i = 0; i < rows * kVectors<Real>; ++i) {
    Lanes<Real> real = {};
    Lanes<Real> imaginary = {};
    for (const SpectraPair<Real>& pair : pairs) {
      const Lanes<Real> aR = lanesAt(pair.a->real.data() + at)[i];
      const Lanes<Real> aI = lanesAt(pair.a->imaginary.data() + at)[i];
      const Lanes<Real> bR = lanesAt(pair.b->real.data() + at)[i];
      const Lanes<Real> bI = lanesAt(pair.b->imaginary.data() + at)[i];
      real += aR * bR + aI * bI;
      imaginary += aI * bR - aR * bI;
    }
    lanesAt(strip.real)[i] = real;
    lanesAt(strip.imaginary)[i] = imaginary;
    magnitudes += (real < 0 ? -real : real) + (imaginary < 0 ? -imaginary : imaginary);
  }
  double sum = 0;
  for (int l = 0; l < kLanes / kVectors<Real>; ++l) sum += static_cast<double>(magnitudes[l]);
  return sum;
}

template <class Real>
ESPY_INLINE void forwardBody(const Planes<Real>& tile, const Blocks<Real>& spectrum,
                             const Strip<Real>& strip, const Twiddles<Real>& downTable,
                             const Twiddles<Real>& alongTable, const Control& control) {
  downAndTranspose(tile, spectrum, strip, downTable, control);
  for (int c = 0; c < spectrum.columns; c += kLanes) {
    control.check();
    columnsToFrequencies(spectrum.strip(c), spectrum.rows, alongTable);
  }
}

template <class Real>
ESPY_INLINE void inverseBody(const Blocks<Real>& spectrum, const Planes<Real>& tile,
                             const Strip<Real>& strip, const Twiddles<Real>& downTable,
                             const Twiddles<Real>& alongTable, const Control& control) {
  for (int c = 0; c < spectrum.columns; c += kLanes) {
    control.check();
    columnsFromFrequencies(spectrum.strip(c), spectrum.rows, alongTable);
  }
  transposeAndDown(spectrum, tile, tile.columns, strip, downTable, control);
}

template <class Real>
ESPY_INLINE double correlateBody(std::span<const SpectraPair<Real>> pairs,
                                 const Blocks<Real>& spectrum, const Planes<Real>& tile,
                                 int columns, const Strip<Real>& strip,
                                 const Twiddles<Real>& downTable, const Twiddles<Real>& alongTable,
                                 const Control& control) {
  double magnitudes = 0;
  for (int c = 0; c < spectrum.columns; c += kLanes) {
    control.check();
    magnitudes +=
        multiplyInto(spectrum.strip(c), spectrum.rows, pairs, std::int64_t{c} * spectrum.rows);
    columnsFromFrequencies(spectrum.strip(c), spectrum.rows, alongTable);
  }
  transposeAndDown(spectrum, tile, columns, strip, downTable, control);
  return magnitudes;
}

// Templates cannot be built for several processors; these can.
ESPY_SIMD_CLONES
void runForward(const Planes<float>& tile, const Blocks<float>& spectrum, const Strip<float>& strip,
                const Twiddles<float>& downTable, const Twiddles<float>& alongTable,
                const Control& control) {
  forwardBody(tile, spectrum, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
void runForward(const Planes<double>& tile, const Blocks<double>& spectrum,
                const Strip<double>& strip, const Twiddles<double>& downTable,
                const Twiddles<double>& alongTable, const Control& control) {
  forwardBody(tile, spectrum, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
void runInverse(const Blocks<float>& spectrum, const Planes<float>& tile, const Strip<float>& strip,
                const Twiddles<float>& downTable, const Twiddles<float>& alongTable,
                const Control& control) {
  inverseBody(spectrum, tile, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
void runInverse(const Blocks<double>& spectrum, const Planes<double>& tile,
                const Strip<double>& strip, const Twiddles<double>& downTable,
                const Twiddles<double>& alongTable, const Control& control) {
  inverseBody(spectrum, tile, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
double runCorrelate(std::span<const SpectraPair<float>> pairs, const Blocks<float>& spectrum,
                    const Planes<float>& tile, int columns, const Strip<float>& strip,
                    const Twiddles<float>& downTable, const Twiddles<float>& alongTable,
                    const Control& control) {
  return correlateBody(pairs, spectrum, tile, columns, strip, downTable, alongTable, control);
}
ESPY_SIMD_CLONES
double runCorrelate(std::span<const SpectraPair<double>> pairs, const Blocks<double>& spectrum,
                    const Planes<double>& tile, int columns, const Strip<double>& strip,
                    const Twiddles<double>& downTable, const Twiddles<double>& alongTable,
                    const Control& control) {
  return correlateBody(pairs, spectrum, tile, columns, strip, downTable, alongTable, control);
}

template <class Real>
ComplexTile<Real> makeTwiddles(int n) {
  ComplexTile<Real> table;
  table.resize(n);
  // Sines take long: those of an eighth of the circle tell all the others. `n` is divisible by 8.
  const int eighth = n / 8;
  for (int k = 0; k <= eighth; ++k) {
    const long double angle = 2 * std::numbers::pi_v<long double> * k / n;
    const auto c = static_cast<Real>(std::cos(angle));
    const auto s = static_cast<Real>(std::sin(angle));
    const auto set = [&](int at, Real real, Real imaginary) {
      table.real[at % n] = real;
      table.imaginary[at % n] = imaginary;
    };
    for (const int quarter : {0, 1, 2, 3}) {
      const int first = 2 * eighth * quarter;
      const Real turnedC = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
      const Real turnedS = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
      set(first + k, turnedC, turnedS);
      // The mirror image within the quarter: sine and cosine change places.
      const Real mirrorC = quarter == 0 ? s : quarter == 1 ? -c : quarter == 2 ? -s : c;
      const Real mirrorS = quarter == 0 ? c : quarter == 1 ? s : quarter == 2 ? -c : -s;
      set(first + 2 * eighth - k, mirrorC, mirrorS);
    }
  }
  return table;
}

/// Made once for each of the few sizes that there are, and kept: sines take long.
template <class Real>
const ComplexTile<Real>& twiddlesFor(int n) {
  static std::mutex mutex;
  static std::map<int, ComplexTile<Real>> tables;
  const std::lock_guard lock(mutex);
  const auto table = tables.find(n);
  return table != tables.end() ? table->second
                               : tables.emplace(n, makeTwiddles<Real>(n)).first->second;
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
double TileTransform<Real>::correlate(std::span<const SpectraPair<Real>> pairs, int columns,
                                      ComplexTile<Real>& spare, ComplexTile<Real>& tile) const {
  spare.resize(size());
  tile.resize(size());
  return runCorrelate(pairs, {spare.real.data(), spare.imaginary.data(), columns_, rows_},
                      {tile.real.data(), tile.imaginary.data(), rows_, columns_}, columns,
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

}  // namespace espy::picture
