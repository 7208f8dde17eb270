// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/tile_transform.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <type_traits>
#include <utility>

#include "base/cpu.h"
#include "picture/butterflies.h"

namespace espy::picture {

/// exp(2 pi i f c / n) of the frequency f that lies in a row after the transform down the columns,
/// and of column c: the product of one factor for the row's sixteen columns from a whole number of
/// sixteen on, and one for each of sixteen columns.
template <class Real>
struct LineTurns {
  ComplexTile<Real> starts;  ///< by sixteen columns, then row
  ComplexTile<Real> lanes;   ///< by row, then column
};

namespace {

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

/// Turns the numbers of a strip that begins with column `c`, there or back.
template <bool kBack, class Real>
ESPY_INLINE void turnStrip(const Strip<Real>& strip, int rows, int c,
                           const LineTurns<Real>& turns) {
  const Real* cosines = turns.starts.real.data() + std::int64_t{c} / kLanes * rows;
  const Real* sines = turns.starts.imaginary.data() + std::int64_t{c} / kLanes * rows;
  for (int r = 0; r < rows; ++r) {
    for (int v = 0; v < kVectors<Real>; ++v) {
      const int i = r * kVectors<Real> + v;
      const Lanes<Real> laneC = lanesAt(turns.lanes.real.data())[i];
      const Lanes<Real> laneS = lanesAt(turns.lanes.imaginary.data())[i];
      const Lanes<Real> turnC = laneC * cosines[r] - laneS * sines[r];
      const Lanes<Real> turnS = laneC * sines[r] + laneS * cosines[r];
      Lanes<Real>& real = lanesAt(strip.real)[i];
      Lanes<Real>& imaginary = lanesAt(strip.imaginary)[i];
      const Lanes<Real> x = real;
      const Lanes<Real> y = imaginary;
      real = kBack ? x * turnC - y * turnS : x * turnC + y * turnS;
      imaginary = kBack ? y * turnC + x * turnS : y * turnC - x * turnS;
    }
  }
}

/// The factors of all steps.
template <class Real>
struct Tables {
  Twiddles<Real> down;
  Twiddles<Real> along;
  const LineTurns<Real>* turns;  ///< null but of a line
};

/// Down the columns of `in`, each of which becomes a row of `out`.
template <class Real>
ESPY_INLINE void downAndTranspose(const Planes<Real>& in, const Blocks<Real>& out,
                                  const Strip<Real>& strip, const Tables<Real>& tables,
                                  const Control& control) {
  for (int c = 0; c < in.columns; c += kLanes) {
    control.check();
    copyIn(in.real + c, in.columns, in.rows, strip.real);
    copyIn(in.imaginary + c, in.columns, in.rows, strip.imaginary);
    columnsToFrequencies(strip, in.rows, tables.down);
    if (tables.turns != nullptr) turnStrip<false>(strip, in.rows, c, *tables.turns);
    transposeOut(strip.real, in.rows, out.real + c * kLanes, out.blockSize());
    transposeOut(strip.imaginary, in.rows, out.imaginary + c * kLanes, out.blockSize());
  }
}

/// Each row of `in` becomes a column of `out`, and is transformed there; so many columns of them.
template <class Real>
ESPY_INLINE void transposeAndDown(const Blocks<Real>& in, const Planes<Real>& out, int columns,
                                  const Strip<Real>& strip, const Tables<Real>& tables,
                                  const Control& control) {
  for (int c = 0; c < columns; c += kLanes) {
    control.check();
    transposeIn(in.real + c * kLanes, in.blockSize(), out.rows, strip.real);
    transposeIn(in.imaginary + c * kLanes, in.blockSize(), out.rows, strip.imaginary);
    if (tables.turns != nullptr) turnStrip<true>(strip, out.rows, c, *tables.turns);
    columnsFromFrequencies(strip, out.rows, tables.down);
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

/// sum += a * conjugate(b), or = where it begins.
template <class Real>
ESPY_INLINE void addBody(const SpectraPair<Real>& pair, std::int64_t numbers, bool begin,
                         ComplexTile<Real>& sum) {
  for (std::int64_t i = 0; i < numbers / kLanes * kVectors<Real>; ++i) {
    const Lanes<Real> aR = lanesAt(pair.a->real.data())[i];
    const Lanes<Real> aI = lanesAt(pair.a->imaginary.data())[i];
    const Lanes<Real> bR = lanesAt(pair.b->real.data())[i];
    const Lanes<Real> bI = lanesAt(pair.b->imaginary.data())[i];
    Lanes<Real>& real = lanesAt(sum.real.data())[i];
    Lanes<Real>& imaginary = lanesAt(sum.imaginary.data())[i];
    const Lanes<Real> productR = aR * bR + aI * bI;
    const Lanes<Real> productI = aI * bR - aR * bI;
    real = begin ? productR : real + productR;
    imaginary = begin ? productI : imaginary + productI;
  }
}

/// The sum of the magnitudes of all real and imaginary parts.
template <class Real>
ESPY_INLINE double magnitudesBody(const ComplexTile<Real>& tile, std::int64_t numbers) {
  constexpr std::int64_t kTogether = 1024;  // so that little is lost by rounding
  const std::int64_t vectors = numbers / kLanes * kVectors<Real>;
  double sum = 0;
  for (std::int64_t first = 0; first < vectors; first += kTogether) {
    Lanes<Real> magnitudes = {};
    for (std::int64_t i = first; i < std::min(first + kTogether, vectors); ++i) {
      const Lanes<Real> real = lanesAt(tile.real.data())[i];
      const Lanes<Real> imaginary = lanesAt(tile.imaginary.data())[i];
      magnitudes += (real < 0 ? -real : real) + (imaginary < 0 ? -imaginary : imaginary);
    }
    for (int l = 0; l < kLanes / kVectors<Real>; ++l) sum += static_cast<double>(magnitudes[l]);
  }
  return sum;
}

template <class Real>
ESPY_INLINE void forwardBody(const Planes<Real>& tile, const Blocks<Real>& spectrum,
                             const Strip<Real>& strip, const Tables<Real>& tables,
                             const Control& control) {
  downAndTranspose(tile, spectrum, strip, tables, control);
  for (int c = 0; c < spectrum.columns; c += kLanes) {
    control.check();
    columnsToFrequencies(spectrum.strip(c), spectrum.rows, tables.along);
  }
}

template <class Real>
ESPY_INLINE void inverseBody(const Blocks<Real>& spectrum, const Planes<Real>& tile, int columns,
                             const Strip<Real>& strip, const Tables<Real>& tables,
                             const Control& control) {
  for (int c = 0; c < spectrum.columns; c += kLanes) {
    control.check();
    columnsFromFrequencies(spectrum.strip(c), spectrum.rows, tables.along);
  }
  transposeAndDown(spectrum, tile, columns, strip, tables, control);
}

template <class Real>
ESPY_INLINE double correlateBody(std::span<const SpectraPair<Real>> pairs,
                                 const Blocks<Real>& spectrum, const Planes<Real>& tile,
                                 int columns, const Strip<Real>& strip, const Tables<Real>& tables,
                                 const Control& control) {
  double magnitudes = 0;
  for (int c = 0; c < spectrum.columns; c += kLanes) {
    control.check();
    magnitudes +=
        multiplyInto(spectrum.strip(c), spectrum.rows, pairs, std::int64_t{c} * spectrum.rows);
    columnsFromFrequencies(spectrum.strip(c), spectrum.rows, tables.along);
  }
  transposeAndDown(spectrum, tile, columns, strip, tables, control);
  return magnitudes;
}

// Templates cannot be built for several processors; these can.
ESPY_SIMD_CLONES
void runForward(const Planes<float>& tile, const Blocks<float>& spectrum, const Strip<float>& strip,
                const Tables<float>& tables, const Control& control) {
  forwardBody(tile, spectrum, strip, tables, control);
}
ESPY_SIMD_CLONES
void runForward(const Planes<double>& tile, const Blocks<double>& spectrum,
                const Strip<double>& strip, const Tables<double>& tables, const Control& control) {
  forwardBody(tile, spectrum, strip, tables, control);
}
ESPY_SIMD_CLONES
double runCorrelate(std::span<const SpectraPair<float>> pairs, const Blocks<float>& spectrum,
                    const Planes<float>& tile, int columns, const Strip<float>& strip,
                    const Tables<float>& tables, const Control& control) {
  return correlateBody(pairs, spectrum, tile, columns, strip, tables, control);
}
ESPY_SIMD_CLONES
double runCorrelate(std::span<const SpectraPair<double>> pairs, const Blocks<double>& spectrum,
                    const Planes<double>& tile, int columns, const Strip<double>& strip,
                    const Tables<double>& tables, const Control& control) {
  return correlateBody(pairs, spectrum, tile, columns, strip, tables, control);
}

ESPY_SIMD_CLONES
void runAdd(const SpectraPair<float>& pair, std::int64_t numbers, bool begin,
            ComplexTile<float>& sum) {
  addBody(pair, numbers, begin, sum);
}
ESPY_SIMD_CLONES
void runAdd(const SpectraPair<double>& pair, std::int64_t numbers, bool begin,
            ComplexTile<double>& sum) {
  addBody(pair, numbers, begin, sum);
}
ESPY_SIMD_CLONES
double runMagnitudes(const ComplexTile<float>& tile, std::int64_t numbers) {
  return magnitudesBody(tile, numbers);
}
ESPY_SIMD_CLONES
double runMagnitudes(const ComplexTile<double>& tile, std::int64_t numbers) {
  return magnitudesBody(tile, numbers);
}
ESPY_SIMD_CLONES
void runInverse(const Blocks<float>& spectrum, const Planes<float>& tile, int columns,
                const Strip<float>& strip, const Tables<float>& tables, const Control& control) {
  inverseBody(spectrum, tile, columns, strip, tables, control);
}
ESPY_SIMD_CLONES
void runInverse(const Blocks<double>& spectrum, const Planes<double>& tile, int columns,
                const Strip<double>& strip, const Tables<double>& tables, const Control& control) {
  inverseBody(spectrum, tile, columns, strip, tables, control);
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

/// Which frequency lies in this row after `columnsToFrequencies` of `n` rows.
int frequencyIn(int row, int n) {
  int frequency = 0;
  for (int factor = 1; n > 1;) {
    const int radix = n % 3 == 0 ? 3 : n >= 4 ? 4 : 2;
    n /= radix;
    frequency += row / n * factor;
    row %= n;
    factor *= radix;
  }
  return frequency;
}

template <class Real>
LineTurns<Real> makeLineTurns(int rows, int columns) {
  using Angle = std::conditional_t<std::is_same_v<Real, float>, double, long double>;
  const std::int64_t n = std::int64_t{rows} * columns;
  const auto set = [&](ComplexTile<Real>& to, std::int64_t at, std::int64_t turn) {
    const Angle angle =
        2 * std::numbers::pi_v<Angle> * static_cast<Angle>(turn % n) / static_cast<Angle>(n);
    to.real[static_cast<std::size_t>(at)] = static_cast<Real>(std::cos(angle));
    to.imaginary[static_cast<std::size_t>(at)] = static_cast<Real>(std::sin(angle));
  };
  LineTurns<Real> turns;
  turns.starts.resize(n / kLanes);
  turns.lanes.resize(std::int64_t{rows} * kLanes);
  for (int r = 0; r < rows; ++r) {
    const std::int64_t frequency = frequencyIn(r, rows);
    for (std::int64_t c = 0; c < columns; c += kLanes) {
      set(turns.starts, c / kLanes * rows + r, frequency * c);
    }
    for (int lane = 0; lane < kLanes; ++lane) {
      set(turns.lanes, std::int64_t{r} * kLanes + lane, frequency * lane);
    }
  }
  return turns;
}

template <class Real>
const LineTurns<Real>& lineTurnsFor(int rows, int columns) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, LineTurns<Real>> tables;
  const std::lock_guard lock(mutex);
  const auto table = tables.find({rows, columns});
  return table != tables.end()
             ? table->second
             : tables.emplace(std::pair(rows, columns), makeLineTurns<Real>(rows, columns))
                   .first->second;
}

template <class Real>
Tables<Real> tablesOf(const ComplexTile<Real>& down, const ComplexTile<Real>& along,
                      const LineTurns<Real>* turns) {
  return {{down.real.data(), down.imaginary.data()},
          {along.real.data(), along.imaginary.data()},
          turns};
}

/// A line is laid in about as many rows as columns.
int laidRowsFor(int columns, int rows) {
  return rows > 1 ? rows : 1 << (std::bit_width(static_cast<unsigned>(columns)) - 1) / 2;
}

}  // namespace

template <class Real>
TileTransform<Real>::TileTransform(int columns, int rows, const Control& control)
    : columns_(columns),
      rows_(rows),
      laidColumns_(columns * rows / laidRowsFor(columns, rows)),
      laidRows_(laidRowsFor(columns, rows)),
      control_(control),
      downTwiddles_(twiddlesFor<Real>(laidRows_)),
      alongTwiddles_(twiddlesFor<Real>(laidColumns_)),
      turns_(isLine() ? &lineTurnsFor<Real>(laidRows_, laidColumns_) : nullptr) {}

template <class Real>
void TileTransform<Real>::forward(ComplexTile<Real>& tile, ComplexTile<Real>& spectrum) const {
  spectrum.resize(size());
  runForward({tile.real.data(), tile.imaginary.data(), laidRows_, laidColumns_},
             {spectrum.real.data(), spectrum.imaginary.data(), laidColumns_, laidRows_},
             buffer<Real>(std::max(laidRows_, laidColumns_)),
             tablesOf(downTwiddles_, alongTwiddles_, turns_), control_);
}

template <class Real>
void TileTransform<Real>::inverse(ComplexTile<Real>& spectrum, ComplexTile<Real>& tile) const {
  inverseFirst(spectrum, columns_, tile);
}

template <class Real>
void TileTransform<Real>::inverseFirst(ComplexTile<Real>& spectrum, int columns,
                                       ComplexTile<Real>& tile) const {
  tile.resize(size());
  runInverse({spectrum.real.data(), spectrum.imaginary.data(), laidColumns_, laidRows_},
             {tile.real.data(), tile.imaginary.data(), laidRows_, laidColumns_},
             isLine() ? laidColumns_ : columns, buffer<Real>(std::max(laidRows_, laidColumns_)),
             tablesOf(downTwiddles_, alongTwiddles_, turns_), control_);
}

template <class Real>
void TileTransform<Real>::addProducts(const SpectraPair<Real>& pair, bool begin,
                                      ComplexTile<Real>& sum) const {
  control_.check();
  sum.resize(size());
  runAdd(pair, size(), begin, sum);
}

template <class Real>
double TileTransform<Real>::inverseSum(ComplexTile<Real>& sum, int columns,
                                       ComplexTile<Real>& tile) const {
  const double magnitudes = runMagnitudes(sum, size());
  inverseFirst(sum, columns, tile);
  return magnitudes;
}

template <class Real>
double TileTransform<Real>::correlate(std::span<const SpectraPair<Real>> pairs, int columns,
                                      ComplexTile<Real>& spare, ComplexTile<Real>& tile) const {
  spare.resize(size());
  tile.resize(size());
  return runCorrelate(pairs, {spare.real.data(), spare.imaginary.data(), laidColumns_, laidRows_},
                      {tile.real.data(), tile.imaginary.data(), laidRows_, laidColumns_},
                      isLine() ? laidColumns_ : columns,
                      buffer<Real>(std::max(laidRows_, laidColumns_)),
                      tablesOf(downTwiddles_, alongTwiddles_, turns_), control_);
}

template <class Real>
double TileTransform<Real>::relativeError() const {
  constexpr double kUnit = std::numeric_limits<Real>::epsilon() / 2;
  constexpr double kGamma4 = 4 * kUnit / (1 - 4 * kUnit);
  const double perStep = kUnit + kGamma4 * (std::numbers::sqrt2 + kUnit);
  // A step of three rows errs by no more than two of two rows: its sums pass four roundings at
  // most, of numbers whose magnitudes are 2.04 times those of the result by their norms, and the
  // factors after or before it add the factor's own rounding and sqrt(2) times two: 1 + 4 * 2.75 in
  // all, in place of 2 * (1 + 4 sqrt(2)).
  const auto stepsOf = [](int side) {
    return side % 3 == 0 ? 2 + std::log2(side / 3) : std::log2(side);
  };
  // To turn a line's numbers, by the product of two factors that were rounded, errs by less than
  // two steps do.
  const double steps = stepsOf(laidColumns_) + stepsOf(laidRows_) + (isLine() ? 2 : 0);
  return steps * perStep / (1 - steps * perStep);
}

template class TileTransform<float>;
template class TileTransform<double>;

}  // namespace espy::picture
