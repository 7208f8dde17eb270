// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/tile.h"

/// What the windows of a tile are off at least, in float, cheaply.
///
/// With a band each sample of a window meets one of the query's samples around its own place, so it
/// is off by no less than its distance from their range; the first and the last meet the first and
/// the last (Kim's and Keogh's bounds). Without a band these are the distances themselves.
namespace espy::signal {

/// What the samples of a window are held against.
class Envelope {
 public:
  Envelope(const FloatQuery& query, MotifMethod method, std::int64_t band);

  std::int64_t size() const { return std::ssize(offsets_); }
  bool isExact() const { return isExact_; }
  bool isSad() const { return isSad_; }
  /// So far from a window's samples, in their own order.
  const float* lowerAt() const { return lowerAt_.data(); }
  const float* upperAt() const { return upperAt_.data(); }
  /// The samples that say most about a window come first: those of the largest weight.
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

/// Adds, for some windows of a tile, how much each sample does to rule them out.
void weighSamples(const Tile& tile, const Envelope& envelope, std::vector<double>& weights);

/// What the samples of windows side by side are off at least that a path has not reached yet, as
/// `WarpLanes::rests` wants it.
void boundRests(const Envelope& envelope, const float* windows, std::int64_t band, float* rests);

/// To each place the sum so far, which is all of it where it is at most the place's limit. `limits`
/// as `Tile::fillKept` fills them. Both have `Tile::kPad` more than places.
void boundPlaces(const Tile& tile, const Envelope& envelope, const float* limits,
                 const Control& control, float* sums);

/// The other way round: the range of the window's samples around each place, and the query's
/// samples held against it.
class WindowEnvelope {
 public:
  void prepare(const Tile& tile, std::int64_t band);
  /// Of one window, given up when it is beyond the limit.
  float bound(const Tile& tile, const FloatQuery& query, std::int64_t place, float limit) const;

 private:
  std::vector<float> lower_;
  std::vector<float> upper_;
};

/// The least and the greatest of each sample and `reach` ones on both sides.
void rangeAround(std::span<const float> samples, std::int64_t reach, std::vector<float>& lower,
                 std::vector<float>& upper);

}  // namespace espy::signal
