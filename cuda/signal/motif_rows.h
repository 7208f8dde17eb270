// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/signal/motif_kernels.h"

/// Channels together: of windows what each costs at least, of places what they cost with the lag
/// that is best, and of all rows of the query together the distance that a place has at least.
namespace espy::cuda::motif {

/// How sums of the card become costs.
struct CostRule {
  double unit = 1;  ///< a distance of the card in those of the answer
  Allowance allowed;
};
/// Costs of the windows that were found, rounded down; infinite of all others.
void queueCosts(const Growing<Found>& found, const CostRule& rule, std::int64_t windows,
                float* costs, const Stream& stream);

/// A pair of channels, at all lags.
struct LagTask {
  const float* costs;
  std::int64_t windows;
  std::int64_t first;  ///< the window that begins at place 0
  std::int64_t places;
  std::int64_t lag;
  float penalty;  ///< for each sample of it
  float weight;
  float* row;  ///< the query's: becomes the least of what it is and what the pair costs
};
void queueRow(const LagTask& task, const Stream& stream);
/// Before the first pair of a row.
void queueNever(float* values, std::int64_t count, const Stream& stream);

struct PlaceTask {
  const float* rows;  ///< by row of the query, then by place
  std::int64_t places;
  int rowCount;
  const float* charges;  ///< what a row costs at most, if some may be missing
  int missing;           ///< so many may be
  bool mean;             ///< the mean of the distances of the others; else the sum of all costs
  bool squared;
  float* distances;      ///< at least; infinite of a place that is no match
  std::uint64_t* least;  ///< for each tile the least and where (key.h)
};
void queuePlaces(const PlaceTask& task, const Stream& stream);

/// A place and the distance that it has at least.
struct PlaceFound {
  std::uint32_t place;
  float distance;
};
/// Lists the places that are no farther off than `limit`.
void queueNear(const float* distances, std::int64_t places, float limit,
               const Growing<PlaceFound>& found, const Stream& stream);

}  // namespace espy::cuda::motif
