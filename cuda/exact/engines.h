// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/exact.h"

/// The functions that the engines `cuda` and `cuda-passes` give to the registry (espy/exact.h).
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
std::vector<std::vector<Place>> findByPasses(const ImageView& scene,
                                             std::span<const Needle> needles,
                                             const ExactOptions& options, const Control& control,
                                             RunReport& report);

}  // namespace espy::cuda
