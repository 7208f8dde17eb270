// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/control.h"
#include "picture/tile_transform.h"

/// Kernels of TileTransform, compiled for each SIMD level (tile_transform_simd.cpp).
///
/// Columns are transformed sixteen at a time (a strip, as wide as the widest vector), since the
/// transform is the same for every column. Rows are transformed after a transposition.
namespace espy::picture {

inline constexpr int kStripColumns = 16;

/// Rows of sixteen complex numbers with stride `pitch`.
template <class Real>
struct Strip {
  Real* real;
  Real* imaginary;
  std::int64_t pitch = kStripColumns;

  Strip from(std::int64_t row) const {
    return {real + row * pitch, imaginary + row * pitch, pitch};
  }
};

/// cos(2 pi k / n) and sin(2 pi k / n) for k < n.
template <class Real>
struct Twiddles {
  const Real* cosine;
  const Real* sine;
};

/// exp(2 pi i f c / n), where f is the frequency in a row after the column transform and c the
/// column: the product of a factor for the row's strip and one for the column in the strip.
template <class Real>
struct LineTwiddles {
  ComplexTile<Real> starts;   ///< by strip, then row
  ComplexTile<Real> columns;  ///< by row, then column in the strip
};

template <class Real>
struct Tables {
  Twiddles<Real> down;
  Twiddles<Real> along;
  const LineTwiddles<Real>* line;  ///< null unless the tile is a line
};

/// A tile, row-major.
template <class Real>
struct Planes {
  Real* real;
  Real* imaginary;
  int rows;
  int columns;
};

/// The spectrum of a tile: transposed, in strips of `rows` rows.
template <class Real>
struct Strips {
  Real* real;
  Real* imaginary;
  int rows;
  int columns;

  std::int64_t stripSize() const { return std::int64_t{rows} * kStripColumns; }
  /// The strip that begins with this column.
  Strip<Real> strip(int column) const {
    const std::int64_t at = std::int64_t{column} * rows;
    return {real + at, imaginary + at};
  }
};

// Explicitly instantiated for float and double. `scratch` has space for a strip of all rows.

/// Transforms `tile` to `spectrum`.
template <class Real>
void forwardTile(const Planes<Real>& tile, const Strips<Real>& spectrum, const Strip<Real>& scratch,
                 const Tables<Real>& tables, const Control& control);
/// Computes the first `columns` columns of the unnormalised inverse transform; `spectrum` is left
/// undefined.
template <class Real>
void inverseTile(const Strips<Real>& spectrum, const Planes<Real>& tile, int columns,
                 const Strip<Real>& scratch, const Tables<Real>& tables, const Control& control);
/// The same for the sum of a * conjugate(b) over the pairs. Returns the sum of the absolute values
/// of all real and imaginary parts of that sum.
template <class Real>
double correlateTile(std::span<const SpectraPair<Real>> pairs, const Strips<Real>& spare,
                     const Planes<Real>& tile, int columns, const Strip<Real>& scratch,
                     const Tables<Real>& tables, const Control& control);
/// sum += a * conjugate(b), or sum = a * conjugate(b) if `begins`; `numbers` is a multiple of 16.
template <class Real>
void addSpectra(const SpectraPair<Real>& pair, std::int64_t numbers, bool begins,
                ComplexTile<Real>& sum);
/// Sum of the absolute values of all real and imaginary parts.
template <class Real>
double sumMagnitudes(const ComplexTile<Real>& tile, std::int64_t numbers);

}  // namespace espy::picture
