// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace espy::recordings {

/// The text in UTF-8; what is none is taken for Latin 1, byte by byte.
std::string utf8Of(std::string_view text);

/// What a file says, as a part of a sentence: some characters of it, and "..." where there are
/// more; what would move a terminal's cursor as "\\n" or "\\x1b".
std::string shown(std::string_view text);

/// Without spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// The decimal number that the whole text is; nothing where it is none, or larger than doubles are.
std::optional<double> numberIn(std::string_view text);

/// The whole number that the whole text is.
std::optional<std::int64_t> wholeIn(std::string_view text);

/// Reads a decimal number without spaces, whose fraction begins at `mark`, as exactly as
/// `std::from_chars`; what is larger than doubles are becomes NaN. Gives what stands behind it, or
/// null where no number begins.
const char* parseNumber(const char* at, const char* end, char mark, double& number);

/// The next word of a line and what follows it; words are parted by spaces and tabs.
std::string_view nextWord(std::string_view& line);

/// The next line and what follows it, without its end.
std::string_view nextLine(std::string_view& text);

}  // namespace espy::recordings
