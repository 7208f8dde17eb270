// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "espy/engine/exact.h"

namespace espy::exact {

/// Sets the distances of many matches. For needles with large parts of one value it uses integral
/// images; otherwise it reads every sample.
void fillDistances(const ImageView& scene, std::span<const Needle> needles,
                   std::span<Match> matches, int threads, const Control& control);

}  // namespace espy::exact
