// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/simd.h"
#include "score/costs_by_level.h"

/// What scored search takes, in nanoseconds on one core of a machine of 2023, by which it chooses
/// among its ways: only ratios matter. `tools/bench score` measured transforms and shows, with
/// `tools/bench peer`, whether the choice is right; `tools/bench worst` does where pictures are
/// made to be hard.
namespace espy::score::costs {

// What there is to do, for `auto`.
inline constexpr double kTransformedPixel = 3.5;  ///< of one channel
inline constexpr double kPlace = 5;               ///< where every window is read
inline constexpr double kSampleOfPlace = 0.012;   ///< and one sample of a needle at one place

// Transforms.
/// For each doubling beyond the sizes of `LevelCosts::transform`.
inline constexpr double kTransformBeyond = 0.3;
inline constexpr double kNumberTaken = 0.8;  ///< a tile's number that is read, summed or tested
inline constexpr double kProductOfSpectra = 0.4;  ///< of a number and channel
inline constexpr double kTileRow = 60;            ///< each begins anew, which counts if it is short
inline constexpr double kSpectra = 20000;         ///< whatever needles there are
/// Memory that is touched for the first time, as in a new process: of a number.
inline constexpr double kTouchedFloats = 4;
inline constexpr double kTouchedFloatsAndProducts = 8;
/// Pieces are looked at where tiles of whole needles take more than this, and more of a pixel and
/// needle.
inline constexpr double kLittle = 4e6;
inline constexpr double kFairPixel = 40;
/// An operation of a transform in double precision.
inline constexpr double kExactOperation = 2;

/// Products of a window with a needle of 16-bit samples: the window, its rows and samples; of 8
/// bits, see `LevelCosts`.
struct Windows {
  double plain;
  double plainRow;
  double plainSample;
};
inline Windows windows() {
  if (hasSimd(SimdLevel::avx512)) return {25, 2.0, 0.08};
  if (hasSimd(SimdLevel::avx2)) return {25, 2.0, 0.11};
  if (hasSimd(SimdLevel::neon)) return {25, 2.0, 0.2};
  return {25, 2.0, 0.4};
}
/// A pixel, when all windows are multiplied: little more than a tenth of what any search may take.
inline constexpr double kFewWindows = 2000;

// Distances of windows, one by one (find/costs.h).
inline constexpr double kUncachedSample = 0.15;  ///< of a needle that leaves the second cache
inline constexpr double kCachedSamples = 1 << 19;

/// Stretches of windows: nanoseconds of one of them.
struct Rows {
  // Products: a number of `ProductTaps`, and a row of the needle.
  double products;
  double productsRow;
  // Differences: what `DifferenceTaps` holds whole, what is left of a row, and a row.
  double differencePlace;
  double differences;
  double differencesRest;
  double differencesRow;
  // Those with a mask: of what AVX-512 has, eights or fours, ones, and rows.
  double withinPlace;
  double within;
  double withinOne;
  double withinRow;
  // Means of blocks: products of a number, differences of fours or eights, and of ones.
  double meansSquares;
  double meansProducts;
  double meansDifferences;
  double meansGroup;
  double meansOne;
};
inline constexpr Rows kPlainRows = {0.15, 0.1, 0.5, 1.2, 1.2, 0.1, 0.8, 1.2,
                                    0,    0,   0.5, 0.2, 0.5, 1.2, 0};
inline constexpr Rows kSse4Rows = {0.052, 0.01, 0.5,  0.18, 0.22, 0,    0.8, 0.22,
                                   0,     0,    0.34, 0.09, 0.46, 0.15, 0};
inline constexpr Rows kAvx2Rows = {0.026, 0.005, 0.5,  0.088, 0.11, 0,     0.8, 0.11,
                                   0,     0,     0.34, 0.045, 0.46, 0.075, 0};
inline constexpr Rows kAvx512Rows = {0.0205, 0.005, 0.3, 0.022, 0.02, 0.01, 0.3, 0.015,
                                     0.04,   0.35,  0.2, 0.033, 0.1,  0.04, 0.05};
inline constexpr Rows kVnniRows = {0.0165, 0.007, 0.3, 0.022, 0.02, 0.01, 0.3, 0.015,
                                   0.04,   0.35,  0.3, 0.027, 0.1,  0.04, 0.05};
/// Of the level in use.
inline const Rows& rows() {
  return hasSimd(SimdLevel::avx512vnni) ? kVnniRows
         : hasSimd(SimdLevel::avx512)   ? kAvx512Rows
         : hasSimd(SimdLevel::avx2)     ? kAvx2Rows
         : hasSimd(SimdLevel::neon)     ? kSse4Rows
                                        : kPlainRows;
}
inline constexpr double kDirectPixel = 0.5;  ///< and of each channel
inline constexpr double kDirectChannel = 0.8;
inline constexpr double kDirectPlace = 0.6;

// Sample by sample.
inline constexpr double kSamplesPlace = 20;
inline constexpr double kSamplesRow = 3.0;
inline constexpr double kSamplesSample = 0.05;

// Sums over masks of many rectangles, at a place: of one, with a large one to ask first and
// without.
inline constexpr double kRectangleAsked = 0.05;
inline constexpr double kRectangle = 0.35;

// Distances of all places.
inline constexpr double kDenseTaken = 0.5;   ///< a number of a channel that goes to a transform
inline constexpr double kDenseGiven = 0.3;   ///< and one that comes back
inline constexpr double kDenseLooked = 0.8;  ///< a place, for what is computed window by window
inline constexpr double kDenseDirect = 0.4;  ///< a place that is had directly
inline constexpr double kDenseDirectPixel = 0.3;
inline constexpr double kDenseDifference = 1;
inline constexpr double kDenseSquares = 0.4;  ///< a pixel and channel
inline constexpr double kDensePlace = 0.6;
inline constexpr double kSelectedTogether = 1e5;  ///< worth threads: to compute what is next
inline constexpr double kLargeDistance = 100;     ///< it pays to select before it is computed

// Means of blocks.
inline constexpr double kMeansPlace = 0.4;      ///< to make them
inline constexpr double kMeansOfWindow = 0.06;  ///< a sample: those of one window
inline constexpr double kMeansTold = 60000;     ///< may go into telling how many places pass
inline constexpr double kMeansPassed = 30;      ///< besides the window, of a place that passes
inline constexpr double kLongWindow = 300;      ///< a window that finer blocks are asked of first
inline constexpr double kFineMeans = 1.5;       ///< a place: what it takes to make their means
/// What is saved must be more than a little: it is told from few places.
inline constexpr double kWorthIt = 0.7;
/// What sums of blocks leave of a region may take this share of what all its places would: it goes
/// to caches further away than is counted on, and more comes on top.
inline constexpr double kLeftOfRegion = 1.5;

}  // namespace espy::score::costs
