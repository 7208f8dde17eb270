// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "espy/engine/exact.h"

namespace espy::exact {

/// The fast exact search: all positions of every needle, ordered by y, then x.
std::vector<std::vector<Place>> findExactFast(const ImageView& scene,
                                              std::span<const Needle> needles,
                                              const ExactOptions& options, int threads,
                                              const Control& control, RunReport& report);

}  // namespace espy::exact
