// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "cuda/base/stream.h"

/// Kernels of the motif search: windows in float, with error bounds, so that the host can settle in
/// double what may matter.
///
/// Samples are scaled by `SampleScale` to about 1; NaN for a gap, infinite where float lacks the
/// range. A window's samples become `sample * scale + offset`.
namespace espy::cuda::motif {

/// A range of a channel on the GPU and the windows that begin in it. Readable 64 samples past its
/// end; aligned to 16 bytes.
struct Stretch {
  const float* samples;
  std::int64_t sampleCount;
  std::int64_t length;  ///< of a window
  std::int64_t places() const { return sampleCount - length + 1; }
};

/// Normalisation of a window.
enum class Normalisation : std::uint8_t { none, mean, z };

struct LevelRule {
  Normalisation normalisation = Normalisation::z;
  double flat = 0;     ///< relative deviation that counts as constant on the host
  double distant = 0;  ///< distance of 0 from the origin, in the unit of the floats
  double queryRms = 1;
  const std::uint8_t* merged = nullptr;  ///< per piece of samples, if not null (kMergedPiece)
};

/// Per piece of this length: whether unequal neighbours became one float, so that what looks
/// constant may not be.
inline constexpr std::int64_t kMergedPiece = 256;
constexpr std::int64_t mergedPieces(std::int64_t samples) {
  return (samples + kMergedPiece - 1) / kMergedPiece;
}
/// Longer windows that look constant are left to the host: rounding of their sums exceeds the limit
/// of constancy.
inline constexpr std::int64_t kMostConstant = std::int64_t{1} << 18;

struct WindowLevel {
  float scale;
  float offset;
};

/// Each window's level and `reach`, to which its errors are proportional. NaN at a gap, infinite if
/// only the host can decide.
struct Levels {
  WindowLevel* levels;
  float* reaches;
};

/// The largest sum that may matter, for distances up to `most` plus errors.
struct Allowance {
  float most = std::numeric_limits<float>::infinity();
  float slack = 0;   ///< times the window's reach
  float growth = 1;  ///< relative rounding of float sums
  bool squared = true;
};

enum class Sum : std::uint8_t { keogh, squares, absolutes };

/// A query for `queueSums`: the envelope of each sample.
struct Range {
  float upper;
  float lower;
};
inline constexpr int kChunk = 32;   ///< samples between two checks of the limits
inline constexpr int kTile = 1024;  ///< windows per block

struct SumTask {
  Stretch stretch;
  Levels levels;
  const Range* ranges;
  const std::int32_t* order;  ///< chunks of the query, most selective first
  Allowance allowed;
  float* sums;           ///< per window; partial where it exceeds the allowance
  std::uint64_t* least;  ///< per tile, the least key (key.h)
};

/// A window that may matter.
struct Found {
  std::uint32_t place;
  float sum;
  float reach;
};

/// A list that kernels append to.
template <class Entry>
struct AppendList {
  Entry* entries;
  std::uint32_t* count;
};

/// DTW of listed windows.
struct WarpTask {
  Stretch stretch;
  Levels levels;
  const float* query;  ///< see warpNarrowly and warpWidely
  std::int64_t band;
  Allowance allowed;
  const std::uint32_t* places;
  std::int64_t count;
  AppendList<Found> found;
  float* sums;  ///< if not null, receives every sum: for tests and benchmarks
};

inline std::int64_t tilesOf(std::int64_t places) {
  return (places + kTile - 1) / kTile;
}

void queueLevels(const Stretch& stretch, const LevelRule& rule, const Levels& levels,
                 const Stream& stream);
void queueSums(const SumTask& task, Sum kind, const Stream& stream);

/// Bins of a histogram of bounds.
inline constexpr int kBins = 4096;
constexpr std::uint32_t binOf(std::uint32_t bits) {
  return bits >> 19U;
}
/// Counts the windows that may matter; `bins` must be zero.
void queueBins(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, std::uint32_t* bins, const Stream& stream);
/// Lists those in bins `first` to `last`, unordered.
void queueChoose(const float* sums, const Levels& levels, std::int64_t places,
                 const Allowance& allowed, std::uint32_t first, std::uint32_t last,
                 const AppendList<std::uint32_t>& chosen, const Stream& stream);
/// The same for sums that are distances.
void queueTake(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, const AppendList<Found>& found, const Stream& stream);
/// A row's band in a thread's registers: limits of band and query length.
inline constexpr std::int64_t kMostNarrow = 96;
inline constexpr std::int64_t kMostNarrowLength = 11'000;
inline constexpr std::int64_t kNarrowRows = 4;
/// Size of `length` samples with their padding, for `layNarrow`.
std::int64_t narrowSize(std::int64_t length, std::int64_t band);
void layNarrow(const float* query, std::int64_t length, std::int64_t band, float* to);
void warpNarrowly(const WarpTask& task, const Stream& stream);

/// Strips of rows in a thread's registers, for any band.
inline constexpr std::int64_t kWideRows = 32;
constexpr std::int64_t wideSize(std::int64_t length) {
  return (length + kWideRows - 1) / kWideRows * kWideRows;
}
/// `to` has `wideSize` samples and is aligned to 16 bytes.
void layWide(const float* query, std::int64_t length, float* to);
/// Scratch of `warpWidely`, in units of four floats.
std::int64_t wideWork(std::int64_t length, std::int64_t band, int multiprocessors);
void warpWidely(const WarpTask& task, float4* work, int multiprocessors, const Stream& stream);

}  // namespace espy::cuda::motif
