// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cuda/score/search.h"

/// Strategies of scored find on the GPU, separately.
namespace espy::test {

using Strategy = cuda::GpuScoreStrategy;

/// The difference of two results; empty if equal.
std::string difference(const ScoredPlaces& found, const ScoredPlaces& wanted);

/// The result of one strategy, sorted peaks and best, and the decision of bounds, if any.
cuda::PlacesOfNeedle byStrategy(const ImageView& scene, const Needle& needle,
                                const ScoreOptions& options, std::optional<Strategy> strategy,
                                cuda::DifferenceBounds::Decision* decision = nullptr);

/// The difference between a strategy and the plain one; empty if equal.
std::string differenceFromPlain(const ImageView& scene, const Needle& needle,
                                const ScoreOptions& options, std::optional<Strategy> strategy,
                                cuda::DifferenceBounds::Decision* decision = nullptr);

}  // namespace espy::test
