// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "picture/planes.h"

namespace espy::score {

struct ScoreBatch;

/// Correlates a batch's tiles with its needles: approximately, to propose positions, and exactly
/// for their products. One per thread.
template <class Sample>
class Correlations {
 public:
  using Tiles = std::span<const picture::TilePlanes<Sample>>;

  /// Constants of the correlations r = sum (I - m) (T - t).
  struct Terms {
    double error = 0;   ///< error bound of r
    double centre = 0;  ///< t
    double rest = 0;    ///< sum (T - t)
    double mean = 0;    ///< m
  };

  virtual ~Correlations() = default;

  /// Loads tiles, which must stay valid until the next call.
  virtual void take(Tiles tiles) = 0;
  /// Correlates the tiles with a needle, for at least `places` positions from the upper-left one
  /// on. All functions below refer to this needle.
  virtual void correlate(std::size_t needle, Size places) = 0;

  virtual Terms terms(int tile) const = 0;
  /// r of a row of positions; valid until the next call.
  virtual const float* row(int tile, std::int64_t y) = 0;

  /// Announces the number of products that will be computed exactly. False: to be deferred
  /// (`ExactProducts::deferred`).
  virtual bool expect(double places) = 0;
  /// The exact sum I T of position (x, y) of a tile; `sum`: the sum of I.
  virtual std::uint64_t products(int tile, std::int64_t x, std::int64_t y, std::uint64_t sum) = 0;

  /// Frees what was computed from the tiles, until the next `correlate`.
  virtual void release() {}

  /// Number of windows that were multiplied one by one.
  virtual std::uint64_t multiplied() const { return 0; }
};

/// The implementations: by FFT, or directly (8-bit samples only).
template <class Sample>
std::unique_ptr<Correlations<Sample>> makeTransformCorrelations(const ScoreBatch& batch);
std::unique_ptr<Correlations<std::uint8_t>> makeDirectCorrelations(const ScoreBatch& batch);

extern template std::unique_ptr<Correlations<std::uint8_t>> makeTransformCorrelations(
    const ScoreBatch& batch);
extern template std::unique_ptr<Correlations<std::uint16_t>> makeTransformCorrelations(
    const ScoreBatch& batch);

}  // namespace espy::score
