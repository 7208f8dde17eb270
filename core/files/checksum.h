// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace espy::files {

/// CRC-32C of some bytes; `before` continues the checksum of preceding bytes.
std::uint32_t checksumOf(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

/// The same by table, for CPUs without the instruction.
std::uint32_t checksumByTable(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

}  // namespace espy::files
