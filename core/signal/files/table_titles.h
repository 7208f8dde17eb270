// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace espy::recordings {

/// A channel's name in a table, which may end with its unit: "ECG (mV)", "EEG [uV]".
struct Title {
  std::string name;
  std::string unit;
};

Title titleOf(std::string_view cell);

/// The index of a column, or row, that is not there.
inline constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

/// Are those times that are called so? Gives how many seconds one of their units is.
std::optional<double> secondsOfUnit(const std::string& name);
std::optional<double> secondsOfUnit(const Title& title);

}  // namespace espy::recordings
