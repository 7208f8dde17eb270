// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "espy/engine/find.h"

namespace espy::finders {

/// Sorts by needle, then y, then x. Dense peaks are sorted by counting, first by row, then by
/// column: on flat areas millions of comparisons would cost more than the search.
void orderPeaks(std::vector<Peak>& peaks, const Control& control);

}  // namespace espy::finders
