// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "picture/planes.h"

namespace espy::score {

struct ScoreBatch;

/// How a batch's tiles are correlated with its needles: what proposes places, and what computes
/// their products exactly. One for each thread.
template <class Sample>
class Correlations {
 public:
  using Tiles = std::span<const picture::TilePlanes<Sample>>;

  /// What is known of correlations r = sum (I - m) (T - t).
  struct Terms {
    double error = 0;   ///< by which r may be off
    double centre = 0;  ///< t
    double rest = 0;    ///< sum (T - t)
    double mean = 0;    ///< m
  };

  virtual ~Correlations() = default;

  /// Goes over to these tiles, which stay until the next ones are taken.
  virtual void take(Tiles tiles) = 0;
  /// Correlates them with a needle, at least at so many places from their upper-left one on. All
  /// below is about this needle.
  virtual void correlate(std::size_t needle, Size places) = 0;

  virtual Terms terms(int tile) const = 0;
  /// r of a row of places; stays until another is asked for.
  virtual const float* row(int tile, std::int64_t y) = 0;

  /// Says that the products of so many places will be asked for. False: not now
  /// (`ExactProducts::later`).
  virtual bool expect(double places) = 0;
  /// sum I T of the place at (x, y) of a tile, exactly, where the sum of I is `sum`.
  virtual std::uint64_t products(int tile, std::int64_t x, std::int64_t y, std::uint64_t sum) = 0;

  /// Gives up what is kept of the tiles but for the tiles themselves, until `correlate`.
  virtual void release() {}

  /// How many windows have been multiplied with a needle one by one for that.
  virtual std::uint64_t multiplied() const { return 0; }
};

/// The way of the batch: through spectra, or, of 8-bit samples, directly.
template <class Sample>
std::unique_ptr<Correlations<Sample>> makeTransformCorrelations(const ScoreBatch& batch);
std::unique_ptr<Correlations<std::uint8_t>> makeDirectCorrelations(const ScoreBatch& batch);

extern template std::unique_ptr<Correlations<std::uint8_t>> makeTransformCorrelations(
    const ScoreBatch& batch);
extern template std::unique_ptr<Correlations<std::uint16_t>> makeTransformCorrelations(
    const ScoreBatch& batch);

}  // namespace espy::score
