// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/find.h"
#include "espy/score.h"

/// The functions that the engines `cuda` and `cuda-passes` give to the registry (espy/find.h,
/// espy/score.h).
namespace espy::cuda {

std::vector<std::vector<Place>> findExact(const ImageView& scene, std::span<const Needle> needles,
                                          const ExactOptions& options, const Control& control,
                                          RunReport& report);
std::vector<std::vector<Place>> findExactResident(ResidentPicture& scene,
                                                  std::span<const Needle> needles,
                                                  const ExactOptions& options,
                                                  const Control& control, RunReport& report);
void distancesResident(ResidentPicture& scene, std::span<const Needle> needles,
                       std::span<Match> matches, const Control& control);
Image flagMatches(Size scene, std::span<const Match> matches, int lastPass, const Control& control);

ScoredPlaces findScored(const ImageView& scene, std::span<const Needle> needles,
                        const ScoreOptions& options, const Control& control, RunReport& report);
ScoredPlaces findScoredResident(ResidentPicture& scene, std::span<const Needle> needles,
                                const ScoreOptions& options, const Control& control,
                                RunReport& report);
ScoreMap mapScores(const ImageView& scene, const Needle& needle, const ScoreOptions& options,
                   const Control& control, RunReport& report);

std::vector<std::vector<Place>> findByPasses(const ImageView& scene,
                                             std::span<const Needle> needles,
                                             const ExactOptions& options, const Control& control,
                                             RunReport& report);
Image flagByPasses(Size scene, std::span<const Match> matches, int lastPass,
                   const Control& control);

}  // namespace espy::cuda
