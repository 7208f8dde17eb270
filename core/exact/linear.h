// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exact/pattern.h"

namespace espy::exact {

/// Searches one opaque needle (tolerance 0) in time linear in the scene's pixels, whatever scene
/// and needle hold and however large the needle is. Slower than sampling where sampling works, and
/// the way out where it does not: flat, striped, dithered needles, needles that nearly match
/// everywhere.
///
/// The method is that of Bird (1977) and Baker (1978): an Aho-Corasick automaton over the needle's
/// distinct rows says for every pixel which of them ends there; below it, one Knuth-Morris-Pratt
/// automaton per column looks for the needle's sequence of rows.
std::vector<Place> findLinear(const ImageView& scene, const Pattern& pattern, int threads,
                              const Control& control);

}  // namespace espy::exact
