// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/timeline.h"

namespace espy::cli {

/// Table of `--timings`: title, then time and share of each stage and of the unaccounted rest. The
/// total is measured independently of the stages.
std::string timingsTable(const std::string& title, const Timeline& timeline,
                         double totalMilliseconds);

}  // namespace espy::cli
