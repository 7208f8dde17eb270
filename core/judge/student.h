// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::judge {

/// What this share of all is not above, in deviations, by Student's distribution of so many degrees
/// of freedom.
double studentOf(double share, double freedom);

}  // namespace espy::judge
