// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espy::cli {

/// Returns " (did you mean NAME?)" with the names that `word` misspells: those of the smallest edit
/// distance, if at most a third of the letters differ. Empty if there are none. Letter case and
/// leading dashes do not count.
std::string suggestion(const std::string& word, const std::vector<std::string>& names);

}  // namespace espy::cli
