// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::cli {

/// Parses the format of a headerless file, "int16", "int24be:2" or "float32:8:512". Throws
/// UseError.
RawFormat rawFormat(const std::string& option, const std::string& text);

}  // namespace espy::cli
