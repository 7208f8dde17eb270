// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace espy::identify {

/// CRC-32C (Castagnoli's polynomial) of some bytes, or, where `before` is the sum of others, of
/// those and these behind them.
std::uint32_t checksumOf(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

/// The same, byte by byte: for processors without an instruction for it.
std::uint32_t checksumByTable(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

}  // namespace espy::identify
