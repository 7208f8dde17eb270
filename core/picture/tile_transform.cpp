// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "picture/tile_transform.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numbers>
#include <tuple>
#include <type_traits>

#include "picture/tile_kernels.h"

namespace espy::picture {

namespace {

/// Scratch buffer of a strip of `rows` rows, one per thread.
template <class Real>
Strip<Real> scratchStrip(int rows) {
  thread_local ComplexTile<Real> memory;
  if (static_cast<int>(memory.real.size()) < rows * kStripColumns)
    memory.resize(std::int64_t{rows} * kStripColumns);
  return {memory.real.data(), memory.imaginary.data()};
}

template <class Real>
ComplexTile<Real> makeTwiddles(int n) {
  ComplexTile<Real> table;
  table.resize(n);
  // Computes sines of one octant only, by symmetry, because they are slow. `n` is divisible by 8.
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
      // Mirror image within the quadrant: sine and cosine swapped.
      const Real mirrorC = quarter == 0 ? s : quarter == 1 ? -c : quarter == 2 ? -s : c;
      const Real mirrorS = quarter == 0 ? c : quarter == 1 ? s : quarter == 2 ? -c : -s;
      set(first + 2 * eighth - k, mirrorC, mirrorS);
    }
  }
  return table;
}

/// Returns the frequency at this row after a column transform of `n` rows.
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
LineTwiddles<Real> makeLineTwiddles(int rows, int columns) {
  using Angle = std::conditional_t<std::is_same_v<Real, float>, double, long double>;
  const std::int64_t n = std::int64_t{rows} * columns;
  const auto set = [&](ComplexTile<Real>& to, std::int64_t at, std::int64_t turn) {
    const Angle angle =
        2 * std::numbers::pi_v<Angle> * static_cast<Angle>(turn % n) / static_cast<Angle>(n);
    to.real[static_cast<std::size_t>(at)] = static_cast<Real>(std::cos(angle));
    to.imaginary[static_cast<std::size_t>(at)] = static_cast<Real>(std::sin(angle));
  };
  LineTwiddles<Real> turns;
  turns.starts.resize(n / kStripColumns);
  turns.columns.resize(std::int64_t{rows} * kStripColumns);
  for (int r = 0; r < rows; ++r) {
    const std::int64_t frequency = frequencyIn(r, rows);
    for (std::int64_t c = 0; c < columns; c += kStripColumns) {
      set(turns.starts, c / kStripColumns * rows + r, frequency * c);
    }
    for (int lane = 0; lane < kStripColumns; ++lane) {
      set(turns.columns, std::int64_t{r} * kStripColumns + lane, frequency * lane);
    }
  }
  return turns;
}

/// The table that `make` computes for these sides; kept by the process, because sines are slow.
template <auto make, class... Sides>
const auto& madeOnce(Sides... sides) {
  static std::mutex mutex;
  static std::map<std::tuple<Sides...>, decltype(make(sides...))> tables;
  const std::lock_guard lock(mutex);
  const std::tuple key(sides...);
  const auto table = tables.find(key);
  return table != tables.end() ? table->second : tables.emplace(key, make(sides...)).first->second;
}

template <class Real>
Tables<Real> tablesOf(const ComplexTile<Real>& down, const ComplexTile<Real>& along,
                      const LineTwiddles<Real>* turns) {
  return {{down.real.data(), down.imaginary.data()},
          {along.real.data(), along.imaginary.data()},
          turns};
}

/// A line is laid out in about as many rows as columns.
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
      downTwiddles_(madeOnce<makeTwiddles<Real>>(laidRows_)),
      alongTwiddles_(madeOnce<makeTwiddles<Real>>(laidColumns_)),
      turns_(isLine() ? &madeOnce<makeLineTwiddles<Real>>(laidRows_, laidColumns_) : nullptr) {}

template <class Real>
void TileTransform<Real>::forward(ComplexTile<Real>& tile, ComplexTile<Real>& spectrum) const {
  spectrum.resize(size());
  forwardTile<Real>({tile.real.data(), tile.imaginary.data(), laidRows_, laidColumns_},
                    {spectrum.real.data(), spectrum.imaginary.data(), laidColumns_, laidRows_},
                    scratchStrip<Real>(std::max(laidRows_, laidColumns_)),
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
  inverseTile<Real>({spectrum.real.data(), spectrum.imaginary.data(), laidColumns_, laidRows_},
                    {tile.real.data(), tile.imaginary.data(), laidRows_, laidColumns_},
                    isLine() ? laidColumns_ : columns,
                    scratchStrip<Real>(std::max(laidRows_, laidColumns_)),
                    tablesOf(downTwiddles_, alongTwiddles_, turns_), control_);
}

template <class Real>
void TileTransform<Real>::addProducts(const SpectraPair<Real>& pair, bool begin,
                                      ComplexTile<Real>& sum) const {
  control_.check();
  sum.resize(size());
  addSpectra(pair, size(), begin, sum);
}

template <class Real>
double TileTransform<Real>::inverseSum(ComplexTile<Real>& sum, int columns,
                                       ComplexTile<Real>& tile) const {
  const double magnitudes = sumMagnitudes(sum, size());
  inverseFirst(sum, columns, tile);
  return magnitudes;
}

template <class Real>
double TileTransform<Real>::correlate(std::span<const SpectraPair<Real>> pairs, int columns,
                                      ComplexTile<Real>& spare, ComplexTile<Real>& tile) const {
  spare.resize(size());
  tile.resize(size());
  return correlateTile<Real>(
      pairs, {spare.real.data(), spare.imaginary.data(), laidColumns_, laidRows_},
      {tile.real.data(), tile.imaginary.data(), laidRows_, laidColumns_},
      isLine() ? laidColumns_ : columns, scratchStrip<Real>(std::max(laidRows_, laidColumns_)),
      tablesOf(downTwiddles_, alongTwiddles_, turns_), control_);
}

template <class Real>
double TileTransform<Real>::relativeError() const {
  constexpr double kUnit = std::numeric_limits<Real>::epsilon() / 2;
  constexpr double kGamma4 = 4 * kUnit / (1 - 4 * kUnit);
  const double perStep = kUnit + kGamma4 * (std::numbers::sqrt2 + kUnit);
  // A radix-3 step has at most the error of two radix-2 steps: its sums undergo at most four
  // roundings of numbers whose norms are 2.04 times that of the result, and the twiddle factors add
  // their own rounding and sqrt(2) times two: 1 + 4 * 2.75 in total, instead of 2 * (1 + 4
  // sqrt(2)).
  const auto stepsOf = [](int side) {
    return side % 3 == 0 ? 2 + std::log2(side / 3) : std::log2(side);
  };
  // The twiddle factors between a line's two passes are products of two rounded numbers; their
  // error is less than that of two steps.
  const double steps = stepsOf(laidColumns_) + stepsOf(laidRows_) + (isLine() ? 2 : 0);
  return steps * perStep / (1 - steps * perStep);
}

template class TileTransform<float>;
template class TileTransform<double>;

}  // namespace espy::picture
