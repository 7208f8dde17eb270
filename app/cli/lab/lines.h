// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

/// Text tables of the lab.
namespace espy::cli {

using Line = std::vector<std::string>;

/// Three significant digits.
std::string figure(double value);
/// "-" for none.
std::string figure(const std::optional<double>& value);

/// Aligns columns: the first `left` ones to the left, the others to the right.
std::string aligned(const std::vector<Line>& lines, std::size_t left = 1);

}  // namespace espy::cli
