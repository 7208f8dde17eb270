// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/shared_options.h"

namespace espy::cli {

/// `espy identify --shapes SHAPE PICTURE...`: prints the pictures whose outlines are most like that
/// of the first one, nearest first. Returns the exit status.
int compareShapes(const SharedOptions& shared, const std::vector<std::string>& words,
                  std::size_t top);

}  // namespace espy::cli
