// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/score/needle.h"

/// From values of positions to peaks. A position's value is its distance or, with zncc, the bits of
/// its score; both are exact.
namespace espy::cuda {

/// Rows of one needle's positions, as stored in device memory.
struct PlaceGrid {
  std::int64_t width = 0;  ///< positions in a row
  std::int64_t rows = 0;
  std::int64_t pitch = 0;     ///< positions from row to row, a multiple of 32
  std::int64_t firstRow = 0;  ///< row of the searched plane's positions that is row 0 here

  std::size_t count() const { return static_cast<std::size_t>(rows * pitch); }
};

/// A position in a device list.
struct ListedPlace {
  std::uint32_t x = 0;
  std::uint32_t y = 0;  ///< row of the grid
  std::uint64_t value = 0;
};

/// Device-side summary of a grid.
struct PlacesSummary {
  std::uint64_t count = 0;  ///< of peaks, also of those beyond the list's capacity
  /// The greatest key of all positions: ~distance, or the order-preserving bits of a score.
  std::uint64_t greatestKey = 0;
};

/// Output of candidates: a bit per position, and values at least where bits are set.
struct Candidates {
  std::uint64_t* values = nullptr;
  std::uint32_t* bits = nullptr;
  PlacesSummary* summary = nullptr;
};

/// Those of the n-th needle; values, bits and summaries follow one another.
__host__ __device__ inline Candidates ofNeedle(const Candidates& first, const PlaceGrid& grid,
                                               int n) {
  const std::int64_t places = n * grid.rows * grid.pitch;
  return {first.values + places, first.bits + places / 32, first.summary + n};
}

double scoreOfKey(std::uint64_t key);

/// Sets bits where the threshold is reached. From values of all positions, or from 32-bit
/// distances, whose candidates' values are written.
void findCandidates(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const Threshold& threshold, const Candidates& candidates);
void findCandidates(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const Threshold& threshold, const std::uint32_t* distances,
                    const Candidates& candidates);

/// Lists the candidates of rows first, ..., first + count - 1 that are local maxima, unordered, up
/// to the capacity `room`, and adds to the summary's count. For several needles with one `rule`,
/// into consecutive lists.
void listPeaks(const Gpu& gpu, const PlaceGrid& grid, std::int64_t first, std::int64_t count,
               const ScoreRule& rule, const Candidates& candidates, ListedPlace* list,
               std::uint64_t room, int needles = 1);

/// The best candidate (by score, then y, then x). Synchronises.
std::optional<ListedPlace> bestCandidate(const Gpu& gpu, const PlaceGrid& grid,
                                         const ScoreRule& rule, const Candidates& candidates);

/// Writes the scores of all positions as floats; `floatPitch`: floats from row to row.
void scoresAsFloats(const Gpu& gpu, const PlaceGrid& grid, const ScoreRule& rule,
                    const std::uint64_t* values, const std::uint32_t* distances, float* floats,
                    std::int64_t floatPitch);

}  // namespace espy::cuda
