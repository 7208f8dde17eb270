// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cuda/score/search.h"

/// Ways of scored find, one beside the other.
namespace espy::test {

using Way = cuda::ScoreWay;

/// How two answers differ; empty when they do not.
std::string difference(const ScoredPlaces& found, const ScoredPlaces& wanted);

/// What one way finds, peaks and best, in order, and how bounds decided, if they did.
cuda::PlacesOfNeedle byWay(const ImageView& scene, const Needle& needle,
                           const ScoreOptions& options, std::optional<Way> way,
                           cuda::DifferenceBounds::Decision* decision = nullptr);

/// How a way differs from the plain one; empty when it does not.
std::string differenceOfWays(const ImageView& scene, const Needle& needle,
                             const ScoreOptions& options, std::optional<Way> way,
                             cuda::DifferenceBounds::Decision* decision = nullptr);

}  // namespace espy::test
