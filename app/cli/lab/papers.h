// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/lab.h"

namespace espy::cli {

/// All papers with their tables and figures, for the list of `espy lab`.
std::string paperList();

/// A paper's names of tables and figures; empty if there is no such paper.
std::vector<std::string> exhibitsOf(const std::string& paper);

/// Measures these tables and figures, and prints each when it is complete: as text, or as a line of
/// JSON. Returns after a stop.
void printPaper(const Registry& registry, const LabRequest& request,
                const std::vector<std::string>& exhibits, bool json, const Control& control);

}  // namespace espy::cli
