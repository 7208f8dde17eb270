// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::cli {

/// Title of a table of timings: `what` was searched, `found` matches, how and why. `chosen` names
/// the line with the choice of the engine.
std::string timingsTitle(const std::string& what, std::size_t found, const RunReport& report,
                         const char* chosen);

/// Table of `--timings`: title, then time and share of each stage and of the unaccounted rest. The
/// total is measured independently of the stages.
std::string timingsTable(const std::string& title, const Timeline& timeline,
                         double totalMilliseconds);

/// The time of each engine of several that shared the work, with a bar; empty for one engine.
std::string memberTimings(const RunReport& report);

}  // namespace espy::cli
