// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espy::files {

/// The text as UTF-8; invalid UTF-8 is read as Latin-1.
std::string utf8Of(std::string_view text);

/// A quotation for messages: some characters, "..." if there are more, control characters escaped.
std::string shown(std::string_view text);

}  // namespace espy::files
