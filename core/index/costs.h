// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Costs of a search with an index of needles, by which `auto` chooses an engine. Measured by
/// `index_bench` (docs/index.md).
namespace espy::index::costs {

/// Nanoseconds per probed block on one thread while the tables are in the caches, what is found
/// included: up to `kNearKeys` keys. With more they grow by the power `kGrowth` of their number.
inline constexpr double kProbe = 13;
inline constexpr double kNearKeys = 4e5;
inline constexpr double kGrowth = 0.6;
/// The same on a GPU.
inline constexpr double kGpuProbe = 0.03;

/// Bytes of a scene and of tables uploaded per millisecond. Tables are read from files and
/// verified.
inline constexpr double kUploadBytes = 8e6;
inline constexpr double kTableBytes = 4e6;

}  // namespace espy::index::costs
