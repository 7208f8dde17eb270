// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace samples {

/// Writes an electrocardiogram with five odd beats, and a walk with five jumps, as tables into a
/// folder. Integer arithmetic only, so that all machines write the same.
void writeSignalSamples(const std::string& folder);

}  // namespace samples
