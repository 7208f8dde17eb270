// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace samples {

/// Draws the boxes and the hidden pattern into a folder.
void writePlainSamples(const std::string& folder);

}  // namespace samples
