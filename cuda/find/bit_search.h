// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/control.h"
#include "find/block_graph.h"
#include "find/match_bits.h"
#include "find/pattern.h"

/// Searches whose answer is one bit for every place, as core/find/match_bits.h keeps it: for
/// needles that sampling cannot find fast.
namespace espy::cuda {

/// Joins planes of the needle's parts (core/find/block_graph.h): as much work for a flat needle in
/// a flat picture as for any other. Throws OutOfDeviceMemory when not even the planes of a few rows
/// have room.
void findByPlanes(Gpu& gpu, const DevicePlane& scene, const find::Pattern& pattern,
                  const find::BlockGraph& graph, const Control& control, find::MatchBits& bits);

/// Compares at every place until something differs: fast where that is soon. Gives up, and returns
/// false, when a first look says that it would take longer than `mostCompares` compared words a
/// place.
bool findEverywhere(Gpu& gpu, const DevicePlane& scene, const find::Pattern& pattern,
                    std::optional<double> mostCompares, const Control& control,
                    find::MatchBits& bits);

}  // namespace espy::cuda
