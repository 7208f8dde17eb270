// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a search takes beside itself, by which `auto` chooses an engine. `tools/bench process`
/// shows what a process pays for its first search, `tools/bench find` and `tools/bench score` what
/// threads and a card save.
namespace espy::find::costs {

/// Bytes that travel to a card in a millisecond, 8 GB/s.
inline constexpr double kUploadBytes = 8e6;
/// Milliseconds until a card has started, and how many more it must save to be worth it.
inline constexpr double kCardStart = 250;
inline constexpr double kCardGain = 350;

/// Megapixels of exact search that are worth starting threads.
inline constexpr double kWorthThreads = 4.0;
/// How many times as much a pixel is where every place is looked at, and how many needles more are
/// as much as one scene more.
inline constexpr double kEveryPlace = 16.0;
inline constexpr double kNeedlesOfScene = 16.0;

/// Nanoseconds that a window takes whose distance is summed up in lanes of registers, and a chunk
/// of 64 bytes of it: of bytes that all weigh the same, and the others.
inline constexpr double kLanesWindow = 10;
inline constexpr double kLanes = 0.6;
inline constexpr double kLanesWeighted = 1.1;
inline constexpr double kLanesWide = 1.0;
inline constexpr double kLanesDeepSquares = 2.2;

}  // namespace espy::find::costs
