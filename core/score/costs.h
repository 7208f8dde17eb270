// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/simd.h"
#include "score/costs_by_level.h"

/// Costs of scored search in nanoseconds on one core of a machine of 2023. Only ratios matter: they
/// choose the strategy. `tools/bench score` measured the FFTs; with `tools/bench peer`, and
/// `tools/bench worst` for adversarial scenes, it checks the choice.
namespace espy::score::costs {

// Estimates for engine `auto`.
inline constexpr double kTransformedPixel = 3.5;  ///< per pixel and channel, by FFT
inline constexpr double kPlace = 5;               ///< per position, where every window is read
inline constexpr double kSampleOfPlace = 0.012;   ///< per sample of a needle and position

// FFTs.
/// Per number of a tile: added for each doubling beyond the sizes of `SimdLevelCosts::transform`.
inline constexpr double kTransformBeyond = 0.3;
inline constexpr double kNumberTaken = 0.8;       ///< per number of a tile that is read, summed or
                                                  ///< tested
inline constexpr double kProductOfSpectra = 0.4;  ///< per number and channel
inline constexpr double kTileRow = 60;            ///< per row: fixed cost, relevant for short rows
inline constexpr double kSpectra = 20000;         ///< fixed, for any number of needles
/// Per number: first-touch page faults, as in a new process.
inline constexpr double kTouchedFloats = 4;
inline constexpr double kTouchedFloatsAndProducts = 8;
/// Needles in pieces are tried where tiles of whole needles cost more than this in total, and more
/// than `kFairPixel` per pixel and needle.
inline constexpr double kLittle = 4e6;
inline constexpr double kFairPixel = 40;
/// Per operation of a double-precision FFT.
inline constexpr double kExactOperation = 2;

/// Products of a window with a needle of 16-bit samples: per window, row and sample; for 8 bits see
/// `SimdLevelCosts`.
struct Windows {
  double plain;
  double plainRow;
  double plainSample;
};
inline Windows windows() {
  if (hasSimd(SimdLevel::avx512)) return {25, 2.0, 0.08};
  if (hasSimd(SimdLevel::avx2)) return {25, 2.0, 0.11};
  return {25, 2.0, 0.2};
}
/// Per scene pixel: up to this cost, all windows may be multiplied one by one.
inline constexpr double kFewWindows = 2000;

// Distances of windows, one by one (find/costs.h).
inline constexpr double kUncachedSample = 0.15;  ///< per sample of a needle beyond L2
inline constexpr double kCachedSamples = 1 << 19;

/// Loops over stretches of windows: nanoseconds per window.
struct Rows {
  // Products: per number of `ProductTaps`, and per row of the needle.
  double products;
  double productsRow;
  // Differences: fixed; per number of `DifferenceTaps`; per remainder of a row; per row.
  double differencePlace;
  double differences;
  double differencesRest;
  double differencesRow;
  // With a mask: fixed; per group of eight, or of four with AVX-512; per single sample; per row.
  double withinPlace;
  double within;
  double withinOne;
  double withinRow;
  // Block averages. Ssd: fixed; per number. Sad: fixed; per group of four or eight; per single.
  double meansSquares;
  double meansProducts;
  double meansDifferences;
  double meansGroup;
  double meansOne;
};
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
                                        : kSse4Rows;
}
inline constexpr double kDirectPixel = 0.5;  ///< per pixel; next: per channel
inline constexpr double kDirectChannel = 0.8;
inline constexpr double kDirectPlace = 0.6;

// Sample by sample.
inline constexpr double kSamplesPlace = 20;
inline constexpr double kSamplesRow = 3.0;
inline constexpr double kSamplesSample = 0.05;
/// Of a `DifferenceTree`: per sample of 16 bits, and per block.
inline constexpr double kDeepDifference = 0.06;
inline constexpr double kDifferenceBlock = 2.5;

// Sums over masks of many rectangles, per position and rectangle: with and without a large
// rectangle by which positions are pruned first.
inline constexpr double kRectangleAsked = 0.05;
inline constexpr double kRectangle = 0.35;

// Distances of all positions.
inline constexpr double kDenseTaken = 0.5;   ///< per number of a channel that enters an FFT
inline constexpr double kDenseGiven = 0.3;   ///< per number that leaves it
inline constexpr double kDenseLooked = 0.8;  ///< per position, for those computed window by window
inline constexpr double kDenseDirect = 0.4;  ///< per position of direct correlation
inline constexpr double kDenseDirectPixel = 0.3;
inline constexpr double kDenseDifference = 1;
inline constexpr double kDenseSquares = 0.4;  ///< per pixel and channel
inline constexpr double kDensePlace = 0.6;
inline constexpr double kSelectedTogether = 1e5;  ///< ns of work that are worth using several
                                                  ///< threads
inline constexpr double kLargeDistance = 100;     ///< ns per window above which selection comes
                                                  ///< before exact distances

// Block averages.
inline constexpr double kMeansPlace = 0.4;      ///< per pixel, to compute them
inline constexpr double kMeansOfWindow = 0.06;  ///< per sample, for one window
inline constexpr double kMeansTold = 60000;     ///< ns to spend on estimating how many positions
                                                ///< pass
inline constexpr double kMeansPassed = 30;      ///< per passing position, besides its window
inline constexpr double kLongWindow = 300;      ///< ns per window above which finer blocks are
                                                ///< tested first
inline constexpr double kFineMeans = 1.5;       ///< per position, to compute their averages
/// Required ratio of costs: savings are estimated from few positions.
inline constexpr double kWorthIt = 0.7;
/// Limit of the cost of the positions left in a region, as a ratio to searching all its positions.
/// Above 1, because the full search leaves L2, and has overhead that the estimate lacks.
inline constexpr double kLeftOfRegion = 1.5;

}  // namespace espy::score::costs
