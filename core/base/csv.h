// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espy {

/// A field of comma-separated values (RFC 4180): as it is, or in quotes where it must be.
std::string csvField(std::string_view text);

}  // namespace espy
