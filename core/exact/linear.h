// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exact/pattern.h"

namespace espy::exact {

/// Searches one opaque needle (tolerance 0) in time linear in the scene's pixels, independent of
/// content and of the needle's size. The fallback where sampling fails: flat, striped and dithered
/// needles, needles that nearly match everywhere.
///
/// Algorithm of Bird (1977) and Baker (1978): an Aho-Corasick automaton over the needle's distinct
/// rows finds for every pixel which of them ends there; one Knuth-Morris-Pratt automaton per column
/// then matches the needle's sequence of rows.
std::vector<Place> findLinear(const ImageView& scene, const Pattern& pattern, int threads,
                              const Control& control);

}  // namespace espy::exact
