// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Blue, green and red of `count` pixels to red, green and blue.
namespace espy::io {

void turnThree(const std::uint8_t* in, std::int64_t count, std::uint8_t* out);
/// And alpha behind them.
void turnFour(const std::uint8_t* in, std::int64_t count, std::uint8_t* out);
/// And a byte of no meaning, which is left out.
void turnThreeOfFour(const std::uint8_t* in, std::int64_t count, std::uint8_t* out);

}  // namespace espy::io
