// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/tile.h"

/// Cheap lower bounds of a tile's windows, in float.
///
/// LB_Keogh: with a band each sample of a window differs from some query sample nearby, so by at
/// least its distance from their range; the first and last samples meet exactly (LB_Kim). Without a
/// band these are the exact distances.
namespace espy::signal {

class Envelope {
 public:
  Envelope(const FloatQuery& query, MotifMethod method, std::int64_t band);

  std::int64_t size() const { return std::ssize(offsets_); }
  bool isExact() const { return isExact_; }
  bool isSad() const { return isSad_; }
  /// In sample order.
  const float* lowerAt() const { return lowerAt_.data(); }
  const float* upperAt() const { return upperAt_.data(); }
  /// Sorts samples by weight, so that those that prune most come first.
  void order(std::span<const double> weights);
  const std::int32_t* offsets() const { return offsets_.data(); }
  const float* lower() const { return lower_.data(); }
  const float* upper() const { return upper_.data(); }

 private:
  bool isExact_;
  bool isSad_;
  std::vector<float> lowerAt_;
  std::vector<float> upperAt_;
  std::vector<std::int32_t> offsets_;
  std::vector<float> lower_;
  std::vector<float> upper_;
};

/// Adds, over some windows of a tile, each sample's share of the bound.
void weighSamples(const Tile& tile, const Envelope& envelope, std::vector<double>& weights);

/// Lower bounds of the remaining columns of windows in lanes, for `WarpLanes::rests`.
void boundRests(const Envelope& envelope, const float* windows, std::int64_t band, float* rests);

/// Partial sums per position, complete where within the limit. `limits` as `Tile::fillPlaceLimits`
/// fills them; both are padded by `Tile::kPad`.
void boundPlaces(const Tile& tile, const Envelope& envelope, const float* limits,
                 const Control& control, float* sums);

/// The reverse bound: the query against the envelope of the window.
class WindowEnvelope {
 public:
  void prepare(const Tile& tile, std::int64_t band);
  /// Of one window; abandoned beyond the limit.
  float bound(const Tile& tile, const FloatQuery& query, std::int64_t place, float limit) const;

 private:
  std::vector<float> lower_;
  std::vector<float> upper_;
};

/// Minimum and maximum within `reach` samples on both sides.
void rangeAround(std::span<const float> samples, std::int64_t reach, std::vector<float>& lower,
                 std::vector<float>& upper);

}  // namespace espy::signal
