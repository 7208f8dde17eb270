// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a search from coarse to fine takes on one thread, in nanoseconds, by which `auto` chooses
/// an engine. `tools/bench pose` shows it.
namespace espy::pose::costs {

inline constexpr double kPose = 2000;  ///< of a grid, of which few are tried
inline constexpr double kPixel = 3;    ///< of the scene, which is halved

}  // namespace espy::pose::costs
