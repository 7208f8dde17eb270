// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "cuda/base/stream.h"

/// What the card does for the search of motifs: windows in float, each with what its distance may
/// be off by, so that the host can settle in double what may matter.
///
/// Samples are as `SampleScale` brings them: near 1, NaN for a gap, infinite for one that float
/// cannot hold beside the others. A window's samples become `sample * scale + offset`.
namespace espy::cuda::motif {

/// A stretch of a channel on the card and the windows that begin in it. Readable 64 samples past
/// its end; begins at a multiple of 16 bytes.
struct Stretch {
  const float* samples;
  std::int64_t sampleCount;
  std::int64_t length;  ///< of a window
  std::int64_t places() const { return sampleCount - length + 1; }
};

/// What is done to each window.
enum class Level : std::uint8_t { none, mean, z };

struct LevelRule {
  Level level = Level::z;
  double flat = 0;     ///< this part of the largest sample may count as no deviation, on the host
  double distant = 0;  ///< how far 0 was moved, in the unit of the floats
  double queryRms = 1;
  const std::uint8_t* merged = nullptr;  ///< of each piece of samples, if not null (kMergedPiece)
};

/// In pieces of so many samples it is marked where unlike neighbours became one float: what looks
/// constant there may not be.
inline constexpr std::int64_t kMergedPiece = 256;
constexpr std::int64_t mergedPieces(std::int64_t samples) {
  return (samples + kMergedPiece - 1) / kMergedPiece;
}
/// Longer windows are left to the host if they look constant: sums over them are off by more than
/// what counts as no deviation.
inline constexpr std::int64_t kMostConstant = std::int64_t{1} << 18;

struct WindowLevel {
  float scale;
  float offset;
};

/// For each window its level and its `reach`: what sums may be off by is a multiple of it. NaN of
/// a window with a gap, infinite of one that only the host can judge.
struct Levels {
  WindowLevel* levels;
  float* reaches;
};

/// Up to which sum a window may matter: of a distance at most `most`, or what looks like one.
struct Allowance {
  float most = std::numeric_limits<float>::infinity();
  float slack = 0;   ///< times the window's reach
  float growth = 1;  ///< what adding in float may add at most
  bool squared = true;
};

enum class Sum : std::uint8_t { keogh, squares, absolutes };

/// A query for `queueSums`: for each of its samples the largest and the least that it may be.
struct Range {
  float upper;
  float lower;
};
inline constexpr int kChunk = 32;   ///< samples between two looks at whether to go on
inline constexpr int kTile = 1024;  ///< windows of a block

struct SumTask {
  Stretch stretch;
  Levels levels;
  const Range* ranges;
  const std::int32_t* order;  ///< the chunks of the query, by how soon they tell
  Allowance allowed;
  float* sums;           ///< for each window; not complete where it exceeds what is allowed
  std::uint64_t* least;  ///< for each tile its least sum and where (key.h)
};

/// A window that may matter.
struct Found {
  std::uint32_t place;
  float sum;
  float reach;
};

/// A list that grows on the card.
template <class Entry>
struct Growing {
  Entry* entries;
  std::uint32_t* count;
};

/// Paths of windows through the table.
struct WarpTask {
  Stretch stretch;
  Levels levels;
  const float* query;  ///< see warpNarrowly and warpWidely
  std::int64_t band;
  Allowance allowed;
  const std::uint32_t* places;
  std::int64_t count;
  Growing<Found> found;
  float* sums;  ///< if not null, every sum goes here too: for tests and measurements
};

inline std::int64_t tilesOf(std::int64_t places) {
  return (places + kTile - 1) / kTile;
}

void queueLevels(const Stretch& stretch, const LevelRule& rule, const Levels& levels,
                 const Stream& stream);
void queueSums(const SumTask& task, Sum kind, const Stream& stream);

/// Bounds are sorted into so many bins by their size.
inline constexpr int kBins = 4096;
constexpr std::uint32_t binOf(std::uint32_t bits) {
  return bits >> 19U;
}
/// Counts those windows that may matter; `bins` must be zero.
void queueBins(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, std::uint32_t* bins, const Stream& stream);
/// Lists those in bins `first` to `last` that may matter, in some order.
void queueChoose(const float* sums, const Levels& levels, std::int64_t places,
                 const Allowance& allowed, std::uint32_t first, std::uint32_t last,
                 const Growing<std::uint32_t>& chosen, const Stream& stream);
/// The same of sums that are distances already.
void queueTake(const float* sums, const Levels& levels, std::int64_t places,
               const Allowance& allowed, const Growing<Found>& found, const Stream& stream);
/// The band of a row in a thread's registers: bands up to this, and queries up to that.
inline constexpr std::int64_t kMostNarrow = 96;
inline constexpr std::int64_t kMostNarrowLength = 11'000;
inline constexpr std::int64_t kNarrowRows = 4;
/// Room for `length` samples with what stands beside them, for `layNarrow`.
std::int64_t narrowSize(std::int64_t length, std::int64_t band);
void layNarrow(const float* query, std::int64_t length, std::int64_t band, float* to);
void warpNarrowly(const WarpTask& task, const Stream& stream);

/// Strips of rows in a thread's registers, one after the other, for any band.
inline constexpr std::int64_t kWideRows = 32;
constexpr std::int64_t wideSize(std::int64_t length) {
  return (length + kWideRows - 1) / kWideRows * kWideRows;
}
/// `to` has `wideSize` samples and is aligned to 16 bytes.
void layWide(const float* query, std::int64_t length, float* to);
/// What `warpWidely` needs to work in, of four floats each.
std::int64_t wideWork(std::int64_t length, std::int64_t band, int multiprocessors);
void warpWidely(const WarpTask& task, float4* work, int multiprocessors, const Stream& stream);

}  // namespace espy::cuda::motif
