// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/find.h"

namespace espy::finders {

/// Makes one list of those of several workers; what was taken over goes, so that nothing is there
/// twice.
std::vector<Peak> joined(std::vector<std::vector<Peak>>&& parts, const Control& control);

/// Orders peaks by needle, then y, then x. Where they are dense each goes straight to its row, and
/// there to its place: on flat ground millions of comparisons would take longer than the search.
void orderPeaks(std::vector<Peak>& peaks, const Control& control);

}  // namespace espy::finders
