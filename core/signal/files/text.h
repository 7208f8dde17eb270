// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/quotation.h"

namespace espy::recordings {

using files::shown;
using files::utf8Of;

/// Without surrounding spaces and tabs.
std::string_view trimmed(std::string_view text);

/// The decimal number that the whole text is; nothing if it is none, or beyond the range of double.
std::optional<double> numberIn(std::string_view text);

/// The integer that the whole text is.
std::optional<std::int64_t> wholeIn(std::string_view text);

/// Parses a decimal number with decimal mark `mark`, as exactly as `std::from_chars`; NaN beyond
/// the range of double. Returns the end, or null if there is no number.
const char* parseNumber(const char* at, const char* end, char mark, double& number);

/// Removes and returns the next word; words are separated by spaces and tabs.
std::string_view nextWord(std::string_view& line);

/// Removes and returns the next line, without its line break.
std::string_view nextLine(std::string_view& text);

}  // namespace espy::recordings
