// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/signal/motif_kernels.h"

/// Several channels: costs of windows, minima over lags, and each position's lower bound over all
/// rows of the query.
namespace espy::cuda::motif {

struct CostRule {
  double unit = 1;  ///< from device to result distances
  Allowance allowed;
};
/// Costs of the listed windows, rounded down; infinite for all others.
void queueCosts(const AppendList<Found>& found, const CostRule& rule, std::int64_t windows,
                float* costs, const Stream& stream);

/// A pair of channels, at all lags.
struct LagTask {
  const float* costs;
  std::int64_t windows;
  std::int64_t first;  ///< the window that begins at position 0
  std::int64_t places;
  std::int64_t lag;
  float penalty;  ///< per sample of lag
  float weight;
  float* row;  ///< in/out: the query row's least cost
};
void queueRow(const LagTask& task, const Stream& stream);
/// Initialises a row.
void queueNever(float* values, std::int64_t count, const Stream& stream);

struct PlaceTask {
  const float* rows;  ///< by query row, then by position
  std::int64_t places;
  int rowCount;
  const float* charges;  ///< upper limit of a row's cost, if rows may be missing
  int missing;           ///< number of rows that may be missing
  bool mean;             ///< the mean of the remaining distances; else the sum of costs
  bool squared;
  float* distances;      ///< lower bounds; infinite if no match
  std::uint64_t* least;  ///< per tile, the least key (key.h)
};
void queuePlaces(const PlaceTask& task, const Stream& stream);

/// A position and its lower bound.
struct PlaceFound {
  std::uint32_t place;
  float distance;
};
void queueNear(const float* distances, std::int64_t places, float limit,
               const AppendList<PlaceFound>& found, const Stream& stream);

}  // namespace espy::cuda::motif
