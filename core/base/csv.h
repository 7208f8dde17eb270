// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espy {

/// Returns a field of comma-separated values (RFC 4180), quoted if necessary.
std::string csvField(std::string_view text);

}  // namespace espy
