// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/work_memory.h"
#include "espy/control.h"

/// The Fourier transform of tiles, for correlation: picture tiles and needles go there, products
/// come back. Frequencies lie in an order of their own, the same for all tiles of one transform, so
/// nothing is ever put in order.
namespace espy::picture {

/// Complex numbers of a tile, real and imaginary parts apart.
template <class Real>
struct ComplexTile {
  WorkVector<Real> real;
  WorkVector<Real> imaginary;

  void resize(std::int64_t count) {
    real.resize(static_cast<std::size_t>(count));
    imaginary.resize(static_cast<std::size_t>(count));
  }
};

/// Two sides of a product.
template <class Real>
struct SpectraPair {
  const ComplexTile<Real>* a;
  const ComplexTile<Real>* b;
};

/// The twiddle factors between the two halves of a line's transform.
template <class Real>
struct LineTwiddles;

/// Transforms tiles of `rows` rows of `columns` numbers; both are powers of two from 16 on, or
/// three times one. A single row has 256 columns or more, or three times as many: it is laid in
/// rows, transformed down the columns, turned, and transformed along the rows, which makes one
/// transform of its whole length (Bailey, FFTs in external or hierarchical memory). Many threads
/// may use one transform, each with tiles of its own. Looks at `control`, which must outlive it,
/// every few columns: a large tile takes seconds.
template <class Real>
class TileTransform {
 public:
  TileTransform(int columns, int rows, const Control& control);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::int64_t size() const { return std::int64_t{columns_} * rows_; }
  bool isLine() const { return rows_ == 1; }

  /// From a tile to its spectrum; `tile` is left undefined.
  void forward(ComplexTile<Real>& tile, ComplexTile<Real>& spectrum) const;
  /// From a spectrum to its tile, times `size()`; `spectrum` is left undefined.
  void inverse(ComplexTile<Real>& spectrum, ComplexTile<Real>& tile) const;

  /// From spectra to the correlation of their tiles: the tile of the sum of a * conjugate(b) over
  /// the pairs, times `size()`, in its first `columns` columns. Returns the sum of the magnitudes
  /// of all real and imaginary parts of that sum, to a hundredth; `spare` is left undefined.
  double correlate(std::span<const SpectraPair<Real>> pairs, int columns, ComplexTile<Real>& spare,
                   ComplexTile<Real>& tile) const;

  /// The same in steps: adds the product of two spectra to a sum, or begins one,
  void addProducts(const SpectraPair<Real>& pair, bool begin, ComplexTile<Real>& sum) const;
  /// and goes back from there; `sum` is left undefined.
  double inverseSum(ComplexTile<Real>& sum, int columns, ComplexTile<Real>& tile) const;

  /// By how much one transform, either way, may be off: the root of the sum of the squares of all
  /// errors, in units of that of the result (Higham, Accuracy and Stability of Numerical
  /// Algorithms, theorem 24.2, for twiddle factors rounded once); and also each number by itself,
  /// in units of the sum of the magnitudes of all that it is made of, which pass as many roundings.
  double relativeError() const;

 private:
  /// The first columns only.
  void inverseFirst(ComplexTile<Real>& spectrum, int columns, ComplexTile<Real>& tile) const;

  int columns_;
  int rows_;
  int laidColumns_;  ///< the same but of a line
  int laidRows_;
  const Control& control_;
  /// cos and sin of the angles 2 pi k / n, for transforms along columns and along rows.
  const ComplexTile<Real>& downTwiddles_;
  const ComplexTile<Real>& alongTwiddles_;
  const LineTwiddles<Real>* turns_;  ///< of a line
};

extern template class TileTransform<float>;
extern template class TileTransform<double>;

}  // namespace espy::picture
