// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace espy {

/// 64-bit non-cryptographic hash. It is stored in files: the same on every machine and in every
/// version.
std::uint64_t hashOf(std::string_view bytes, std::uint64_t seed = 0);

/// Returns 16 hexadecimal digits.
std::string hexOf(std::uint64_t hash);

}  // namespace espy
