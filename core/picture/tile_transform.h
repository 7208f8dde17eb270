// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/scratch.h"
#include "espy/control.h"

/// 2D FFT of tiles, for correlation. Frequencies stay in the order of the algorithm
/// (digit-reversed), which is the same for all tiles of one transform.
namespace espy::picture {

/// Complex numbers of a tile as two planes.
template <class Real>
struct ComplexTile {
  ScratchVector<Real> real;
  ScratchVector<Real> imaginary;

  /// Of two tiles that are transformed together.
  ScratchVector<Real>& part(std::int64_t tile) { return tile == 0 ? real : imaginary; }
  const ScratchVector<Real>& part(std::int64_t tile) const { return tile == 0 ? real : imaginary; }
  void resize(std::int64_t count) {
    real.resize(static_cast<std::size_t>(count));
    imaginary.resize(static_cast<std::size_t>(count));
  }
};

/// The factors of a product.
template <class Real>
struct SpectraPair {
  const ComplexTile<Real>* a;
  const ComplexTile<Real>* b;
};

/// Twiddle factors between the two passes over a line.
template <class Real>
struct LineTwiddles;

/// Transforms tiles of `rows` rows of `columns` numbers, each a power of two from 16 on, or three
/// times one. A single row needs 256 columns or three times as many; it is computed as a 2D
/// transform with twiddle factors in between (four-step FFT; Bailey, FFTs in external or
/// hierarchical memory). Thread-safe for different tiles. Checks `control`, which must outlive it,
/// every few columns: a large tile takes seconds.
template <class Real>
class TileTransform {
 public:
  TileTransform(int columns, int rows, const Control& control);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::int64_t size() const { return std::int64_t{columns_} * rows_; }
  bool isLine() const { return rows_ == 1; }

  /// Transforms a tile to its spectrum; `tile` is left undefined.
  void forward(ComplexTile<Real>& tile, ComplexTile<Real>& spectrum) const;
  /// Unnormalised inverse (scaled by `size()`); `spectrum` is left undefined.
  void inverse(ComplexTile<Real>& spectrum, ComplexTile<Real>& tile) const;

  /// Computes the correlation from spectra: the inverse transform of the sum of a * conjugate(b)
  /// over the pairs, scaled by `size()`, in the first `columns` columns. Returns the sum of the
  /// absolute values of all real and imaginary parts of that sum, to within one per cent; `spare`
  /// is left undefined.
  double correlate(std::span<const SpectraPair<Real>> pairs, int columns, ComplexTile<Real>& spare,
                   ComplexTile<Real>& tile) const;

  /// The same in steps: adds the product of two spectra to `sum`, or starts it;
  void addProducts(const SpectraPair<Real>& pair, bool begin, ComplexTile<Real>& sum) const;
  /// then inverts `sum`, which is left undefined.
  double inverseSum(ComplexTile<Real>& sum, int columns, ComplexTile<Real>& tile) const;

  /// Error bound of one transform in either direction: the Euclidean norm of the error relative to
  /// that of the result (Higham, Accuracy and Stability of Numerical Algorithms, theorem 24.2, for
  /// twiddle factors rounded once). It also bounds the error of each number relative to the sum of
  /// the magnitudes of its inputs, which undergo as many roundings.
  double relativeError() const;

 private:
  /// Inverse for the first columns only.
  void inverseFirst(ComplexTile<Real>& spectrum, int columns, ComplexTile<Real>& tile) const;

  int columns_;
  int rows_;
  int laidColumns_;  ///< layout; differs from the dimensions for a line
  int laidRows_;
  const Control& control_;
  /// cos and sin of 2 pi k / n, for transforms along columns and along rows.
  const ComplexTile<Real>& downTwiddles_;
  const ComplexTile<Real>& alongTwiddles_;
  const LineTwiddles<Real>* turns_;  ///< for a line
};

extern template class TileTransform<float>;
extern template class TileTransform<double>;

}  // namespace espy::picture
