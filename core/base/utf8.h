// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace espy {

/// Bytes of the UTF-8 character at the start of `text`, or 0 where there is none.
std::size_t utf8Length(std::string_view text);

/// Is all of it UTF-8?
bool isUtf8(std::string_view text);

}  // namespace espy
