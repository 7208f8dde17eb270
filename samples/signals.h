// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace samples {

/// Writes an electrocardiogram with five odd beats, and a walk with five jumps, as tables into a
/// folder. Only whole numbers are computed with, so that they are the same on every machine.
void writeSignalSamples(const std::string& folder);

}  // namespace samples
