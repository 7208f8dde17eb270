// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/exact.h"

/// The functions that the engines `cuda` and `cuda-passes` register (espy/engine/exact.h).
namespace espy::cuda {

std::vector<std::vector<Place>> findExact(const Scene& scene, std::span<const Needle> needles,
                                          const ExactOptions& options, const Control& control,
                                          RunReport& report);
void fillDistances(const Scene& scene, std::span<const Needle> needles, std::span<Match> matches,
                   const Control& control);
std::vector<std::vector<Place>> findByPasses(const Scene& shown, std::span<const Needle> needles,
                                             const ExactOptions& options, const Control& control,
                                             RunReport& report);

}  // namespace espy::cuda
