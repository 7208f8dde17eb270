// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace espy {

/// Length in bytes of the UTF-8 character at the start of `text`, or 0 if it is invalid.
std::size_t utf8Length(std::string_view text);

/// Whether all of it is valid UTF-8.
bool isUtf8(std::string_view text);

}  // namespace espy
