// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace espy {

/// The one byte per pixel through which the passes of a search talk: the alpha channel of the
/// working picture, kept as a plane of its own (a grey 8-bit picture of the scene's size).
///
/// pass 1 sets `kFlagBase`, pass 2 adds `kFlagInside`, pass 3 paints by them.
inline constexpr std::uint8_t kFlagNothing = 0;  ///< belongs to no match
inline constexpr std::uint8_t kFlagBase = 1;     ///< a match starts here: its upper-left pixel
inline constexpr std::uint8_t kFlagInside = 2;   ///< inside the window of a match

}  // namespace espy
#pragma GCC visibility pop
