// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace espy {

/// 64 bits that tell bytes from others by chance, but not from what somebody made to look the same.
/// The same on every machine, and from version to version: they are kept in files.
std::uint64_t hashOf(std::string_view bytes, std::uint64_t seed = 0);

/// As 16 hexadecimal digits.
std::string hexOf(std::uint64_t hash);

}  // namespace espy
