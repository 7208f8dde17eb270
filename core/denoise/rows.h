// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/simd.h"
#include "espy/engine/denoise.h"

/// Iterations on rows of single-precision fields. Channels are scaled by the roots of their weights
/// (`v` of espy/engine/denoise.h), so all weights are 1. Every sample is computed by the same
/// operations, each rounded once, for any width of vectors.
///
/// rof: accelerated projected gradient ascent of the dual problem (FISTA). p is the dual variable,
/// q its extrapolation, and with data = f / strength:
///
///     v = data + div q;  new p = r / max(1, |r|) with r = q + sigma * grad v;
///     new q = new p + momentum * (new p - p)
///
/// tvl1: the relaxed primal-dual method of Chambolle and Pock:
///
///     w = prox(u + tau * div p);  v = 2 w - u;  new p = r / max(1, |r|) with r = p + sigma * grad
///     v; both move from u and p by `relaxation` times the step to w and the new p
namespace espy::variation {

/// Floats of padding on the left of each row of each plane, and multiple of a row's capacity.
inline constexpr std::int64_t kPadding = 16;

/// The fields of a problem: rows of `planes` planes of `pitch` floats each, so that what an
/// iteration reads is contiguous. Left padding is 0; what is right of the row may be any finite
/// number.
struct FieldLayout {
  DenoiseModel model = DenoiseModel::rof;
  int channels = 1;
  int axes = 2;  ///< x, slab; or x, y, slab
  std::int64_t width = 0;
  std::int64_t pitch = 0;  ///< floats

  bool isRof() const { return model == DenoiseModel::rof; }
  /// The first plane of f or, for rof, f / strength.
  int data() const { return 0; }
  /// tvl1: the first plane of u.
  int primal() const { return channels; }
  /// The first plane of p. A channel has a plane for each axis.
  int dual() const { return isRof() ? channels : 2 * channels; }
  /// rof: the first plane of q.
  int momentum() const { return dual() + channels * axes; }
  int planes() const { return isRof() ? channels * (1 + 2 * axes) : channels * (2 + axes); }
  std::int64_t rowFloats() const { return planes() * pitch; }
  /// Floats of a row of v: `pitch` for each channel, with room for one more sample.
  std::int64_t potentialFloats() const { return channels * pitch; }
};

/// The numbers of an iteration.
struct Steps {
  std::array<float, 3> scale = {1, 1, 1};  ///< 1 / spacing of x, (y,) slab
  std::array<float, 3> sigma = {};         ///< sigma * scale
  bool isUnit = true;                      ///< all scales are 1
  float momentum = 0;                      ///< rof
  float tau = 0;                           ///< tvl1
  float threshold = 0;                     ///< tvl1: tau / strength
  float relaxation = 1;                    ///< tvl1
  bool hasFloor = false;
  float floor = 0;                                  ///< of eigenvalues of v (rof)
  std::array<float, 6> roots = {1, 1, 1, 1, 1, 1};  ///< of weights, with `hasFloor`
};

/// One row of one iteration: first v of a row of the next slab is made, then the dual variable of
/// the row below it is updated. Pointers are to the first sample of the first plane of a row.
struct RowStep {
  /// The row whose v is made, the same of the slab before (zeros if there is none), and, in
  /// volumes, the row above it (zeros). Null: `next` has v of the next slab already, or at the
  /// border that of the updated row.
  float* made = nullptr;
  const float* before = nullptr;
  const float* above = nullptr;
  float* next = nullptr;  ///< v of the next slab's row
  /// The row that is updated, its v, and, in volumes, v of the row below (its own at the border).
  /// Null: only v is made.
  float* updated = nullptr;
  const float* now = nullptr;
  const float* below = nullptr;
};

ESPY_SIMD_DECLARE(stepRow, void(const FieldLayout& layout, const Steps& steps, const RowStep& row));

/// v of a row by p instead of q, as `RowStep` makes it; for tvl1 a copy of u.
ESPY_SIMD_DECLARE(answerRow,
                  void(const FieldLayout& layout, const Steps& steps, const RowStep& row));

/// What a row adds to the duality gap.
struct GapRow {
  const float* row = nullptr;     ///< of the fields
  const float* before = nullptr;  ///< tvl1: as in RowStep
  const float* above = nullptr;
  const float* now = nullptr;   ///< v of the row, by p
  const float* next = nullptr;  ///< of the same row of the next slab (its own at the border)
  const float* below = nullptr;
  float limit = 0;               ///< tvl1: 1 / strength
  const float* least = nullptr;  ///< tvl1: of each channel
  const float* most = nullptr;
  float* terms = nullptr;  ///< scratch for the samples of a row
};
/// rof: sum of |grad v| - <grad v, p>, in units of 1 / strength; tvl1: see espy/engine/denoise.h.
ESPY_SIMD_DECLARE(gapOfRow,
                  double(const FieldLayout& layout, const Steps& steps, const GapRow& row));

}  // namespace espy::variation
