// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/find/score_places.h"
#include "cuda/find/score_planes.h"

namespace espy::cuda {

/// Widest needle whose windows are summed here.
inline constexpr std::int64_t kWidestWindow = 448;

/// For a needle all of whose pixels take part: sums up each window and its squares, makes scores
/// (zncc) or distances (ssd) of them and of `products`, the sums of I (T - 128), and finds the
/// candidates. The summary's key is of a score that may be off by kKeyError with zncc.
void findCandidatesOfProducts(const Gpu& gpu, const BytePlanes& planes, Size needle, int channels,
                              const PlaceGrid& grid, const ScoreRule& rule,
                              const Threshold& threshold, const std::int32_t* products,
                              const Candidates& candidates);
inline constexpr double kKeyError = 1e-5;

/// Sums under a needle's mask, or a part of it: of I, of the lower and upper bytes of I^2, of I (T
/// - 128).
struct MaskedSums {
  const std::int32_t* sums = nullptr;
  const std::int32_t* lowSquares = nullptr;
  const std::int32_t* highSquares = nullptr;
  const std::int32_t* products = nullptr;
};

/// Adds such sums of all places to those of valuesOfSums (score_sums.h).
void addMaskedSums(const Gpu& gpu, const PlaceGrid& grid, const MaskedSums& part,
                   std::uint64_t* sums);

}  // namespace espy::cuda
