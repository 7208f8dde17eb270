// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/score/needle.h"

/// From values of places to peaks. A place's value is its distance or, with zncc, the bits of its
/// score: what is exact either way.
namespace espy::cuda {

/// Some rows of places of one needle, as they lie in device memory.
struct PlaceGrid {
  std::int64_t width = 0;  ///< places in a row
  std::int64_t rows = 0;
  std::int64_t pitch = 0;     ///< places from row to row, a multiple of 32
  std::int64_t firstRow = 0;  ///< the place row, of the plane that is searched, that is row 0 here

  std::size_t count() const { return static_cast<std::size_t>(rows * pitch); }
};

/// A place that the card lists.
struct ListedPlace {
  std::uint32_t x = 0;
  std::uint32_t y = 0;  ///< row of the grid
  std::uint64_t value = 0;
};

/// What the card found out about a grid, before the list of places.
struct PlacesSummary {
  std::uint64_t count = 0;  ///< of peaks, also of those for which there was no room
  /// The greatest of all places' keys: of a distance ~distance, of a score its bits in order.
  std::uint64_t greatestKey = 0;
};

/// Where candidates go: a bit for every place, values at least where bits are set.
struct Candidates {
  std::uint64_t* values = nullptr;
  std::uint32_t* bits = nullptr;
  PlacesSummary* summary = nullptr;
};

/// Those of the n-th of several needles, whose values, bits and summaries follow one another.
__host__ __device__ inline Candidates ofNeedle(const Candidates& first, const PlaceGrid& grid,
                                               int n) {
  const std::int64_t places = n * grid.rows * grid.pitch;
  return {first.values + places, first.bits + places / 32, first.summary + n};
}

double scoreOfKey(std::uint64_t key);

/// Sets bits where the threshold is reached. From values of all places, or from distances of 32
/// bits, of which those of candidates become values.
void findCandidates(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const Threshold& threshold, const Candidates& candidates);
void findCandidates(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const Threshold& threshold, const std::uint32_t* distances,
                    const Candidates& candidates);

/// Lists the candidates of rows first, ..., first + count - 1 that no neighbour beats, in no order,
/// as far as there is room, and adds to their count. Of several needles of one `rule` into lists
/// that follow one another.
void listPeaks(const Gpu& gpu, const PlaceGrid& grid, std::int64_t first, std::int64_t count,
               const ScoreRule& rule, const Candidates& candidates, ListedPlace* list,
               std::uint64_t room, int needles = 1);

/// The best candidate (score, then y, then x). Waits for the stream.
std::optional<ListedPlace> bestCandidate(const Gpu& gpu, const PlaceGrid& grid,
                                         const ScoreRule& rule, const Candidates& candidates);

/// The scores of all places as floats, `floatPitch` of them from row to row.
void scoresAsFloats(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const std::uint64_t* values, const std::uint32_t* distances, float* floats,
                    std::int64_t floatPitch);

}  // namespace espy::cuda
