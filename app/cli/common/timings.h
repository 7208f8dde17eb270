// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/timeline.h"

namespace espy::cli {

/// The table of `--timings`: the title, then every stage with its time and its share of the total,
/// which is measured on its own; what no stage accounts for is a row too.
std::string timingsTable(const std::string& title, const Timeline& timeline,
                         double totalMilliseconds);

}  // namespace espy::cli
