// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "espy/error.h"

namespace espy::cli {

/// Removes an index that never had pictures, because its creation failed or was interrupted: the
/// next creation would be refused. `segmentsOf(index)` is the number of its segments.
template <class Writer, class SegmentsOf>
void removeUnfinished(const std::string& index, const SegmentsOf& segmentsOf) {
  try {
    if (segmentsOf(index) > 0) return;
    const Writer alone(index);
    std::error_code ignored;
    if (segmentsOf(index) == 0) std::filesystem::remove_all(index, ignored);
  } catch (const Error&) {  // there is no index, or another process writes to it
  }
}

}  // namespace espy::cli
