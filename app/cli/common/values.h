// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espy/engine/mark.h"
#include "espy/engine/pose.h"

/// Parsers for values of options. Each throws a UseError that names the option, the text and what
/// is accepted.
namespace espy::cli {

/// An integer from `least` to `most`, in decimal digits.
std::int64_t parseInteger(const std::string& option, const std::string& text, std::int64_t least,
                          std::int64_t most);

/// A number from `least` to `most`.
double parseReal(const std::string& option, const std::string& text, double least, double most);

/// A finite number of at least `least`.
double parseRealFrom(const std::string& option, const std::string& text, double least);

/// A:B, A:B:STEP with STEP > 0, or A for A:A; both from `least` to `most`.
PoseRange parseRange(const std::string& option, const std::string& text, double least, double most);

/// #rrggbb or rrggbb, hexadecimal.
Colour parseColour(const std::string& option, const std::string& text);

/// The index of `text` among `choices`.
std::size_t parseChoice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices);

}  // namespace espy::cli
